/// One row of the property table.
package struct PropertyEntry: Sendable {
    /// The name in lower case.
    package var name: StaticString
    package var property: PropertyID
    package var isInherited: Bool
    package var grammar: Grammar
    /// Where in `ComputedStyle` the computed value lies; `inherit` and `initial` copy these bytes.
    package var fields: [StyleField]
}

/// A stretch of bytes in `ComputedStyle`, which is a trivial struct.
package struct StyleField: Sendable {
    package var offset: Int
    package var size: Int
    package init<Value>(_ path: KeyPath<ComputedStyle, Value>) {
        offset = MemoryLayout<ComputedStyle>.offset(of: path) ?? 0
        size = MemoryLayout<Value>.size
    }
}

/// Every property once: its name, inheritance, grammar and place in the computed style. Initial values are those of `ComputedStyle()`.
package enum PropertyTable {
    package static let entries: [PropertyEntry] = {
        var rows = [PropertyEntry?](repeating: nil, count: PropertyID.allCases.count)
        for row in fontRows + boxRows + textRows + listRows + layoutModeRows + logicalRows + paintRows { rows[Int(row.property.rawValue)] = row }
        return PropertyID.allCases.map { id in
            rows[Int(id.rawValue)] ?? PropertyEntry(name: "", property: id, isInherited: false, grammar: .unchecked, fields: [])
        }
    }()

    @inline(__always) package static func entry(_ id: PropertyID) -> PropertyEntry { entries[Int(id.rawValue)] }

    /// The bytes of `ComputedStyle` that inherit, neighbours joined: what a new style takes from its parent.
    package static let inheritedFields: [StyleField] = {
        var fields = entries.filter(\.isInherited).flatMap(\.fields)
        fields += [StyleField(\.effectiveZoom), StyleField(\.font)]
        fields.sort { $0.offset < $1.offset }
        var joined: [StyleField] = []
        for field in fields {
            // Fields that only padding separates are copied as one.
            if let last = joined.last, field.offset - (last.offset + last.size) < 4, !isOwn(from: last.offset + last.size, to: field.offset) {
                joined[joined.count - 1].size = max(last.size, field.offset + field.size - last.offset)
            } else {
                joined.append(field)
            }
        }
        return joined
    }()

    private static func isOwn(from start: Int, to end: Int) -> Bool {
        entries.contains { !$0.isInherited && $0.fields.contains { $0.offset < end && $0.offset + $0.size > start } }
            || ownFields.contains { $0.offset < end && $0.offset + $0.size > start }
    }

    /// Fields that no property of the table writes directly.
    private static var ownFields: [StyleField] {
        [StyleField(\.specifiedDisplay), StyleField(\.quirkyMargins), StyleField(\.grid), StyleField(\.counters), StyleField(\.paint), StyleField(\.isTransformed)]
    }

    static func row(_ name: StaticString, _ property: PropertyID, _ grammar: Grammar, inherited: Bool = false, _ fields: StyleField...) -> PropertyEntry {
        PropertyEntry(name: name, property: property, isInherited: inherited, grammar: grammar, fields: fields)
    }
}

/// A keyword row's values, written `("name", .case)`.
func words<Value: RawRepresentable>(_ pairs: (StaticString, Value)...) -> Grammar where Value.RawValue == UInt8 {
    .keyword(pairs.map { KeywordValue($0.0, $0.1) })
}

func flags(_ pairs: (StaticString, UInt8)...) -> Grammar { .keyword(pairs.map { KeywordValue($0.0, $0.1) }) }
