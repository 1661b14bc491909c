/// The pseudo-elements that style and layout know; rules for others are parsed and never apply.
package enum PseudoElement: UInt8, Hashable, Sendable {
    case before, after, marker, firstLine, firstLetter, placeholder
    /// No selector's: what an element is like on the first line of an ancestor with `::first-line`.
    case inheritedFirstLine
}
