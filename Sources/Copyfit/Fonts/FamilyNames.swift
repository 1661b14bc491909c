private import CFontconfig

/// The family names that mean anything to fontconfig: those of installed fonts, and those that its configuration speaks of. Every other
/// name is answered as any other such name is, and a page may name ten thousands of them.
struct FamilyNames {
    /// A name that means nothing.
    static let meaningless = "copyfit no such family"

    private var known: Set<[UInt8]> = []
    /// All names were found, and rules compare nothing but whole names.
    private var isWhole = true

    init(_ config: OpaquePointer) {
        addInstalled(config)
        guard let files = FcConfigGetConfigFiles(config) else {
            isWhole = false
            return
        }
        defer { FcStrListDone(files) }
        while let name = FcStrListNext(files) { addFile(String(cString: name)) }
        if mayMatter(FamilyNames.meaningless) { isWhole = false }
    }

    /// Whether a name may be answered in a way of its own.
    func mayMatter(_ name: String) -> Bool {
        guard isWhole, !name.isEmpty, name.utf8.allSatisfy({ $0 > 0 && $0 < 0x80 }) else { return true }
        return known.contains(FamilyNames.folded(name.utf8))
    }

    private mutating func addInstalled(_ config: OpaquePointer) {
        guard let set = FcConfigGetFonts(config, FcSetSystem), let patterns = set.pointee.fonts else { return }
        for index in 0..<Int(set.pointee.nfont) {
            guard let pattern = patterns[index] else { continue }
            var number: Int32 = 0
            var text: UnsafeMutablePointer<FcChar8>?
            while FcPatternGetString(pattern, FC_FAMILY, number, &text) == FcResultMatch, let text {
                known.insert(FamilyNames.folded(String(cString: text).utf8))
                number += 1
            }
        }
    }

    // MARK: Configuration files

    /// Takes all strings in a file, whatever they are for.
    private mutating func addFile(_ path: String) {
        guard let file = try? FontBytes(path: path, mapped: false) else {
            isWhole = false
            return
        }
        let bytes = [UInt8](file.buffer)
        var index = 0
        while let start = FamilyNames.find("<", in: bytes, from: index) {
            index = start + 1
            if FamilyNames.has("<string", in: bytes, at: start) || FamilyNames.has("<family", in: bytes, at: start) {
                guard let first = FamilyNames.find(">", in: bytes, from: start), let end = FamilyNames.find("<", in: bytes, from: first) else { continue }
                // Written with references or marked sections.
                if bytes[first..<end].contains(0x26) || FamilyNames.has("<!", in: bytes, at: end) { isWhole = false }
                known.insert(FamilyNames.folded(bytes[first + 1..<end]))
                index = end
            } else if FamilyNames.has("<test", in: bytes, at: start) {
                guard let end = FamilyNames.find(">", in: bytes, from: start) else { continue }
                // A part of a name.
                let tag = String(decoding: bytes[start..<end], as: UTF8.self)
                if tag.contains("contains"), tag.contains("family") { isWhole = false }
            }
        }
    }

    private static func find(_ byte: Unicode.Scalar, in bytes: [UInt8], from start: Int) -> Int? {
        bytes[min(start, bytes.count)...].firstIndex(of: UInt8(truncatingIfNeeded: byte.value))
    }

    private static func has(_ text: StaticString, in bytes: [UInt8], at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Without blanks and case, as fontconfig compares families.
    private static func folded(_ name: some Sequence<UInt8>) -> [UInt8] {
        name.compactMap { byte in
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: nil
            case 0x41...0x5A: byte | 0x20
            default: byte
            }
        }
    }
}
