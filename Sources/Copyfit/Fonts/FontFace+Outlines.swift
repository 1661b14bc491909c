import CHarfBuzz

// What a rasterizer needs of a face: its file, and how a font of it is varied.

extension FontFace {
    /// Calls `body` with the bytes of the font file. They stay where they are as long as the face lives.
    package func withFileBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let blob = hb_face_reference_blob(face)
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        let data = hb_blob_get_data(blob, &length)
        return body(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }

    /// Tells faces apart in caches.
    package var number: UInt32 { serial }

    /// The design coordinates of all axes, in the order of the file: those of `variations`, defaults elsewhere; empty for a static face.
    package func coordinates(_ variations: [FontVariation]) -> [Float] {
        axes.map { axis in
            let value = variations.last { $0.tag == axis.tag }?.value ?? axis.normal
            return min(max(value, axis.minimum), axis.maximum)
        }
    }
}

extension Font {
    /// The size that glyphs are drawn at, CSS px.
    package var drawnSize: Float { request.size.isFinite ? min(max(request.size, 0), Font.largestSize) : 0 }
    /// Design coordinates of all axes; empty for a static face.
    package var coordinates: [Float] { face.coordinates(request.variations) }
    /// Equal fonts of a catalog share the number.
    package var number: UInt32 { instance }
}
