/// How a declaration becomes a computed value, for the properties of which that is one store: the table in the form the cascade reads.
struct PropertyAction: Sendable {
    enum Kind: UInt8, Sendable { case byte, length, spacing, number, integer, special, nothing }
    var kind: Kind
    var isInherited: Bool
    var allowsNegative: Bool
    /// In `ComputedStyle`.
    var offset: UInt16
    var minimum: Float

    static let all: [PropertyAction] = PropertyTable.entries.map { entry in
        var action = PropertyAction(
            kind: .special, isInherited: entry.isInherited, allowsNegative: false, offset: UInt16(clamping: entry.fields.first?.offset ?? 0), minimum: 0)
        switch entry.grammar {
        case .keyword: action.kind = entry.fields.count == 1 ? .byte : .special
        case .length(let grammar):
            action.kind = .length
            action.allowsNegative = grammar.contains(.negative)
        case .spacing(let grammar):
            action.kind = .spacing
            action.allowsNegative = grammar.contains(.negative)
        case .number(let minimum):
            action.kind = .number
            action.minimum = Float(minimum)
        case .integer: action.kind = .integer
        case .special: action.kind = .special
        // What layout reads of them is a rule of its own.
        case .paint: action.kind = entry.fields.isEmpty ? .nothing : .special
        case .unchecked: action.kind = .nothing
        }
        if entry.fields.isEmpty, action.kind != .special { action.kind = .nothing }
        return action
    }
}

/// A set of properties, one bit each.
struct PropertySet: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// The first 64 properties, all early ones among them.
    var firstWord: UInt64 { words.0 }

    @inline(__always) func contains(_ property: PropertyID) -> Bool {
        let bit = UInt64(1) << UInt64(property.rawValue & 63)
        switch property.rawValue >> 6 {
        case 0: return words.0 & bit != 0
        case 1: return words.1 & bit != 0
        case 2: return words.2 & bit != 0
        default: return words.3 & bit != 0
        }
    }

    /// Adds it; false when it was there.
    @inline(__always) mutating func insert(_ property: PropertyID) -> Bool {
        if contains(property) { return false }
        let bit = UInt64(1) << UInt64(property.rawValue & 63)
        switch property.rawValue >> 6 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        case 2: words.2 |= bit
        default: words.3 |= bit
        }
        return true
    }
}

extension PropertyID {
    /// The physical property that a flow-relative one stands for (https://www.w3.org/TR/css-logical-1/).
    func physical(_ writingMode: WritingMode, _ direction: Direction) -> PropertyID {
        let isVertical = writingMode != .horizontalTb
        let start = writingMode.inlineStart(direction), end = start.opposite
        let blockStart = writingMode.blockStart, blockEnd = blockStart.opposite
        switch self {
        case .inlineSize: return isVertical ? .height : .width
        case .blockSize: return isVertical ? .width : .height
        case .minInlineSize: return isVertical ? .minHeight : .minWidth
        case .minBlockSize: return isVertical ? .minWidth : .minHeight
        case .maxInlineSize: return isVertical ? .maxHeight : .maxWidth
        case .maxBlockSize: return isVertical ? .maxWidth : .maxHeight
        case .marginBlockStart: return .side(.marginTop, blockStart)
        case .marginBlockEnd: return .side(.marginTop, blockEnd)
        case .marginInlineStart: return .side(.marginTop, start)
        case .marginInlineEnd: return .side(.marginTop, end)
        case .paddingBlockStart: return .side(.paddingTop, blockStart)
        case .paddingBlockEnd: return .side(.paddingTop, blockEnd)
        case .paddingInlineStart: return .side(.paddingTop, start)
        case .paddingInlineEnd: return .side(.paddingTop, end)
        case .borderBlockStartStyle: return .side(.borderTopStyle, blockStart)
        case .borderBlockEndStyle: return .side(.borderTopStyle, blockEnd)
        case .borderInlineStartStyle: return .side(.borderTopStyle, start)
        case .borderInlineEndStyle: return .side(.borderTopStyle, end)
        case .borderBlockStartWidth: return .side(.borderTopWidth, blockStart)
        case .borderBlockEndWidth: return .side(.borderTopWidth, blockEnd)
        case .borderInlineStartWidth: return .side(.borderTopWidth, start)
        case .borderInlineEndWidth: return .side(.borderTopWidth, end)
        case .borderBlockStartColor: return .side(.borderTopColor, blockStart)
        case .borderBlockEndColor: return .side(.borderTopColor, blockEnd)
        case .borderInlineStartColor: return .side(.borderTopColor, start)
        case .borderInlineEndColor: return .side(.borderTopColor, end)
        case .insetBlockStart: return .side(.top, blockStart)
        case .insetBlockEnd: return .side(.top, blockEnd)
        case .insetInlineStart: return .side(.top, start)
        case .insetInlineEnd: return .side(.top, end)
        case .overflowInline: return isVertical ? .overflowY : .overflowX
        case .overflowBlock: return isVertical ? .overflowX : .overflowY
        default: return self
        }
    }

    /// The property of `side`, of four that follow each other as top, right, bottom, left.
    private static func side(_ top: PropertyID, _ side: PhysicalSide) -> PropertyID {
        PropertyID(rawValue: top.rawValue + side.rawValue) ?? top
    }
}

enum PhysicalSide: UInt8 {
    case top, right, bottom, left
    var opposite: PhysicalSide {
        switch self {
        case .top: .bottom
        case .right: .left
        case .bottom: .top
        case .left: .right
        }
    }
}

extension WritingMode {
    var blockStart: PhysicalSide {
        switch self {
        case .horizontalTb: .top
        case .verticalRl, .sidewaysRl: .right
        case .verticalLr, .sidewaysLr: .left
        }
    }

    func inlineStart(_ direction: Direction) -> PhysicalSide {
        switch self {
        case .horizontalTb: direction == .ltr ? .left : .right
        case .sidewaysLr: direction == .ltr ? .bottom : .top
        default: direction == .ltr ? .top : .bottom
        }
    }
}
