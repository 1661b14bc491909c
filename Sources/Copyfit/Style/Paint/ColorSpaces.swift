private import Glibc

/// Conversions to sRGB (https://www.w3.org/TR/css-color-4/#color-conversion-code), in double precision. Results out of gamut are clipped.
enum ColorSpaces {
    typealias Triple = (Double, Double, Double)

    static func color(_ rgb: Triple, alpha: Double) -> PaintColor {
        // Whole 255ths, halves up, as both browsers keep colors.
        func byte(_ value: Double) -> Float { value.isNaN ? 0 : Float((max(0, min(1, value)) * 255 + 0.5).rounded(.down) / 255) }
        return PaintColor(red: byte(rgb.0), green: byte(rgb.1), blue: byte(rgb.2), alpha: Float(max(0, min(1, alpha.isNaN ? 0 : alpha))))
    }

    static func linear(_ value: Double) -> Double {
        let magnitude = abs(value)
        let result = magnitude <= 0.04045 ? magnitude / 12.92 : pow((magnitude + 0.055) / 1.055, 2.4)
        return value < 0 ? -result : result
    }

    static func encoded(_ value: Double) -> Double {
        let magnitude = abs(value)
        let result = magnitude <= 0.0031308 ? magnitude * 12.92 : 1.055 * pow(magnitude, 1 / 2.4) - 0.055
        return value < 0 ? -result : result
    }

    static func encoded(_ rgb: Triple) -> Triple { (encoded(rgb.0), encoded(rgb.1), encoded(rgb.2)) }
    static func linear(_ rgb: Triple) -> Triple { (linear(rgb.0), linear(rgb.1), linear(rgb.2)) }

    /// `h` in degrees, `s` and `l` from 0 to 1.
    static func hsl(_ h: Double, _ s: Double, _ l: Double) -> Triple {
        func channel(_ n: Double) -> Double {
            let k = positive(n + h / 30, 12)
            let a = s * min(l, 1 - l)
            return l - a * max(-1, min(k - 3, min(9 - k, 1)))
        }
        return (channel(0), channel(8), channel(4))
    }

    static func hwb(_ h: Double, _ w: Double, _ b: Double) -> Triple {
        if w + b >= 1 { return (w / (w + b), w / (w + b), w / (w + b)) }
        let rgb = hsl(h, 1, 0.5)
        return (rgb.0 * (1 - w - b) + w, rgb.1 * (1 - w - b) + w, rgb.2 * (1 - w - b) + w)
    }

    static func positive(_ value: Double, _ modulus: Double) -> Double {
        let rest = value.truncatingRemainder(dividingBy: modulus)
        return rest < 0 ? rest + modulus : rest
    }

    static func polar(_ chroma: Double, _ hue: Double) -> (Double, Double) { (chroma * cos(hue * .pi / 180), chroma * sin(hue * .pi / 180)) }

    /// CIE Lab (D50) to sRGB.
    static func lab(_ l: Double, _ a: Double, _ b: Double) -> Triple {
        let kappa = 24389.0 / 27, epsilon = 216.0 / 24389
        let fy = (l + 16) / 116, fx = a / 500 + fy, fz = fy - b / 200
        func cubed(_ f: Double) -> Double { f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa }
        let y = l > kappa * epsilon ? fy * fy * fy : l / kappa
        return xyzD50((cubed(fx) * 0.3457 / 0.3585, y, cubed(fz) * (1 - 0.3457 - 0.3585) / 0.3585))
    }

    static func xyzD50(_ xyz: Triple) -> Triple {
        xyzD65((
            0.955473421488075 * xyz.0 - 0.02309845494876471 * xyz.1 + 0.06325924320057072 * xyz.2,
            -0.0283697093338637 * xyz.0 + 1.0099953980813041 * xyz.1 + 0.021041441191917323 * xyz.2,
            0.012314014864481998 * xyz.0 - 0.020507649298898964 * xyz.1 + 1.330365926242124 * xyz.2
        ))
    }

    static func xyzD65(_ xyz: Triple) -> Triple {
        encoded((
            3.2409699419045213 * xyz.0 - 1.5373831775700935 * xyz.1 - 0.4986107602930033 * xyz.2,
            -0.9692436362808798 * xyz.0 + 1.8759675015077206 * xyz.1 + 0.04155505740717561 * xyz.2,
            0.05563007969699361 * xyz.0 - 0.20397695888897657 * xyz.1 + 1.0569715142428786 * xyz.2
        ))
    }

    static func displayP3(_ rgb: Triple) -> Triple {
        let l = linear(rgb)
        return xyzD65((
            0.48657094864821626 * l.0 + 0.26566769316909294 * l.1 + 0.1982172852343625 * l.2,
            0.22897456406974884 * l.0 + 0.6917385218365062 * l.1 + 0.079286914093745 * l.2,
            0.04511338185890257 * l.1 + 1.043944368900976 * l.2
        ))
    }

    static func oklab(_ l: Double, _ a: Double, _ b: Double) -> Triple {
        func cube(_ x: Double) -> Double { x * x * x }
        let long = cube(l + 0.3963377773761749 * a + 0.2158037573099136 * b)
        let medium = cube(l - 0.1055613458156586 * a - 0.0638541728258133 * b)
        let short = cube(l - 0.0894841775298119 * a - 1.2914855480194092 * b)
        return encoded((
            4.0767416360759574 * long - 3.3077115392580616 * medium + 0.2309699031821044 * short,
            -1.2684379732850317 * long + 2.6097573492876887 * medium - 0.3413193760026573 * short,
            -0.0041960761386756 * long - 0.7034186179359362 * medium + 1.7076146940746117 * short
        ))
    }

    static func oklab(fromSRGB rgb: Triple) -> Triple {
        let c = linear(rgb)
        let l = cbrt(0.4122214708 * c.0 + 0.5363325363 * c.1 + 0.0514459929 * c.2)
        let m = cbrt(0.2119034982 * c.0 + 0.6806995451 * c.1 + 0.1073969566 * c.2)
        let s = cbrt(0.0883024619 * c.0 + 0.2817188376 * c.1 + 0.6299787005 * c.2)
        return (
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
        )
    }
}
