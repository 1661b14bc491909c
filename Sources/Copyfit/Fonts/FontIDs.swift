/// A font of one document: a face at a size, with variations and synthesis flags. An index into `DocumentFonts`.
package struct FontID: Hashable, Sendable {
    package let rawValue: UInt32
    @inline(__always) package var index: Int { Int(rawValue) }
    @inline(__always) package init(_ index: Int) { rawValue = UInt32(truncatingIfNeeded: index) }
}

/// A `FontDescription` and a language, resolved to the fonts of its family list. An index into `DocumentFonts`.
package struct FontSelectionID: Hashable, Sendable {
    package let rawValue: UInt32
    @inline(__always) package var index: Int { Int(rawValue) }
    @inline(__always) package init(_ index: Int) { rawValue = UInt32(truncatingIfNeeded: index) }
}

/// A piece of text that one font serves.
package struct FontRun: Hashable, Sendable {
    /// UTF-16 offsets into the text that was asked about.
    package var start: Int32
    package var end: Int32
    package var font: FontID
    /// No font has the characters: the font is the first of the list and shows .notdef.
    package var isMissing = false

    @inline(__always) package init(start: Int, end: Int, font: FontID, isMissing: Bool = false) {
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: end)
        self.font = font
        self.isMissing = isMissing
    }
}

/// One glyph as shaped, in visual order.
package struct ShapedGlyph: Hashable, Sendable {
    package var glyph: UInt32
    /// The UTF-16 offset of the first code unit of its cluster, in the whole text that was given (not in the range).
    package var cluster: UInt32
    /// CSS px; letter- and word-spacing not included.
    package var advance: Float
    /// CSS px; y up positive.
    package var xOffset: Float
    package var yOffset: Float
    package var flags: Flags

    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Breaking before this glyph's cluster needs both sides shaped again.
        package static let unsafeToBreak = Flags(rawValue: 1)
        /// Joining text shaped apart at this cluster needs shaping again.
        package static let unsafeToConcat = Flags(rawValue: 2)
    }

    @inline(__always) package init(glyph: UInt32, cluster: UInt32, advance: Float, xOffset: Float, yOffset: Float, flags: Flags) {
        self.glyph = glyph
        self.cluster = cluster
        self.advance = advance
        self.xOffset = xOffset
        self.yOffset = yOffset
        self.flags = flags
    }
}
