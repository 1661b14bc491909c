/// A parsed declaration of one longhand: a trivial record, so that cascading copies and compares nothing else.
package struct Declaration: Sendable {
    package enum Form: UInt8, Sendable {
        // The CSS-wide keywords.
        case inherit, initial, unset, revert, revertLayer
        /// `flag` is the computed byte, or a number that the property gives a meaning.
        case keyword
        /// `flag` is a `Length.Kind`.
        case lengthKeyword
        case dimension, percentage, number
        /// `index` in `DeclarationStore.maths`.
        case math
        /// `index` in `DeclarationStore.objects`.
        case object
        /// Holds `var()` or the like: `index` in `DeclarationStore.pendings`.
        case pending
    }

    package var property: PropertyID = .ignored
    package var form: Form
    package var unit: LengthUnit = .px
    package var flag: UInt8 = 0
    package var index: UInt32 = 0
    package var value: Double = 0

    package init(form: Form, unit: LengthUnit = .px, flag: UInt8 = 0, index: UInt32 = 0, value: Double = 0) {
        self.form = form
        self.unit = unit
        self.flag = flag
        self.index = index
        self.value = value
    }

    package static func keyword(_ flag: UInt8) -> Declaration { Declaration(form: .keyword, flag: flag) }
    package static func keyword<Value: RawRepresentable>(_ value: Value) -> Declaration where Value.RawValue == UInt8 { keyword(value.rawValue) }
    package static func length(_ kind: Length.Kind) -> Declaration { Declaration(form: .lengthKeyword, flag: kind.rawValue) }
    package static func px(_ value: Double) -> Declaration { Declaration(form: .dimension, value: value) }
    package static func percent(_ value: Double) -> Declaration { Declaration(form: .percentage, value: value) }
    package static func number(_ value: Double) -> Declaration { Declaration(form: .number, value: value) }

    package func on(_ property: PropertyID) -> Declaration {
        var copy = self
        copy.property = property
        return copy
    }

    package var isWide: Bool { form.rawValue <= Form.revertLayer.rawValue }
}

/// What does not fit in a `Declaration`.
package enum SpecifiedObject: Sendable {
    case string(String)
    case families([FontFamily])
    case features([FontFeature])
    case variations([FontVariation])
    case listStyle(ListStyle)
    case image(ImageReference)
    case content([ContentItem])
    case counters([CounterOperations.Operation])
    case quotes([[String]])
    case names([String])
    /// A checked value that is parsed again when it is computed: rare values that hold lengths.
    case tokens(CSSTokenSlice)
}

/// A value with `var()`, `env()` or `attr()`, parsed once these are known.
package struct PendingValue: Sendable {
    package var value: CSSTokenSlice
    /// The property or shorthand that was declared.
    package var key: PropertyKey
}

/// A declaration of a custom property.
package struct CustomDeclaration: Sendable {
    package var name: String
    /// A CSS-wide keyword, or nil for a value.
    package var wide: Declaration.Form?
    package var value: CSSTokenSlice
    package var hasReferences: Bool
    package init(name: String, wide: Declaration.Form?, value: CSSTokenSlice, hasReferences: Bool) {
        self.name = name
        self.wide = wide
        self.value = value
        self.hasReferences = hasReferences
    }
}

/// A stretch of one of `DeclarationStore`'s arrays.
package struct IndexRange: Hashable, Sendable {
    package var start: UInt32 = 0
    package var end: UInt32 = 0
    package init(start: Int = 0, end: Int = 0) { self.start = UInt32(clamping: start); self.end = UInt32(clamping: end) }
    @inline(__always) package var isEmpty: Bool { end <= start }
    /// The indices, last one first: in the order of precedence.
    @inline(__always) package var descending: ReversedCollection<Range<Int>> { (Int(start)..<Int(max(start, end))).reversed() }
    @inline(__always) package var ascending: Range<Int> { Int(start)..<Int(max(start, end)) }
}

/// The declarations of one rule or style attribute.
package struct DeclarationBlock: Hashable, Sendable {
    /// Declarations of one importance, in source order within each range.
    package struct Part: Hashable, Sendable {
        package var early = IndexRange()
        package var late = IndexRange()
        package var custom = IndexRange()
        /// What painting reads: colors and the like, and again those of `late` that have a picture.
        package var paint = IndexRange()
        package var isEmpty: Bool { early.isEmpty && late.isEmpty && custom.isEmpty && paint.isEmpty }
    }
    package var normal = Part()
    package var important = Part()
    package init() {}
}

/// The typed declarations of a sheet: flat arrays that its blocks point into.
package struct DeclarationStore: Sendable {
    package var declarations: [Declaration] = []
    package var customs: [CustomDeclaration] = []
    package var maths: [MathNode] = []
    package var objects: [SpecifiedObject] = []
    package var pendings: [PendingValue] = []
    package var blocks: [DeclarationBlock] = []
    package init() {}
}
