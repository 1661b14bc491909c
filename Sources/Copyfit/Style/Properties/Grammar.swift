/// What values a property takes: the parser is chosen by it, and for most properties the computed form too.
package enum Grammar: Sendable {
    /// One of some keywords; the computed value is a byte.
    case keyword([KeywordValue])
    /// A length, percentage or sizing keyword; the computed value is a `Length`.
    case length(LengthGrammar)
    /// A length or `normal`; the computed value is px in a `Float`, zoom applied.
    case spacing(LengthGrammar)
    /// The computed value is a `Float`.
    case number(minimum: Double)
    /// The computed value is an `Int32`.
    case integer(minimum: Int32)
    /// Parsed and computed by a rule of its own.
    case special
    /// Checked while parsing, then put aside for painting.
    case paint(PaintGrammar)
    /// Takes anything.
    case unchecked
}

/// A keyword and the raw value of the case that it stands for.
package struct KeywordValue: Sendable {
    package var name: StaticString
    package var value: UInt8
    package init(_ name: StaticString, _ value: UInt8) { self.name = name; self.value = value }
    package init<Value: RawRepresentable>(_ name: StaticString, _ value: Value) where Value.RawValue == UInt8 {
        self.init(name, value.rawValue)
    }
}

/// What a length-valued property takes beside lengths.
package struct LengthGrammar: OptionSet, Sendable {
    package var rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let percentage = LengthGrammar(rawValue: 1)
    package static let negative = LengthGrammar(rawValue: 2)
    package static let auto = LengthGrammar(rawValue: 4)
    package static let none = LengthGrammar(rawValue: 8)
    package static let normal = LengthGrammar(rawValue: 16)
    package static let content = LengthGrammar(rawValue: 32)
    /// `min-content`, `max-content`, `fit-content`, `stretch` and their older names.
    package static let intrinsic = LengthGrammar(rawValue: 64)
    /// In quirks mode a plain number is px (https://quirks.spec.whatwg.org/#the-unitless-length-quirk).
    package static let unitlessQuirk = LengthGrammar(rawValue: 128)

    package static let size: LengthGrammar = [.percentage, .auto, .intrinsic, .unitlessQuirk]
    package static let maximumSize: LengthGrammar = [.percentage, .none, .intrinsic, .unitlessQuirk]
    package static let margin: LengthGrammar = [.percentage, .negative, .auto, .unitlessQuirk]
    package static let padding: LengthGrammar = [.percentage, .unitlessQuirk]
}

/// The kinds of values that only painting reads.
package enum PaintGrammar: UInt8, Sendable {
    case color, image, position, backgroundSize, repeatStyle, attachment, box, radius, shadow, alpha
    case decorationLine, decorationStyle, borderStyle, lineWidth, anything
    case borderImageSlice, borderImageWidth, borderImageOutset, borderImageRepeat, emphasisStyle, emphasisPosition, maskBox, maskMode, maskComposite
}
