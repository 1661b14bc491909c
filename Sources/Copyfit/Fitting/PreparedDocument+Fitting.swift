// How large a view for a document should be.

extension PreparedDocument {
    /// The size of the content when no line wraps: the body's max-content width with all that is around it, and the height at that width.
    public func intrinsicContentSize() throws(CopyfitError) -> ContentSize {
        let wide = try laidOut(width: PreparedDocument.unlimitedWidth)
        let natural = max(LayoutUnit.epsilon, wide.naturalDocumentWidth)
        return try size(width: natural, lineCount: wide.lineCount, limit: .truncating(PreparedDocument.unlimitedWidth))
    }

    /// The size that content takes where a width is offered: no wider than its longest line would be unwrapped, no narrower than its widest
    /// unbreakable part, which may be more than the offer; and the height at that width.
    /// - Parameter width: CSS px
    public func sizeThatFits(width: Double) throws(CopyfitError) -> ContentSize {
        let offered = try laidOut(width: width)
        let natural = max(LayoutUnit.epsilon, offered.naturalDocumentWidth)
        let available = LayoutUnit.truncating(width)
        guard natural < available else {
            return ContentSize(width: max(width, offered.contentWidth.doublePx), height: Double(offered.scrollHeight()))
        }
        return try size(width: natural, lineCount: offered.lineCount, limit: available)
    }

    /// The size of a view of a width that grows with its content from `minHeight` to `maxHeight` and then scrolls. Where the two contradict, the least
    /// height wins, as in CSS.
    /// - Parameter maxHeight: CSS px, or infinity.
    /// - Throws: `CopyfitError.invalidOption` for a height that is negative or not a number.
    public func fittingSize(width: Double, minHeight: Double = 0, maxHeight: Double = .infinity) throws(CopyfitError) -> FittingSize {
        guard minHeight >= 0, minHeight.isFinite else { throw .invalidOption(name: "least height", value: "\(minHeight)") }
        guard maxHeight >= 0 else { throw .invalidOption(name: "greatest height", value: "\(maxHeight)") }
        let content = Double(try layout(width: width).height)
        return FittingSize(width: width, height: max(minHeight, min(maxHeight, content)), contentHeight: content)
    }

    private static var unlimitedWidth: Double { 1_000_000 }

    /// The size at a natural width; sums of fractions may want a little more for the same lines.
    private func size(width: LayoutUnit, lineCount: Int, limit: LayoutUnit) throws(CopyfitError) -> ContentSize {
        for extra: Int32 in [0, 1, 4, 16, 64] {
            let wanted = width + LayoutUnit(rawValue: extra)
            guard wanted < limit else { break }
            let context = try laidOut(width: wanted.doublePx)
            if context.lineCount <= lineCount { return ContentSize(width: wanted.doublePx, height: Double(context.scrollHeight())) }
        }
        return ContentSize(width: limit.doublePx, height: Double(try laidOut(width: limit.doublePx).scrollHeight()))
    }
}

extension LayoutContext {
    /// The width at which nothing wraps, with the margins of root and body.
    var naturalDocumentWidth: LayoutUnit {
        guard !tree.boxes.isEmpty else { return .zero }
        return intrinsicWidths(of: .root).maximum + margins(of: .root, containingWidth: .zero).horizontal
    }

    /// The right edge of what there is to see, as `scrollWidth` has it for text from left to right.
    var contentWidth: LayoutUnit {
        guard !tree.boxes.isEmpty else { return .zero }
        let origins = LayoutReport(context: self, width: viewport.width.doublePx, detail: .boxes).origins
        var right = LayoutUnit.zero
        var stack: [BoxID] = [.root]
        while let id = stack.popLast() {
            let box = tree[id]
            if box.kind != .inline {
                let fragment = fragments[id]
                guard fragment.isPlaced || id == .root else { continue }
                let x = origins[id.index].x
                if fragment.size.width > .zero, fragment.size.height > .zero { right = max(right, x + fragment.size.width) }
                let clips = style(of: id).overflowX != .visible || style(of: id).overflowY != .visible
                if id != .root, !box.flags.contains(.body), clips { continue }
                if box.kind == .inlineContext {
                    let start = x + contentOffset(of: id).x
                    for piece in fragments.lines[Int(box.payload)].pieces where piece.run >= 0 { right = max(right, start + .rounding(piece.x + piece.width)) }
                }
            }
            var child = box.firstChild
            while child.exists {
                switch tree[child].kind {
                case .text, .lineBreak, .wordBreak: break
                default: stack.append(child)
                }
                child = tree[child].nextSibling
            }
        }
        return right
    }
}
