// Markers of list items (https://www.w3.org/TR/css-lists-3/#markers, browser-rules §6.3).

extension BoxGenerator {
    /// Adds the marker of the list item whose flow was just begun: inline content at its start, or an outside marker beside it.
    mutating func addMarker(of node: NodeID, box: BoxID, style styleID: StyleID) {
        let style = styled[styleID]
        let markerStyle = styled.style(of: .marker, on: node) ?? styleID
        var image: ReplacedContent?
        if style.listStyleImage > 0, let size = imageSize(styled.images[Int(style.listStyleImage) - 1]) {
            image = ReplacedContent(kind: .image, naturalWidth: size.width, naturalHeight: size.height, ratio: size.ratio)
        }
        guard let text = markerText(of: node, style: style, markerStyle: markerStyle) ?? (image == nil ? nil : "") else { return }
        let isInside = style.listStylePosition == .inside || style.display == .inlineListItem || isItemOutsideLists(node)
        guard isInside else {
            tree.markers[box] = OutsideMarker(style: markerStyle, text: text, image: image)
            return
        }
        let hasOwnContent = markerStyle != styled.style(of: node) && styled[markerStyle].content > 0
        if image == nil, !hasOwnContent, let style = symbolMarkerStyle(style, markerStyle) {
            openInsideMarker(of: node, style: style)
            closeInline()
            return
        }
        let inlineStyle = markerStyleAsInline(markerStyle)
        openInsideMarker(of: node, style: inlineStyle)
        if let image {
            addPseudoImage(image, of: node, inheritingFrom: styleID)
        } else {
            addGeneratedText(text, style: inlineStyle)
        }
        closeInline()
    }

    private mutating func openInsideMarker(of node: NodeID, style: StyleID) {
        openInline(node: node, style: style, isPseudo: true)
        if let marker = flows[flows.count - 1].openInlines.last?.box { tree[marker].flags.insert(.insideMarker) }
    }

    /// In quirks mode both browsers set the marker of an `<li>` that is in no `<ul>` or `<ol>` inside.
    private func isItemOutsideLists(_ node: NodeID) -> Bool {
        guard document.mode == .quirks, document.isElement(node, .li) else { return false }
        var ancestor = document[node].parent
        while ancestor.exists {
            if document.isElement(ancestor, .ul) || document.isElement(ancestor, .ol) { return false }
            ancestor = document[ancestor].parent
        }
        return true
    }

    private func markerText(of node: NodeID, style: ComputedStyle, markerStyle: StyleID) -> String? {
        let marker = styled[markerStyle]
        if markerStyle != styled.style(of: node), marker.content > 0 {
            let items = styled.contents[Int(marker.content) - 1]
            if items.contains(.none) { return nil }
            return items.map { stringOrCounter($0) ?? "" }.joined()
        }
        return CounterText.marker(
            of: counters.value(of: "list-item"), style: styled.listStyles[Int(style.listStyleType)], rules: styled.counterStyles)
    }

    /// The item's inherited properties on an inline box: the box properties of the item are not its marker's.
    private mutating func markerStyleAsInline(_ id: StyleID) -> StyleID {
        styled[id].display == .inline ? id : anonymousStyle(inheritingFrom: id, display: .inline)
    }

    /// Bullets are drawn: symbols that take room but no text, so is Chromium's disclosure triangle. The style of an empty inline box of
    /// the symbol's width with its margins; nil for markers of text.
    private mutating func symbolMarkerStyle(_ style: ComputedStyle, _ markerStyle: StyleID) -> StyleID? {
        guard case .counterStyle(let name) = styled.listStyles[Int(style.listStyleType)] else { return nil }
        let size = styled[markerStyle].fontSize
        let ascent = fontAscent(styled[markerStyle])
        let width: Float
        switch name {
        case "disclosure-open", "disclosure-closed":
            guard !profile.disclosureMarkersAreText else { return nil }
            width = LayoutUnit.truncating(size * 0.66).px + LayoutUnit.truncating(size * 0.4).px
        case "disc", "circle", "square":
            // −1 px, the bullet, and 1em or what is left of the ascent.
            let bullet = Float((Int(ascent) * 2 / 3 + 1) / 2 + 2)
            width = profile.bulletsEndOneEmBehind ? bullet + size - 1 : ascent
        default: return nil
        }
        return anonymousStyle(AnonymousStyleKey(parent: markerStyle, purpose: .symbol, width: width)) { style in
            var box = ComputedStyle.anonymous(inheritingFrom: style)
            if box.direction == .ltr { box.padding.right = .px(width) } else { box.padding.left = .px(width) }
            return box
        }
    }
}
