internal import Copyfit
private import Glibc

/// Filter functions on premultiplied pixels and masks (https://www.w3.org/TR/filter-effects-1/).
enum PixelFilter {
    static func apply(_ filter: FilterFunction, to surface: ImageSurface, scale: Double) {
        switch filter {
        case .blur(let radius): surface.withPixels { blur($0, width: surface.width, height: surface.height, stride: $1, channels: 4, sigma: Double(radius) * scale) }
        case .brightness(let amount): map(surface) { ($0 * amount, $1 * amount, $2 * amount) }
        case .contrast(let amount):
            let shift = 0.5 - 0.5 * amount
            map(surface) { ($0 * amount + shift, $1 * amount + shift, $2 * amount + shift) }
        case .invert(let amount):
            func invert(_ value: Float) -> Float { amount * (1 - value) + (1 - amount) * value }
            map(surface) { (invert($0), invert($1), invert($2)) }
        case .opacity(let amount):
            surface.withPixels { pixels, stride in
                for row in 0..<surface.height {
                    for x in 0..<surface.width * 4 { pixels[row * stride + x] = UInt8((Float(pixels[row * stride + x]) * amount).rounded()) }
                }
            }
        case .grayscale(let amount): saturate(surface, 1 - amount)
        case .saturate(let amount): saturate(surface, amount)
        case .sepia(let amount):
            let k = 1 - amount
            map(surface) { r, g, b in
                (
                    (0.393 + 0.607 * k) * r + (0.769 - 0.769 * k) * g + (0.189 - 0.189 * k) * b,
                    (0.349 - 0.349 * k) * r + (0.686 + 0.314 * k) * g + (0.168 - 0.168 * k) * b,
                    (0.272 - 0.272 * k) * r + (0.534 - 0.534 * k) * g + (0.131 + 0.869 * k) * b
                )
            }
        case .hueRotate(let degrees):
            let c = cos(degrees * .pi / 180), s = sin(degrees * .pi / 180)
            map(surface) { r, g, b in
                (
                    (0.213 + c * 0.787 - s * 0.213) * r + (0.715 - c * 0.715 - s * 0.715) * g + (0.072 - c * 0.072 + s * 0.928) * b,
                    (0.213 - c * 0.213 + s * 0.143) * r + (0.715 + c * 0.285 + s * 0.140) * g + (0.072 - c * 0.072 - s * 0.283) * b,
                    (0.213 - c * 0.213 - s * 0.787) * r + (0.715 - c * 0.715 + s * 0.715) * g + (0.072 + c * 0.928 + s * 0.072) * b
                )
            }
        // A shadow behind what is there needs a second surface; it is left out.
        case .dropShadow: break
        }
    }

    /// Makes a mask of light: what is dark or transparent lets nothing through. The weights are those of sRGB's primaries.
    static func luminanceToAlpha(_ surface: ImageSurface) {
        surface.withPixels { pixels, stride in
            for row in 0..<surface.height {
                for x in 0..<surface.width {
                    let pixel = pixels + row * stride + x * 4
                    // Premultiplied: what alpha takes away is gone already.
                    let light = (UInt32(pixel[0]) * 4731 + UInt32(pixel[1]) * 46_871 + UInt32(pixel[2]) * 13_933 + 32_768) >> 16
                    (pixel[0], pixel[1], pixel[2], pixel[3]) = (0, 0, 0, UInt8(truncatingIfNeeded: min(255, light)))
                }
            }
        }
    }

    private static func saturate(_ surface: ImageSurface, _ amount: Float) {
        map(surface) { r, g, b in
            let gray = 0.213 * r + 0.715 * g + 0.072 * b
            return (gray + (r - gray) * amount, gray + (g - gray) * amount, gray + (b - gray) * amount)
        }
    }

    /// Changes each pixel's color, not premultiplied, from 0 to 1.
    private static func map(_ surface: ImageSurface, _ change: (Float, Float, Float) -> (Float, Float, Float)) {
        surface.withPixels { pixels, stride in
            for row in 0..<surface.height {
                for x in 0..<surface.width {
                    let p = pixels + row * stride + x * 4
                    let alpha = Float(p[3])
                    guard alpha > 0 else { continue }
                    let result = change(Float(p[2]) / alpha, Float(p[1]) / alpha, Float(p[0]) / alpha)
                    p[2] = UInt8((max(0, min(1, result.0)) * alpha).rounded())
                    p[1] = UInt8((max(0, min(1, result.1)) * alpha).rounded())
                    p[0] = UInt8((max(0, min(1, result.2)) * alpha).rounded())
                }
            }
        }
    }

    /// A Gaussian blur as three box blurs, as the specification allows.
    static func blur(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, channels: Int, sigma: Double) {
        guard sigma > 0.1, sigma < 1000 else { return }
        let d = Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
        guard d > 1 else { return }
        let passes: [(before: Int, after: Int)] = d % 2 == 1
            ? Array(repeating: (d / 2, d / 2), count: 3) : [(d / 2, d / 2 - 1), (d / 2 - 1, d / 2), (d / 2, d / 2)]
        var line = [UInt8](repeating: 0, count: max(width, height))
        for channel in 0..<channels {
            for row in 0..<height {
                for pass in passes { box(pixels + row * stride + channel, count: width, step: channels, pass.before, pass.after, &line) }
            }
            for x in 0..<width {
                for pass in passes { box(pixels + x * channels + channel, count: height, step: stride, pass.before, pass.after, &line) }
            }
        }
    }

    private static func box(_ base: UnsafeMutablePointer<UInt8>, count: Int, step: Int, _ before: Int, _ after: Int, _ line: inout [UInt8]) {
        for index in 0..<count { line[index] = base[index * step] }
        let size = before + after + 1
        var sum = 0
        for index in 0..<min(after, count) { sum += Int(line[index]) }
        for index in 0..<count {
            if index + after < count { sum += Int(line[index + after]) }
            if index - before - 1 >= 0 { sum -= Int(line[index - before - 1]) }
            base[index * step] = UInt8(min(255, (sum + size / 2) / size))
        }
    }
}
