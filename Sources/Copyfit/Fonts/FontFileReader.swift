private import CFreeType
private import Glibc

/// Opens font files with FreeType: checks them, and unwraps WOFF and WOFF2 into the sfnt that HarfBuzz reads.
struct FontFileReader: ~Copyable {
    private var library: FT_Library?

    init() {
        var library: FT_Library?
        if FT_Init_FreeType(&library) == 0 { self.library = library } else { self.library = nil }
    }

    deinit { if let library { FT_Done_FreeType(library) } }

    /// The sfnt bytes of a file that is known to hold a font, or why it is none.
    /// - Parameter name: the file or URL, for the error.
    func sfnt(from bytes: FontBytes, name: String) throws(CopyfitError) -> FontBytes {
        guard let library else { throw .notAFont(path: name, reason: "FreeType does not start") }
        let buffer = bytes.buffer
        var face: FT_Face?
        let error = FT_New_Memory_Face(library, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), FT_Long(buffer.count), 0, &face)
        guard error == 0, let face else { throw .notAFont(path: name, reason: FontFileReader.reason(error)) }
        defer { FT_Done_Face(face) }
        guard face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SFNT) != 0 else {
            throw .notAFont(path: name, reason: "not an OpenType or TrueType font")
        }
        guard FontFileReader.isCompressed(buffer) else { return bytes }
        // A tag of 0 stands for the whole file, which FreeType has replaced by the decompressed one.
        var length: FT_ULong = 0
        guard FT_Load_Sfnt_Table(face, 0, 0, nil, &length) == 0, length > 0, Int(length) <= FontBytes.largestFile,
            let memory = malloc(Int(length))
        else { throw .notAFont(path: name, reason: "cannot be decompressed") }
        let failure = FT_Load_Sfnt_Table(face, 0, 0, memory.assumingMemoryBound(to: UInt8.self), &length)
        guard failure == 0 else {
            free(memory)
            throw .notAFont(path: name, reason: FontFileReader.reason(failure))
        }
        return FontBytes(adopting: memory, count: Int(length))
    }

    /// Whether the bytes start as WOFF or WOFF2.
    static func isCompressed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 4, bytes[0] == 0x77, bytes[1] == 0x4F, bytes[2] == 0x46 else { return false }
        return bytes[3] == 0x46 || bytes[3] == 0x32
    }

    /// FreeType's error in words: distributions build it without its messages.
    private static func reason(_ error: FT_Error) -> String {
        switch error {
        case 0x02: "unknown file format"
        case 0x03: "broken file"
        case 0x04: "unsupported version"
        case 0x07: "unsupported feature"
        case 0x08: "broken table"
        case 0x40: "out of memory"
        case 0x51...0x5F: "the file is cut short"
        case 0x8E: "a required table is missing"
        case 0x8F: "no hhea table"
        case 0x90: "no loca table"
        case 0x91: "no name table"
        case 0x92: "no cmap table"
        case 0x93: "no hmtx table"
        case 0x94: "no post table"
        default: "FreeType error \(error)"
        }
    }
}
