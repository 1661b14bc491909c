/// The dictionary of operators: spaces and flags by character and form (https://www.w3.org/TR/MathML3/appendixc.html,
/// https://w3c.github.io/mathml-core/#operator-dictionary), as measured in each engine.
package enum OperatorDictionary {
    package enum Form: UInt8, Sendable, CaseIterable { case prefix, infix, postfix }

    package struct Entry: Hashable, Sendable {
        /// In 1/18 em.
        package var leading: UInt8
        package var trailing: UInt8
        package var flags: OperatorProperties.Flags
    }

    /// Neighbouring characters with the same entry.
    struct Stretch: Sendable {
        var first: UInt32
        var last: UInt32
        var entry: Entry

        /// - Parameter packed: leading and trailing space, a hexadecimal digit each, and flags, which have two.
        init(_ first: UInt32, _ last: UInt32, _ packed: UInt32) {
            self.first = first
            self.last = last
            entry = Entry(
                leading: UInt8(truncatingIfNeeded: packed >> 12) & 15, trailing: UInt8(truncatingIfNeeded: packed >> 8) & 15,
                flags: OperatorProperties.Flags(rawValue: UInt8(truncatingIfNeeded: packed)))
        }
    }

    /// The entry of a form, or nil.
    package static func entry(_ character: UInt32, _ form: Form, _ table: Profile.OperatorTable) -> Entry? {
        let stretches = (table == .core ? core : mathML3)[Int(form.rawValue)]
        var low = 0, high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].last < character { low = middle + 1 } else { high = middle }
        }
        return low < stretches.count && stretches[low].first <= character ? stretches[low].entry : nil
    }

    /// The entry of an operator, which is of another form where there is none of its own and the page did not ask for it.
    package static func entry(_ character: UInt32, _ form: Form, isExplicit: Bool, _ table: Profile.OperatorTable) -> Entry? {
        if let entry = entry(character, form, table) { return entry }
        if isExplicit { return nil }
        let others: [Form] = table == .core ? [.infix, .postfix, .prefix] : [.infix, .prefix, .postfix]
        for other in others { if let entry = entry(character, other, table) { return entry } }
        return nil
    }

    /// Characters that stretch across (https://w3c.github.io/mathml-core/#stretchy-operator-axis).
    package static func isHorizontal(_ character: UInt32) -> Bool {
        switch character {
        case 0x3D, 0x5E, 0x5F, 0x7E, 0xAF, 0x2C6, 0x2C7, 0x2C9, 0x2CD, 0x2DC, 0x2F7, 0x302, 0x332, 0x203E, 0x20D0, 0x20D1, 0x20D6, 0x20D7, 0x20E1: true
        case 0x2190, 0x2192, 0x2194, 0x2198, 0x2199, 0x219C, 0x219D, 0x219E, 0x21A0, 0x21A2, 0x21A3, 0x21A4, 0x21A6, 0x21A9, 0x21AA, 0x21AB, 0x21AC, 0x21AD: true
        case 0x21B4, 0x21B9, 0x21BC, 0x21BD, 0x21C0, 0x21C1, 0x21C4, 0x21C6, 0x21C7, 0x21C9, 0x21CB, 0x21CC, 0x21D0, 0x21D2, 0x21D4: true
        case 0x21DA, 0x21DB, 0x21DC, 0x21DD, 0x21E0, 0x21E2, 0x21E4, 0x21E5, 0x21E6, 0x21E8, 0x21F0, 0x21F6, 0x21FD, 0x21FE, 0x21FF: true
        case 0x23B4, 0x23B5, 0x23DC...0x23E1, 0x2500, 0x27F5...0x27F9, 0x27FB...0x27FF, 0x290C...0x2910, 0x294E, 0x2950, 0x2952, 0x2953, 0x2956, 0x2957: true
        case 0x295A, 0x295B, 0x295E, 0x295F, 0x2B45, 0x2B46, 0xFE35...0xFE38, 0x1EEF0, 0x1EEF1: true
        default: false
        }
    }
}
