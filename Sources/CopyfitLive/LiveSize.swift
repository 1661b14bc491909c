/// What a live document measures at one moment.
public struct LiveSize: Hashable, Sendable {
    /// The width laid out at, and the height of the content there (`scrollHeight`), CSS px.
    public var width: Double
    public var height: Double
    /// Whether everything that the page names has arrived, failed or been given up. Until then the height is provisional.
    public var isSettled: Bool

    public init(width: Double, height: Double, isSettled: Bool) {
        self.width = width
        self.height = height
        self.isSettled = isSettled
    }
}

/// A change of a live document's size, from what an observer was told last.
public struct SizeChange: Hashable, Sendable {
    public var old: LiveSize
    public var new: LiveSize
}

/// Where an element's border box is, CSS px from the top left of the document.
public struct NodeFrame: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
}
