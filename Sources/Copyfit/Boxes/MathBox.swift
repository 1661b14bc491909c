/// What layout must know of a MathML element's box (https://w3c.github.io/mathml-core/#layout-algorithms).
package struct MathBox: Sendable {
    /// How the children are laid out. Elements with the wrong number of children are rows.
    package enum Role: UInt8, Sendable {
        case row
        /// Its contents are one block container; nothing, where the token is empty.
        case token
        case `operator`
        case space
        case fraction, squareRoot, root, padded, enclose
        case sub, `super`, subSuper, multiscripts
        case under, over, underOver
    }
    package var role: Role
    /// `math-style: normal`.
    package var isDisplay = false
    /// The outermost box of a formula.
    package var isRoot = false
    /// The anonymous row of a table cell.
    package var isCell = false
    /// A fence or separator of `mfenced`, which no text stands for.
    package var isFence = false
    /// Holds nothing but spaces and texts (https://w3c.github.io/mathml-core/#dfn-space-like).
    package var isSpaceLike = false
    /// The `mo` that an embellished operator is about; `.none` for what is no operator.
    package var core: BoxID = .none
    /// Operators: what they say of themselves.
    package var properties = OperatorProperties()
    /// Tokens in WebKit: the character whose glyph is shown in place of the text; 0 for none.
    package var glyph: UInt32 = 0
    /// Lengths of attributes: `width`, `height`, `depth`, `lspace` and `voffset` of spaces and padded rows, `linethickness` of fractions as the first.
    package var lengths: (MathLength?, MathLength?, MathLength?, MathLength?, MathLength?) = (nil, nil, nil, nil, nil)
    /// Fractions: `linethickness` by name, a factor of the thickness that rules have.
    package var thickness: Float = 1
    /// Scripts: attributes that make the over- or underscript an accent, and not.
    package var accent: Bool?
    package var accentUnder: Bool?
    /// `menclose`: its notations.
    package var notations: Notations = []

    package init(role: Role) { self.role = role }

    /// https://www.w3.org/TR/MathML3/chapter3.html#presm.menclose
    package struct Notations: OptionSet, Sendable {
        package var rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        package static let longDivision = Notations(rawValue: 1)
        package static let left = Notations(rawValue: 2), right = Notations(rawValue: 4), top = Notations(rawValue: 8), bottom = Notations(rawValue: 16)
        package static let roundedBox = Notations(rawValue: 32), circle = Notations(rawValue: 64)
        /// Strikes, which take no room.
        package static let strike = Notations(rawValue: 128)
    }
}

/// The properties of an operator: of the dictionary, then of its attributes (https://w3c.github.io/mathml-core/#operator-fence-separator-or-accent-mo).
package struct OperatorProperties: Sendable {
    /// The only character, with a minus for a hyphen where the profile has it so; 0 for longer texts.
    package var character: UInt32 = 0
    /// In 1/18 em.
    package var leading: Float = 5
    package var trailing: Float = 5
    package var flags: Flags = []
    package var lspace: MathLength?
    package var rspace: MathLength?
    package var minSize: MathLength?
    package var maxSize: MathLength?

    package init() {}

    package struct Flags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let stretchy = Flags(rawValue: 1)
        package static let symmetric = Flags(rawValue: 2)
        package static let largeOperator = Flags(rawValue: 4)
        package static let movableLimits = Flags(rawValue: 8)
        package static let accent = Flags(rawValue: 16)
    }

    /// Stretches across, as arrows and braces above do, and not up and down.
    package var isHorizontal: Bool { OperatorDictionary.isHorizontal(character) }
    package var stretchesUp: Bool { character != 0 && flags.contains(.stretchy) && !isHorizontal }
    package var stretchesAcross: Bool { character != 0 && flags.contains(.stretchy) && isHorizontal }
}
