/// An `@counter-style` rule (https://www.w3.org/TR/css-counter-styles-3/).
package struct CounterStyleRule: Hashable, Sendable {
    package var name: String
    /// `cyclic`, `numeric`, `alphabetic`, `symbolic`, `additive`, `fixed` or `extends`.
    package var system: String = "symbolic"
    package var fixedFirstValue: Int = 1
    package var extends: String?
    package var symbols: [String] = []
    package var additiveSymbols: [(weight: Int, symbol: String)] { zip(additiveWeights, additiveStrings).map { ($0, $1) } }
    package var additiveWeights: [Int] = []
    package var additiveStrings: [String] = []
    package var negative: [String] = ["-"]
    package var prefix = ""
    package var suffix = ". "
    package var range: [ClosedRange<Int>]?
    package var padLength = 0
    package var padSymbol = ""
    package var fallback = "decimal"
    package init(name: String) { self.name = name }
}
