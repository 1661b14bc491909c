public import Copyfit
private import Glibc

/// The heights of the rows of a long list: where row `i` begins, and which row is at an offset, without adding them up.
///
///     var rows = try HeightIndex(count: messages.count, estimate: 64)
///     try rows.setHeight(of: 17, to: 92)
///     let top = try rows.offset(of: 18)
///     let first = rows.row(at: scrollOffset)
///
/// Rows that nobody has measured yet have an estimate. `pin(at:viewportHeight:)` remembers what is on screen; whatever changes afterwards,
/// `pinnedOffset` is the scroll offset at which it stands where it stood.
///
/// A B-tree without keys, its nodes in flat arrays: 64 rows a leaf, 32 children a node, each with its number of rows and their sum. Every
/// question and every change walks down once. Heights are kept in 1/65536 px, so that sums are exact in whatever order changes came.
/// A value: a copy is cheap until one of the two is changed. Wrong indices and heights throw, and then nothing has changed.
public struct HeightIndex: Sendable {
    static let leafCapacity = 64
    static let nodeCapacity = 32
    static let unitsPerPixel = 65536.0
    /// No row may be taller, in CSS px.
    public static let rowLimit = 1_073_741_824.0
    /// No list may have more rows.
    public static let countLimit = 1 << 30
    static let totalLimit: Int64 = 1 << 60

    // Leaves: row `slot` of leaf `n` is at `n × 64 + slot`.
    var heights: [Int64] = []
    /// A bit for each row whose height is no estimate.
    var measured: [UInt64] = []
    var leafCounts: [Int32] = []
    var freeLeaves: [Int32] = []

    // Inner nodes: child `slot` of node `n` is at `n × 32 + slot`.
    var children: [Int32] = []
    var childRows: [Int32] = []
    var childSums: [Int64] = []
    var nodeCounts: [Int32] = []
    var freeNodes: [Int32] = []

    /// The levels of inner nodes above the leaves; with none the root is a leaf.
    var levels = 0
    var root: Int32 = 0

    /// The rows.
    public internal(set) var count = 0
    var units: Int64 = 0

    // What is kept in place: a row, or the end of the list, and how far its top is below the viewport's.
    var pinnedRow: Int?
    var pinnedDistance: Int64 = 0

    /// A list without rows.
    public init() { root = makeLeaf() }

    /// A list of rows that all have the same estimated height.
    /// - Throws: `CopyfitError.invalidOption` for a height that is negative, not finite or above `rowLimit`, `CopyfitError.limitExceeded`
    ///   for more rows than `countLimit` or a sum that can't be kept.
    /// - Complexity: O(count)
    public init(count: Int, estimate: Double) throws(CopyfitError) {
        let units = try HeightIndex.units(estimate)
        guard count >= 0 else { throw .outOfRange(name: "row count", index: count, count: HeightIndex.countLimit) }
        try self.init(count: count, isMeasured: false) { _ in units }
    }

    /// A list of rows of known heights in CSS px, or with `areEstimates` of estimated ones.
    /// - Complexity: O(count)
    public init(heights: [Double], areEstimates: Bool = false) throws(CopyfitError) {
        for height in heights { _ = try HeightIndex.units(height) }
        try self.init(count: heights.count, isMeasured: !areEstimates) { Int64((heights[$0] * HeightIndex.unitsPerPixel).rounded()) }
    }

    private init(count: Int, isMeasured: Bool, height: (Int) -> Int64) throws(CopyfitError) {
        guard count <= HeightIndex.countLimit else { throw .limitExceeded(name: "rows", limit: HeightIndex.countLimit, actual: count) }
        self.init()
        guard count > 0 else { return }
        build(count: count, isMeasured: isMeasured, height: height)
        guard units <= HeightIndex.totalLimit else {
            throw .limitExceeded(name: "list height", limit: Int(HeightIndex.totalLimit >> 16), actual: Int(clamping: units >> 16))
        }
    }

    // MARK: Questions

    /// The height of all rows, in CSS px.
    public var totalHeight: Double { HeightIndex.pixels(units) }

    /// The offset of a row's top in CSS px; `count` gives the end of the list.
    /// - Complexity: O(log n)
    public func offset(of row: Int) throws(CopyfitError) -> Double {
        guard row >= 0, row <= count else { throw .outOfRange(name: "row", index: row, count: count) }
        return HeightIndex.pixels(unitOffset(of: row))
    }

    /// The height of a row in CSS px, measured or estimated.
    public func height(of row: Int) throws(CopyfitError) -> Double {
        let place = try place(of: row)
        return HeightIndex.pixels(heights[place.leaf * HeightIndex.leafCapacity + place.slot])
    }

    /// Whether a row's height is more than an estimate.
    public func isMeasured(_ row: Int) throws(CopyfitError) -> Bool {
        let place = try place(of: row)
        return measured[place.leaf] >> UInt64(place.slot) & 1 == 1
    }

    /// A row and where it stands.
    public struct Row: Hashable, Sendable {
        public var index: Int
        /// Of its top, in CSS px.
        public var offset: Double
        public var height: Double
    }

    /// The row at an offset in CSS px: the first above 0, the last below the end; nil in an empty list or for NaN.
    /// - Complexity: O(log n)
    public func row(at y: Double) -> Row? {
        guard count > 0, !y.isNaN else { return nil }
        return row(atUnits: HeightIndex.clampedUnits(y))
    }

    /// The rows that show in a stretch of the list; empty where nothing does.
    public func rows(from top: Double, height: Double) -> Range<Int> {
        guard count > 0, height > 0, top < totalHeight, top + height > 0, let first = row(at: top) else { return 0..<0 }
        let bottom = HeightIndex.clampedUnits(top + height)
        guard bottom < units else { return first.index..<count }
        let last = row(atUnits: bottom)
        // A row that begins where the stretch ends does not show.
        let end = HeightIndex.clampedUnits(last.offset) < bottom ? last.index + 1 : last.index
        return first.index..<max(end, first.index + 1)
    }

    // MARK: Units

    static func units(_ height: Double) throws(CopyfitError) -> Int64 {
        guard height >= 0, height <= HeightIndex.rowLimit else { throw .invalidOption(name: "row height", value: "\(height)") }
        return Int64((height * HeightIndex.unitsPerPixel).rounded())
    }

    /// Any offset, infinite ones included.
    static func clampedUnits(_ y: Double) -> Int64 {
        let bound = Double(HeightIndex.totalLimit)
        return Int64(max(-bound, min(bound, (y * HeightIndex.unitsPerPixel).rounded(.down))))
    }

    static func pixels(_ units: Int64) -> Double { Double(units) / HeightIndex.unitsPerPixel }
}
