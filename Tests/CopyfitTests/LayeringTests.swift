import Testing

@testable import Copyfit
private import Glibc

/// The pipeline goes one way: a file names only types of its own and earlier folders (functions and members are not seen).
@Suite struct LayeringTests {
    static let stages = ["Geometry", "DOM", "HTML", "CSS", "Resources", "Fonts", "Style", "Boxes", "Text", "Fragments", "Layout"]
    /// Folders that come after the pipeline, as the root files do.
    static let later = ["Explain", "Fitting", "TextInput", "Viewport", "Detection", "Live"]
    /// Root files, and a folder, whose types are the vocabulary of every stage.
    static let vocabulary = ["CopyfitError.swift", "Diagnostic.swift", "Options.swift", "WorkWatch.swift", "Profile"]

    @Test func filesNameOnlyTypesOfEarlierStages() throws {
        let library = ProjectFiles.root + "/Sources/Copyfit"
        let files = Folder.files(under: library).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 20)

        var sources: [(path: String, stage: Int, text: [UInt8])] = []
        for path in files {
            let relative = String(path.dropFirst(library.count + 1))
            let folder = relative.contains("/") ? String(relative.prefix { $0 != "/" }) : ""
            // Root files come last, but for the vocabulary.
            let stage = LayeringTests.stages.firstIndex(of: folder) ?? (LayeringTests.vocabulary.contains(folder.isEmpty ? relative : folder) ? -1 : LayeringTests.stages.count)
            #expect(folder.isEmpty || stage < LayeringTests.stages.count || LayeringTests.later.contains(folder), "\(folder) is no stage: add it to the order")
            sources.append((relative, stage, LayeringTests.code(of: Array(try ProjectFiles.text(path).utf8))))
        }

        // A type belongs to the first stage that declares its name; nested types of the same name do no harm.
        var stageOfType: [String: Int] = [:]
        for source in sources {
            for name in LayeringTests.topLevelTypes(in: source.text) { stageOfType[name] = min(source.stage, stageOfType[name] ?? .max) }
        }
        for source in sources {
            var seen: Set<String> = []
            let nested = LayeringTests.declaredTypes(in: source.text)
            for word in LayeringTests.capitalisedWords(in: source.text) where seen.insert(word).inserted && !nested.contains(word) {
                guard let stage = stageOfType[word], stage > source.stage else { continue }
                Issue.record("\(source.path) names \(word) of the later stage \(stage < LayeringTests.stages.count ? LayeringTests.stages[stage] : "root")")
            }
        }
    }

    /// Where engines differ, stages ask the profile for the rule by name, not for the engine (tables and sheets are chosen by engine).
    @Test func stagesAskForRulesNotForEngines() throws {
        for folder in ["/Sources/Copyfit", "/Sources/CopyfitPaint", "/Sources/CopyfitLive"] {
            for path in Folder.files(under: ProjectFiles.root + folder) where path.hasSuffix(".swift") && !path.contains("/Copyfit/Profile/") {
                let text = try ProjectFiles.text(path)
                #expect(!text.contains("profile.engine ==") && !text.contains("profile.engine !="), "\(path) asks for the engine")
            }
        }
    }

    /// The source with comments and string literals blanked.
    private static func code(of source: [UInt8]) -> [UInt8] {
        var code = source, index = 0
        func has(_ text: StaticString, _ at: Int) -> Bool {
            text.withUTF8Buffer { at + $0.count <= source.count && source[at..<(at + $0.count)].elementsEqual($0) }
        }
        while index < source.count {
            let end: Int
            if has("//", index) {
                end = source[index...].firstIndex(of: 0x0A) ?? source.count
            } else if has("/*", index) {
                var cursor = index + 2
                while cursor < source.count, !has("*/", cursor) { cursor += 1 }
                end = min(source.count, cursor + 2)
            } else if has("\"\"\"", index) {
                var cursor = index + 3
                while cursor < source.count, !has("\"\"\"", cursor) { cursor += 1 }
                end = min(source.count, cursor + 3)
            } else if source[index] == UInt8(ascii: "\"") {
                var cursor = index + 1
                while cursor < source.count, source[cursor] != UInt8(ascii: "\""), source[cursor] != 0x0A {
                    cursor += source[cursor] == UInt8(ascii: "\\") ? 2 : 1
                }
                end = min(source.count, cursor + 1)
            } else {
                index += 1
                continue
            }
            for position in index..<end where source[position] != 0x0A { code[position] = 0x20 }
            index = end
        }
        return code
    }

    private static func words(in code: [UInt8]) -> [(text: String, isMember: Bool)] {
        var words: [(String, Bool)] = [], start: Int?
        for index in 0...code.count {
            let byte = index < code.count ? code[index] : 0
            let isWord = (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == 0x5F
            if isWord, start == nil { start = index }
            if !isWord, let from = start {
                words.append((String(decoding: code[from..<index], as: UTF8.self), from > 0 && code[from - 1] == UInt8(ascii: ".")))
                start = nil
            }
        }
        return words
    }

    private static func capitalisedWords(in code: [UInt8]) -> [String] {
        words(in: code).filter { !$0.isMember && ($0.text.utf8.first.map { $0 >= 0x41 && $0 <= 0x5A } ?? false) }.map(\.text)
    }

    private static let introducers: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    private static func declaredTypes(in code: [UInt8]) -> Set<String> {
        let words = words(in: code)
        return Set(zip(words, words.dropFirst()).filter { introducers.contains($0.0.text) }.map(\.1.text))
    }

    /// Types declared at the beginning of a line, where nested ones never stand, and not private to their file.
    private static func topLevelTypes(in code: [UInt8]) -> Set<String> {
        var names: Set<String> = []
        for line in code.split(separator: 0x0A) where line.first != 0x20 {
            let words = words(in: Array(line)).map(\.text)
            guard !words.contains("private"), !words.contains("fileprivate"), let at = words.firstIndex(where: introducers.contains), at + 1 < words.count
            else { continue }
            names.insert(words[at + 1])
        }
        return names
    }
}

/// Files of a folder and those below it, sorted.
enum Folder {
    static func files(under folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [(name: String, isFolder: Bool)] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            if !name.hasPrefix(".") { names.append((name, entry.pointee.d_type == UInt8(DT_DIR))) }
        }
        return names.sorted { $0.name < $1.name }.flatMap { $0.isFolder ? files(under: folder + "/" + $0.name) : [folder + "/" + $0.name] }
    }
}
