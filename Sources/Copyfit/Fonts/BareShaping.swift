import CHarfBuzz

/// HarfBuzz alone, for comparison: a text is put into a buffer and shaped, and nothing is done with the glyphs.
final class BareShaping {
    private let buffer: OpaquePointer?

    init() { buffer = hb_buffer_create() }

    deinit { hb_buffer_destroy(buffer) }

    /// Shapes a whole text in one font, script and direction guessed. Gives how many glyphs it made.
    func shape(_ text: UnsafeBufferPointer<UInt16>, font: Font) -> Int {
        hb_buffer_clear_contents(buffer)
        hb_buffer_add_utf16(buffer, text.baseAddress, Int32(clamping: text.count), 0, Int32(clamping: text.count))
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font.shaping, buffer, nil, 0)
        return Int(hb_buffer_get_length(buffer))
    }
}
