/// The name of an element or attribute as a small number: equal names have equal numbers within a document.
///
/// Names that some stage asks for are constants (`Name.table`); others are numbered by the document's `NameTable`.
package struct Name: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    @inline(__always) package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The spellings of the names in a document: the known ones and those met while parsing.
package struct NameTable: Sendable {
    private var added: [String] = []
    private var numbers: [String: UInt32] = [:]

    private static let knownNumbers: [String: UInt32] = {
        var numbers: [String: UInt32] = [:]
        for (index, name) in Name.known.enumerated() { numbers["\(name)"] = UInt32(index) }
        return numbers
    }()

    package init() {}

    /// The number of `spelling`, which is case-sensitive; a new one when it was not met before.
    package mutating func name(_ spelling: String) -> Name {
        if let known = find(spelling) { return known }
        let number = UInt32(Name.known.count + added.count)
        added.append(spelling)
        numbers[spelling] = number
        return Name(rawValue: number)
    }

    /// The number of `spelling`, or nil when neither known nor met: then no node has it.
    package func find(_ spelling: String) -> Name? {
        (NameTable.knownNumbers[spelling] ?? numbers[spelling]).map(Name.init(rawValue:))
    }

    package func spelling(of name: Name) -> String {
        let index = Int(name.rawValue)
        if index < Name.known.count { return "\(Name.known[index])" }
        return index - Name.known.count < added.count ? added[index - Name.known.count] : ""
    }
}
