/// What a MathML element is (https://w3c.github.io/mathml-core/#mathml-elements-and-attributes). `mfenced` is a row.
package enum MathElement: UInt8, Sendable {
    case math, row
    case identifier, number, `operator`, text, space
    case fraction, squareRoot, root, padded, enclose, fenced
    case sub, `super`, subSuper, multiscripts, prescripts
    case under, over, underOver
    case table, tableRow, tableCell
    /// Shows its first child only.
    case semantics, action
    /// Shows nothing.
    case annotation
    /// A row that hides what is in it, and one with a border.
    case phantom, error
    /// Not an element of MathML: a row in Chromium, nothing in WebKit.
    case unknown

    /// The element of a name in MathML's namespace, whose names are case-sensitive.
    package init(named name: String) {
        switch name {
        case "math": self = .math
        case "mi": self = .identifier
        case "mn": self = .number
        case "mo": self = .operator
        case "mtext", "ms": self = .text
        case "mspace": self = .space
        case "mfrac": self = .fraction
        case "msqrt": self = .squareRoot
        case "mroot": self = .root
        case "mpadded": self = .padded
        case "menclose": self = .enclose
        case "mfenced": self = .fenced
        case "msub": self = .sub
        case "msup": self = .super
        case "msubsup": self = .subSuper
        case "mmultiscripts": self = .multiscripts
        case "mprescripts": self = .prescripts
        case "munder": self = .under
        case "mover": self = .over
        case "munderover": self = .underOver
        case "mtable": self = .table
        case "mtr": self = .tableRow
        case "mtd": self = .tableCell
        case "semantics": self = .semantics
        case "maction": self = .action
        case "annotation", "annotation-xml": self = .annotation
        case "mphantom": self = .phantom
        case "merror": self = .error
        case "mrow", "mstyle", "none", "mlabeledtr": self = .row
        default: self = .unknown
        }
    }

    /// The element that a node is; nil outside MathML.
    package static func of(_ node: NodeID, in document: Document) -> MathElement? {
        guard node.exists, document[node].kind == .element, document[node].namespace == .mathml else { return nil }
        return MathElement(named: document.names.spelling(of: document[node].name))
    }

    /// Holds text (https://w3c.github.io/mathml-core/#token-elements).
    package var isToken: Bool {
        switch self {
        case .identifier, .number, .operator, .text: true
        default: false
        }
    }

    /// Stands scripts beside, above or below a base.
    package var isScripted: Bool {
        switch self {
        case .sub, .super, .subSuper, .multiscripts, .under, .over, .underOver: true
        default: false
        }
    }
}

extension Document {
    /// The value of an attribute of a MathML element, in which case counts.
    package func mathAttribute(_ name: StaticString, of node: NodeID) -> String? {
        let record = self[node]
        for index in Int(record.firstAttribute)..<Int(record.firstAttribute + record.attributeCount) {
            if names.spelling(of: attributes[index].name) == name.description { return string(attributes[index].value) }
        }
        return nil
    }

    /// `true` and `false` in any case; nil for other values and none.
    package func mathFlag(_ name: StaticString, of node: NodeID) -> Bool? {
        switch mathAttribute(name, of: node)?.lowercased() {
        case "true": true
        case "false": false
        default: nil
        }
    }
}
