public import Copyfit

extension LiveDocument: StackContent {
    /// A live document knows its height after each change: `ContentStack.update` asks for it.
    public var isLive: Bool { true }

    /// Lays the document out at this width, if it is another one than it has, and gives its height.
    public func stackHeight(width: Double) throws(CopyfitError) -> Double {
        let size = size
        if size.width == width { return size.height }
        do throws(LiveError) {
            try setWidth(width)
        } catch {
            throw .invalidWidth("\(width)")
        }
        return self.size.height
    }
}
