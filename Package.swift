// swift-tools-version: 6.2
import Foundation
import PackageDescription

// libphonenumber is optional: where its headers are missing, or COPYFIT_NO_PHONENUMBER is set, the module builds without it.
let hasPhoneNumbers = Context.environment["COPYFIT_NO_PHONENUMBER"] == nil
    && ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].contains { FileManager.default.fileExists(atPath: $0 + "/phonenumbers/phonenumberutil.h") }

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
        .library(name: "CopyfitLive", targets: ["CopyfitLive"]),
        .library(name: "CopyfitPhoneNumbers", targets: ["CopyfitPhoneNumbers"]),
        .library(name: "CopyfitPaint", targets: ["CopyfitPaint"]),
        .executable(name: "copyfit", targets: ["CopyfitCLI"]),
        .executable(name: "copyfit-render", targets: ["CopyfitRender"]),
    ],
    targets: [
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"]), .brew(["freetype"])]),
        .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
        .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
        .systemLibrary(name: "CICU", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]),
        .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"]), .brew(["hunspell"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"]), .brew(["gdk-pixbuf"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .systemLibrary(name: "CRSVG", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"]), .brew(["librsvg"])]),
        // A C target: a Swift target with resources would link Foundation, which doubles the start-up time.
        .target(name: "CopyfitResources", resources: [.copy("../../Fonts")]),
        .target(
            name: "Copyfit",
            dependencies: ["CFreeType", "CHarfBuzz", "CFontconfig", "CICU", "CHyphen", "CopyfitResources"],
            swiftSettings: settings),
        // Documents that change, stacks and long lists of them.
        .target(name: "CopyfitLive", dependencies: ["Copyfit"], swiftSettings: settings),
        // Phone numbers by libphonenumber, for those who want them: loading it takes 4 ms.
        .target(
            name: "CPhoneNumbers", cxxSettings: hasPhoneNumbers ? [] : [.define("COPYFIT_NO_PHONENUMBER")],
            linkerSettings: hasPhoneNumbers ? [.linkedLibrary("phonenumber")] : []),
        .target(name: "CopyfitPhoneNumbers", dependencies: ["Copyfit", "CPhoneNumbers"], swiftSettings: settings),
        // What both programs read from their command lines.
        .target(name: "CopyfitArguments", dependencies: ["Copyfit"], swiftSettings: settings),
        .executableTarget(name: "CopyfitCLI", dependencies: ["Copyfit", "CopyfitArguments"], swiftSettings: settings),
        // Painting is a module and a program of its own, so that measuring does not load its libraries.
        .target(name: "CopyfitPaint", dependencies: ["Copyfit", "CFreeType", "CCairo", "CGdkPixbuf", "CRSVG", "CWebP", "CZlib"], swiftSettings: settings),
        .executableTarget(name: "CopyfitRender", dependencies: ["Copyfit", "CopyfitArguments", "CopyfitPaint"], swiftSettings: settings),
        .testTarget(name: "CopyfitLiveTests", dependencies: ["Copyfit", "CopyfitLive"], swiftSettings: settings),
        // The README's Swift.
        .testTarget(name: "ReadmeTests", dependencies: ["Copyfit", "CopyfitLive", "CopyfitPaint"], swiftSettings: settings),
        .testTarget(name: "CopyfitPhoneNumbersTests", dependencies: ["Copyfit", "CopyfitPhoneNumbers"], swiftSettings: settings),
        .testTarget(
            name: "CopyfitPaintTests", dependencies: ["Copyfit", "CopyfitPaint", "CopyfitRender"], swiftSettings: settings),
        .testTarget(
            name: "CopyfitTests", dependencies: ["Copyfit", "CopyfitArguments", "CopyfitCLI", "CHarfBuzz", "CICU"],
            exclude: ["Cases", "Explain/Cases", "CSS/RandomSheets.txt", "Style/Cases"], swiftSettings: settings),
    ],
    cxxLanguageStandard: .cxx17
)
