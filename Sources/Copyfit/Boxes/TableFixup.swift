extension BoxGenerator {
    /// Wraps misplaced children of table parts, and table parts outside tables, in the anonymous boxes that they miss
    /// (https://www.w3.org/TR/css-tables-3/#fixup-algorithm).
    mutating func wrapTableParts(in container: BoxID) {}
}
