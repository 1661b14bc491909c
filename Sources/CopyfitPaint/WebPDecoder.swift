private import CWebP

/// Decodes WebP pictures; of animated ones the first frame.
enum WebPDecoder {
    static func firstFrame(_ bytes: [UInt8]) -> ImageSurface? {
        bytes.withUnsafeBufferPointer { bytes in
            var options = WebPAnimDecoderOptions()
            guard WebPAnimDecoderOptionsInit(&options) != 0 else { return nil }
            // Premultiplied and in the order that Cairo has in memory.
            options.color_mode = MODE_bgrA
            var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            guard let decoder = WebPAnimDecoderNew(&data, &options) else { return nil }
            defer { WebPAnimDecoderDelete(decoder) }
            var information = WebPAnimInfo()
            var frame: UnsafeMutablePointer<UInt8>?
            var time: Int32 = 0
            guard WebPAnimDecoderGetInfo(decoder, &information) != 0, WebPAnimDecoderGetNext(decoder, &frame, &time) != 0, let frame else { return nil }
            let width = Int(information.canvas_width), height = Int(information.canvas_height)
            guard let surface = ImageSurface(width: width, height: height) else { return nil }
            surface.withPixels { pixels, stride in
                for row in 0..<height {
                    UnsafeMutableRawPointer(pixels + row * stride).copyMemory(from: frame + row * width * 4, byteCount: width * 4)
                }
            }
            return surface
        }
    }
}
