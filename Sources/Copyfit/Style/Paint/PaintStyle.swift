/// The computed values that only painting reads. Colors have `currentcolor` replaced; lengths are CSS px with zoom applied.
package struct PaintStyle: Hashable, Sendable {
    package var color = PaintColor.black
    package var backgroundColor = PaintColor.transparent
    /// The topmost one first; none where no layer has an image.
    package var backgroundLayers: [BackgroundLayer] = []
    /// What the color is clipped to: the lowest layer's.
    package var backgroundClip = BackgroundLayer.Area.border
    package var borderColor = Edges<PaintColor>(all: .black)
    /// Clockwise from the top left.
    package var radii: [CornerRadius] = []
    package var borderImage: BorderImage?
    package var boxShadows: [BoxShadow] = []
    package var textShadows: [BoxShadow] = []
    package var opacity: Float = 1
    /// The decorations in effect: the element's own last, those of ancestors that reach it before it
    /// (https://www.w3.org/TR/css-text-decor-3/#line-decoration).
    package var decorations: [TextDecoration] = []
    /// `-webkit-text-fill-color`; nil: the color.
    package var textFill: PaintColor?
    /// Nil for none.
    package var emphasis: EmphasisMark?
    /// The colors that were given as `currentcolor`: children inherit the word (https://www.w3.org/TR/css-color-4/#resolving-other-colors).
    package var currentColors: CurrentColors = .initial
    package var outline = Outline()
    package var objectPosition = ImagePosition(x: .init(length: .percent(50)), y: .init(length: .percent(50)))
    package var transforms: [TransformFunction] = []
    package var transformOrigin = ImagePosition(x: .init(length: .percent(50)), y: .init(length: .percent(50)))
    package var blendMode = BlendMode.normal
    package var isIsolated = false
    package var filters: [FilterFunction] = []
    package var clipPath = ClipPath.none
    /// The topmost one first; empty for no mask.
    package var maskLayers: [BackgroundLayer] = []
    package var columnRule = Outline()
    package var underlineOffset: Length = .auto
    /// `will-change`, `perspective` and the like: what makes a stacking context without a picture of its own here.
    package var makesStackingContext = false
    package var isDark = false

    package init() {}
}

package struct CornerRadius: Hashable, Sendable {
    package var x: Length
    package var y: Length
}

package struct Outline: Hashable, Sendable {
    package var style = BorderStyle.none
    package var width: Float = 3
    package var color = PaintColor.black
    package var offset: Float = 0
}

package struct CurrentColors: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let background = CurrentColors(rawValue: 1)
    package static let top = CurrentColors(rawValue: 2), right = CurrentColors(rawValue: 4), bottom = CurrentColors(rawValue: 8), left = CurrentColors(rawValue: 16)
    package static let outline = CurrentColors(rawValue: 32), columnRule = CurrentColors(rawValue: 64)
    /// Border and outline colors are `currentcolor` until something else is said.
    package static let initial: CurrentColors = [.top, .right, .bottom, .left, .outline, .columnRule]
}

/// https://www.w3.org/TR/css-backgrounds-3/#border-images
package struct BorderImage: Hashable, Sendable {
    package enum Repeat: UInt8, Sendable { case stretch, `repeat`, round, space }
    /// A length or percentage, a multiple of something, or `auto`.
    package enum Size: Hashable, Sendable { case length(Length), number(Float), auto }
    package var source = PaintImage.none
    /// Numbers are px of the picture, kept as such lengths.
    package var slice = Edges<Length>(all: .percent(100))
    package var fillsMiddle = false
    package var width = Edges<Size>(all: .number(1))
    package var outset = Edges<Size>(all: .length(.zero))
    package var repeatX = Repeat.stretch
    package var repeatY = Repeat.stretch
    package init() {}
}

/// https://www.w3.org/TR/css-text-decor-3/#emphasis-marks
package struct EmphasisMark: Hashable, Sendable {
    package var text: String
    /// Nil: the text's color.
    package var color: PaintColor?
    package var isUnder = false

    enum Shape: UInt8 { case filled, open, dot, circle, doubleCircle, triangle, sesame }
    static let words = [
        KeywordValue("filled", Shape.filled), KeywordValue("open", Shape.open), KeywordValue("dot", Shape.dot), KeywordValue("circle", Shape.circle),
        KeywordValue("double-circle", Shape.doubleCircle), KeywordValue("triangle", Shape.triangle), KeywordValue("sesame", Shape.sesame),
    ]
    /// The character of a shape.
    static func text(_ shape: Shape, isOpen: Bool) -> String {
        switch shape {
        case .dot: isOpen ? "\u{25E6}" : "\u{2022}"
        case .doubleCircle: isOpen ? "\u{25CE}" : "\u{25C9}"
        case .triangle: isOpen ? "\u{25B3}" : "\u{25B2}"
        case .sesame: isOpen ? "\u{FE46}" : "\u{FE45}"
        case .circle, .filled, .open: isOpen ? "\u{25CB}" : "\u{25CF}"
        }
    }
}

package struct TextDecoration: Hashable, Sendable {
    package enum Style: UInt8, Sendable { case solid, double, dotted, dashed, wavy }
    package struct Lines: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let under = Lines(rawValue: 1), over = Lines(rawValue: 2), through = Lines(rawValue: 4)
    }
    package var lines: Lines
    package var style: Style
    package var color: PaintColor
    /// `auto` where the font decides.
    package var thickness: Length
    package var underlineOffset: Length
    /// Of the element that asked for it, CSS px.
    package var fontSize: Float
}

/// A `box-shadow` or `text-shadow`, in CSS px.
package struct BoxShadow: Hashable, Sendable {
    package var x: Float
    package var y: Float
    package var blur: Float
    package var spread: Float
    package var color: PaintColor
    package var isInset: Bool
}

/// One axis of a position: a distance from the start, or from the end.
package struct PositionComponent: Hashable, Sendable {
    package var length: Length
    package var isFromEnd = false
}

package struct ImagePosition: Hashable, Sendable {
    package var x: PositionComponent
    package var y: PositionComponent
}

package struct BackgroundLayer: Hashable, Sendable {
    package enum Area: UInt8, Sendable { case border, padding, content, text }
    package enum Repeat: UInt8, Sendable { case `repeat`, noRepeat, space, round }
    package enum Size: Hashable, Sendable { case lengths(Length, Length), cover, contain }

    package var image = PaintImage.none
    package var positionX = PositionComponent(length: .percent(0))
    package var positionY = PositionComponent(length: .percent(0))
    package var size = Size.lengths(.auto, .auto)
    package var repeatX = Repeat.repeat
    package var repeatY = Repeat.repeat
    package var origin = Area.padding
    package var clip = Area.border
    package var isFixed = false
    /// Masks alone: light lets through, not opacity.
    package var masksByLuminance = false
    /// Masks alone: what becomes of the layers below.
    package var composite = Composite.add

    /// https://www.w3.org/TR/css-masking-1/#the-mask-composite
    package enum Composite: UInt8, Sendable { case add, subtract, intersect, exclude }
}

package enum PaintImage: Hashable, Sendable {
    case none
    case url(ImageReference)
    case gradient(Gradient)
}

/// https://www.w3.org/TR/css-images-3/#gradients
package struct Gradient: Hashable, Sendable {
    package enum Extent: UInt8, Sendable { case closestSide, farthestSide, closestCorner, farthestCorner }
    package enum Shape: Hashable, Sendable {
        /// Degrees, 0 to the top, clockwise.
        case linear(angle: Float)
        /// Toward a corner or side: -1, 0 or 1 in each axis.
        case toward(x: Int8, y: Int8)
        case radial(isCircle: Bool, extent: Extent, radii: [Length], at: ImagePosition)
        /// `from` degrees.
        case conic(from: Float, at: ImagePosition)
    }
    package struct Stop: Hashable, Sendable {
        /// Nil for a hint between two stops.
        package var color: PaintColor?
        /// Percentages are of the gradient line, or of the turn.
        package var position: Length?
    }
    package var shape: Shape
    package var isRepeating: Bool
    package var stops: [Stop]
}

package enum TransformFunction: Hashable, Sendable {
    /// a b c d e f, e and f in CSS px.
    case matrix([Float])
    case translate(Length, Length)
    case scale(Float, Float)
    /// Degrees.
    case rotate(Float)
    case skew(Float, Float)
}

package enum BlendMode: UInt8, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion, hue, saturation
    case color, luminosity
}

package enum FilterFunction: Hashable, Sendable {
    /// CSS px.
    case blur(Float)
    case brightness(Float), contrast(Float), grayscale(Float), invert(Float), opacity(Float), saturate(Float), sepia(Float)
    /// Degrees.
    case hueRotate(Float)
    case dropShadow(BoxShadow)
}

package enum ClipPath: Hashable, Sendable {
    case none
    /// Insets from the border box.
    case inset(Edges<Length>, radii: [CornerRadius])
    /// Nil radius: the closest side.
    case circle(radius: Length?, at: ImagePosition)
    case ellipse(x: Length?, y: Length?, at: ImagePosition)
    case polygon([ImagePosition], isEvenOdd: Bool)
}
