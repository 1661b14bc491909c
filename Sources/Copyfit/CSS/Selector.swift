/// The specificity of a selector (https://www.w3.org/TR/selectors-4/#specificity-rules): three counts of ten bits, each saturating.
package struct Specificity: Hashable, Comparable, Sendable {
    package var rawValue: UInt32
    init(rawValue: UInt32) { self.rawValue = rawValue }

    package init(_ ids: Int, _ classes: Int, _ types: Int) {
        rawValue = UInt32(max(0, min(1023, ids))) << 20 | UInt32(max(0, min(1023, classes))) << 10 | UInt32(max(0, min(1023, types)))
    }

    package static let zero = Specificity(rawValue: 0)
    package static func < (a: Specificity, b: Specificity) -> Bool { a.rawValue < b.rawValue }

    package var ids: Int { Int(rawValue >> 20) }
    package var classes: Int { Int(rawValue >> 10) & 1023 }
    package var types: Int { Int(rawValue) & 1023 }

    static func + (a: Specificity, b: Specificity) -> Specificity {
        Specificity(a.ids + b.ids, a.classes + b.classes, a.types + b.types)
    }
}

/// What a compound selector's element is to the one right of it.
enum Combinator: UInt8, Sendable {
    /// There is no compound further left.
    case none
    case descendant, child, nextSibling, subsequentSibling
}

enum AttributeOperator: UInt8, Sendable { case exists, equals, includes, dashMatch, prefix, suffix, substring }

enum AttributeCase: UInt8, Sendable {
    case sensitive, insensitive
    /// Insensitive on HTML elements, for the attributes that the HTML specification lists.
    case insensitiveInHTML
}

/// The namespace part of a type selector.
enum NamespaceTest: UInt8, Sendable { case any, html, svg, mathml, unmatchable }

/// Pseudo-classes that need nothing but the element.
enum PseudoClass: UInt8, Sendable {
    case root, scope, empty, firstChild, lastChild, onlyChild, firstOfType, lastOfType, onlyOfType
    case anyLink, checked, disabled, enabled, required, optional, readOnly, readWrite, placeholderShown, `default`, indeterminate
    case open, valid, invalid, inRange, outOfRange, defined
    /// Those that depend on the user, a shadow tree or playback: they never match in a document that is only measured.
    case never
}

/// One simple selector: a trivial record whose names and lists lie in the `SelectorStore`.
struct SimpleSelector: Sendable {
    enum Kind: UInt8, Sendable {
        case universal
        /// `name`; `detail` is a `NamespaceTest`.
        case type
        case id, className
        /// `name`, `value`; `detail` an `AttributeOperator`, `option` an `AttributeCase`.
        case attribute
        /// `detail` is a `PseudoClass`.
        case pseudoClass
        /// `:nth-…(an+b)`; `detail` holds `ofType` and `fromEnd` bits; `value` the list of `of S`, or `noList`.
        case nth
        /// `:is()` and `:where()`: list `value`.
        case matches
        case not
        case has
        /// `:lang()`: ranges `a..<b` of the store's `languages`.
        case lang
        /// `:dir()`: `detail` is 1 for rtl.
        case dir
        /// `&`: list `value`, the selectors of the rule around.
        case nesting
        /// `&` in no rule, or within `@scope`: the scope's root, without specificity.
        case scopeRoot
        /// The element that a `:has()` is asked of; it stands at the left end of relative selectors.
        case relativeAnchor
    }

    static let ofType: UInt8 = 1
    static let fromEnd: UInt8 = 2
    static let noList = UInt32.max

    var kind: Kind
    var detail: UInt8 = 0
    var option: UInt8 = 0
    var name: UInt32 = 0
    var value: UInt32 = 0
    var a: Int32 = 0
    var b: Int32 = 0
}

/// Simple selectors that must all match one element.
struct CompoundSelector: Sendable {
    var firstSimple: UInt32
    var simpleCount: UInt32
    /// How the next compound, which stands left of this one, is found from this one's element.
    var combinator: Combinator
}

/// Compounds from right to left: the first is the subject.
struct ComplexSelector: Sendable {
    enum Pseudo: UInt8, Sendable {
        case before, after, marker, firstLine, firstLetter, placeholder
        case none
        /// A pseudo-element that nothing is made for.
        case other
    }

    var firstCompound: UInt32
    var compoundCount: UInt32
    var specificity: Specificity
    var pseudo: Pseudo = .none
}

/// A run of complex selectors in the store.
package struct SelectorList: Sendable {
    var first: UInt32
    var count: UInt32
    /// Of its most specific selector.
    var specificity = Specificity.zero
    var range: Range<Int> { Int(first)..<Int(first) + Int(count) }
}

/// All selectors of a sheet in flat arrays, and the names in them.
package struct SelectorStore: Sendable {
    var simples: [SimpleSelector] = []
    var compounds: [CompoundSelector] = []
    var complexes: [ComplexSelector] = []
    /// The lists inside `:is()`, `:not()`, `:has()`, `of S` and for `&`.
    var lists: [SelectorList] = []
    /// Language ranges of `:lang()`, in lower case.
    var languages: [[UInt8]] = []
    var names = SelectorNames()
    /// While parsing: `&`, or `:scope`, was met in the complex selector being read, at any depth.
    var metNesting = false
    var metScope = false
}

/// The names and attribute values in a sheet's selectors, numbered; compared with a document's by hash and bytes.
struct SelectorNames: Sendable {
    struct Entry: Sendable {
        var start: UInt32
        var count: UInt32
        /// Of the bytes in lower case (ASCII only).
        var foldedHash: UInt32
        /// The known document name (`Name.known`) of the lower-case and of the exact spelling; `.max` if none.
        var lowercasedName: UInt32 = .max
        var exactName: UInt32 = .max
        /// A type or attribute name, which is looked up in each document.
        var isNodeName = false
    }

    private(set) var bytes: [UInt8] = []
    private(set) var entries: [Entry] = []
    /// By entry: its known document name in lower case and as written; `.max` if none. Complete once sealed.
    private(set) var lowercasedNames: [UInt32] = []
    private(set) var exactNames: [UInt32] = []
    /// The type and attribute names that are not known ones: they must be looked up in each document's table.
    private(set) var unknownNodeNames: [UInt32] = []
    private var numbers: [String: UInt32] = [:]
    private static let known = NameTable()

    mutating func intern(_ text: String, isNodeName: Bool = false) -> UInt32 {
        let number: UInt32
        if let found = numbers[text] {
            number = found
        } else {
            number = UInt32(clamping: entries.count)
            let start = bytes.count
            bytes.append(contentsOf: text.utf8)
            entries.append(Entry(start: UInt32(clamping: start), count: UInt32(clamping: bytes.count - start), foldedHash: foldedHash(text.utf8)))
            numbers[text] = number
        }
        if isNodeName, !entries[Int(number)].isNodeName {
            entries[Int(number)].isNodeName = true
            entries[Int(number)].lowercasedName = SelectorNames.known.find(asciiLowercased(text))?.rawValue ?? .max
            entries[Int(number)].exactName = SelectorNames.known.find(text)?.rawValue ?? .max
        }
        return number
    }

    /// Interning is over: the look-up table goes.
    mutating func seal() {
        numbers = [:]
        lowercasedNames = entries.map(\.lowercasedName)
        exactNames = entries.map(\.exactName)
        unknownNodeNames = entries.indices.filter {
            entries[$0].isNodeName && (entries[$0].lowercasedName == .max || entries[$0].exactName == .max)
        }.map { UInt32(clamping: $0) }
    }

    func spelling(_ number: UInt32) -> String {
        let entry = entries[Int(number)]
        return String(decoding: bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)], as: UTF8.self)
    }
}

/// A hash of bytes with ASCII letters in lower case: equal for spellings that differ only in ASCII case.
@inline(__always)
func foldedHash(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in bytes {
        hash ^= UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        hash = hash &* 0x0100_0193
    }
    // The low bits of this hash are weak for short names; tables and filters use them.
    hash ^= hash >> 15
    hash = hash &* 0x2C1B_3C6D
    return hash ^ hash >> 13
}

/// `text` with ASCII letters in lower case, others as they are.
func asciiLowercased(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 &- 0x41 < 26 }) else { return text }
    return String(decoding: text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
}
