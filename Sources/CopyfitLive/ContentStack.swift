public import Copyfit

/// Something whose height follows from its width: what a `ContentStack` puts one under another.
public protocol StackContent {
    /// The height in CSS px at a width in CSS px. It is asked for again only when the width changed or `ContentStack.contentChanged` was called.
    func stackHeight(width: Double) throws(CopyfitError) -> Double
    /// Whether it changes by itself and knows its height at once: then every `update` asks for it.
    var isLive: Bool { get }
}

extension StackContent {
    public var isLive: Bool { false }
}

extension PreparedDocument: StackContent {
    public func stackHeight(width: Double) throws(CopyfitError) -> Double { Double(try layout(width: width).height) }
}

/// Documents and items of fixed height one under another in one scroll view: where each is, and how tall the whole is.
///
///     var stack = try ContentStack(width: 390)
///     try stack.insert(height: 120)                           // a header drawn by the app
///     try stack.insert(copyfitter.prepare(html: html))
///     try stack.update()
///     header.y = try stack.offset(of: 0); page.y = try stack.offset(of: 1); scrollView.contentHeight = stack.totalHeight
///
/// A value of one task, as its documents are. Changes are cheap: only items that changed are measured again, by `update`, and offsets take O(log n).
public struct ContentStack {
    private enum Content {
        case fixed
        case measured(any StackContent, Insets)
    }

    private struct Item {
        var id: ItemID
        var content: Content
        /// Must be measured at the next `update`.
        var isStale: Bool

        var isLive: Bool { if case .measured(let content, _) = content { content.isLive } else { false } }
    }

    /// Names an item whatever place it has.
    public struct ItemID: Hashable, Sendable { fileprivate var number: Int }

    /// CSS px
    public private(set) var width: Double
    /// Around all items.
    public private(set) var insets: Insets
    /// Between items.
    public private(set) var spacing: Double
    private var items: [Item] = []
    /// Of each item with the spacing below it.
    private var rows = HeightIndex()
    private var nextNumber = 0

    /// - Throws: `CopyfitError.invalidWidth`, and `CopyfitError.invalidOption` for insets or a spacing that are negative or not finite.
    public init(width: Double, insets: Insets = Insets(), spacing: Double = 0) throws(CopyfitError) {
        self.width = 0
        self.insets = insets
        self.spacing = spacing
        for (name, value) in [("top inset", insets.top), ("left inset", insets.left), ("bottom inset", insets.bottom), ("right inset", insets.right), ("spacing", spacing)]
        where !(value >= 0 && value <= 1_000_000) { throw .invalidOption(name: name, value: "\(value)") }
        try setWidth(width)
    }

    // MARK: What it says

    /// The items.
    public var count: Int { items.count }

    /// The height of the whole with insets and spacing, as of the last `update`.
    public var totalHeight: Double { insets.top + max(0, rows.totalHeight - (items.isEmpty ? 0 : spacing)) + insets.bottom }

    /// The offset of an item's top, from the top of the whole.
    public func offset(of index: Int) throws(CopyfitError) -> Double {
        guard items.indices.contains(index) else { throw .outOfRange(name: "item", index: index, count: items.count) }
        return insets.top + (try rows.offset(of: index))
    }

    public func height(of index: Int) throws(CopyfitError) -> Double {
        guard items.indices.contains(index) else { throw .outOfRange(name: "item", index: index, count: items.count) }
        return max(0, try rows.height(of: index) - spacing)
    }

    /// Where an item is now; nil once it was removed.
    public func index(of id: ItemID) -> Int? { items.firstIndex { $0.id == id } }

    /// The items that show in a stretch of the whole.
    public func items(from top: Double, height: Double) -> Range<Int> { rows.rows(from: top - insets.top, height: height) }

    // MARK: Changes

    /// Puts an item of a height in CSS px at the end, or before the item at `index`.
    @discardableResult
    public mutating func insert(height: Double, at index: Int? = nil) throws(CopyfitError) -> ItemID {
        guard height >= 0, height <= 1_000_000_000 else { throw .invalidOption(name: "item height", value: "\(height)") }
        return try insert(.fixed, height, isStale: false, index ?? items.count)
    }

    /// Puts a document at the end, or before the item at `index`; it is measured by the next `update`.
    /// - Parameter insets: around the document; it is laid out in what they leave of the width.
    @discardableResult
    public mutating func insert(_ content: any StackContent, insets: Insets = Insets(), at index: Int? = nil) throws(CopyfitError) -> ItemID {
        for value in [insets.top, insets.left, insets.bottom, insets.right] where !(value >= 0 && value <= 1_000_000) {
            throw .invalidOption(name: "item insets", value: "\(value)")
        }
        return try insert(.measured(content, insets), 0, isStale: true, index ?? items.count)
    }

    private mutating func insert(_ content: Content, _ height: Double, isStale: Bool, _ index: Int) throws(CopyfitError) -> ItemID {
        guard index >= 0, index <= items.count else { throw .outOfRange(name: "item", index: index, count: items.count) }
        try rows.insert(height: height + spacing, isEstimate: isStale, at: index)
        let id = ItemID(number: nextNumber)
        nextNumber += 1
        items.insert(Item(id: id, content: content, isStale: isStale), at: index)
        return id
    }

    public mutating func remove(at index: Int) throws(CopyfitError) {
        guard items.indices.contains(index) else { throw .outOfRange(name: "item", index: index, count: items.count) }
        try rows.remove(at: index)
        items.remove(at: index)
    }

    public mutating func move(from index: Int, to target: Int) throws(CopyfitError) {
        for index in [index, target] where !items.indices.contains(index) { throw .outOfRange(name: "item", index: index, count: items.count) }
        try rows.move(from: index, to: target)
        items.insert(items.remove(at: index), at: target)
    }

    /// Gives an item a fixed height in CSS px, in place of what it was.
    public mutating func setHeight(of index: Int, to height: Double) throws(CopyfitError) {
        guard items.indices.contains(index) else { throw .outOfRange(name: "item", index: index, count: items.count) }
        guard height >= 0, height <= 1_000_000_000 else { throw .invalidOption(name: "item height", value: "\(height)") }
        try rows.setHeight(of: index, to: height + spacing)
        items[index].content = .fixed
        items[index].isStale = false
    }

    /// Says that a document is another than it was: the next `update` measures it again.
    public mutating func contentChanged(at index: Int) throws(CopyfitError) {
        guard items.indices.contains(index) else { throw .outOfRange(name: "item", index: index, count: items.count) }
        items[index].isStale = true
    }

    /// As `contentChanged(at:)`; an item that is gone has nothing to measure.
    public mutating func contentChanged(_ id: ItemID) {
        if let index = index(of: id) { items[index].isStale = true }
    }

    /// Another width in CSS px: the next `update` measures every document.
    public mutating func setWidth(_ width: Double) throws(CopyfitError) {
        guard width > 0, width <= 1_000_000 else { throw .invalidWidth("\(width)") }
        guard width != self.width else { return }
        self.width = width
        for index in items.indices { items[index].isStale = true }
    }

    /// Measures what changed.
    /// - Returns: whether the height of the whole is another than before.
    /// - Throws: `CopyfitError.invalidWidth` where insets leave no width, and what documents throw; the items before have been measured then.
    @discardableResult
    public mutating func update() throws(CopyfitError) -> Bool {
        let former = totalHeight
        for index in items.indices where items[index].isStale || items[index].isLive {
            if case .measured(let content, let own) = items[index].content {
                let room = width - insets.left - insets.right - own.left - own.right
                guard room > 0 else { throw .invalidWidth("\(room)") }
                let height = try content.stackHeight(width: room)
                guard height >= 0, height <= 1_000_000_000 else { throw .invalidOption(name: "item height", value: "\(height)") }
                try rows.setHeight(of: index, to: own.top + height + own.bottom + spacing)
            }
            items[index].isStale = false
        }
        return totalHeight != former
    }
}
