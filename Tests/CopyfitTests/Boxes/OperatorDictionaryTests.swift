import Testing

@testable import Copyfit

/// The dictionary of operators against the entries that the specifications print.
@Suite struct OperatorDictionaryTests {
    typealias Entry = OperatorDictionary.Entry

    private func entry(_ leading: UInt8, _ trailing: UInt8, _ flags: OperatorProperties.Flags = []) -> Entry {
        Entry(leading: leading, trailing: trailing, flags: flags)
    }

    /// https://www.w3.org/TR/MathML3/appendixc.html
    @Test func mathML3() {
        func found(_ character: Unicode.Scalar, _ form: OperatorDictionary.Form) -> Entry? { OperatorDictionary.entry(character.value, form, .mathML3) }
        #expect(found("(", .prefix) == entry(0, 0, [.stretchy, .symmetric]))
        #expect(found(")", .postfix) == entry(0, 0, [.stretchy, .symmetric]))
        #expect(found("+", .infix) == entry(4, 4))
        #expect(found("+", .prefix) == entry(0, 1))
        #expect(found(",", .infix) == entry(0, 3))
        #expect(found("∑", .prefix) == entry(1, 2, [.symmetric, .largeOperator, .movableLimits]))
        #expect(found("∫", .prefix) == entry(0, 1, [.symmetric, .largeOperator]))
        #expect(found("→", .infix) == entry(5, 5, [.stretchy, .accent]))
        #expect(found("^", .postfix) == entry(0, 0, [.stretchy, .accent]))
        #expect(found("a", .infix) == nil)
    }

    /// https://w3c.github.io/mathml-core/#operator-dictionary-human
    @Test func core() {
        func found(_ character: Unicode.Scalar, _ form: OperatorDictionary.Form) -> Entry? { OperatorDictionary.entry(character.value, form, .core) }
        #expect(found("+", .infix) == entry(4, 4))
        #expect(found("×", .infix) == entry(3, 3))
        #expect(found("-", .prefix) == entry(0, 0))
        #expect(found("∑", .prefix) == entry(3, 3, [.symmetric, .largeOperator, .movableLimits]))
        #expect(found("(", .prefix) == entry(0, 0, [.stretchy, .symmetric]))
        #expect(found(",", .infix) == entry(0, 3))
    }

    /// > If there is no entry for the form, other forms are tried.
    @Test func otherForms() {
        #expect(OperatorDictionary.entry(0x28, .infix, isExplicit: false, .mathML3) == entry(0, 0, [.stretchy, .symmetric]))
        #expect(OperatorDictionary.entry(0x28, .infix, isExplicit: true, .mathML3) == nil)
    }

    @Test(arguments: [Profile.OperatorTable.mathML3, .core])
    func stretchesAreSortedAndApart(table: Profile.OperatorTable) {
        let forms = table == .core ? OperatorDictionary.core : OperatorDictionary.mathML3
        #expect(forms.count == OperatorDictionary.Form.allCases.count)
        for stretches in forms {
            for (one, next) in zip(stretches, stretches.dropFirst()) { #expect(one.first <= one.last && one.last < next.first) }
        }
    }
}
