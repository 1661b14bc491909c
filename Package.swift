// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "copyfit",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Copyfit", targets: ["Copyfit"]),
        .executable(name: "copyfit", targets: ["CopyfitCLI"]),
    ],
    targets: [
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
        .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
        .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
        .systemLibrary(name: "CICU", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]),
        .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"]), .brew(["hunspell"])]),
        // A C target: a Swift target with resources would link Foundation, which doubles the start-up time.
        .target(name: "CopyfitResources", resources: [.copy("../../Fonts")]),
        .target(
            name: "Copyfit",
            dependencies: ["CFreeType", "CHarfBuzz", "CFontconfig", "CICU", "CHyphen", "CopyfitResources"],
            swiftSettings: settings),
        .executableTarget(name: "CopyfitCLI", dependencies: ["Copyfit"], swiftSettings: settings),
        .testTarget(
            name: "CopyfitTests", dependencies: ["Copyfit", "CopyfitCLI"],
            exclude: ["Cases", "CSS/RandomSheets.txt", "Style/Cases"], swiftSettings: settings),
    ]
)
