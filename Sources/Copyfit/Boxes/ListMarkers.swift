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
        let isInside = style.listStylePosition == .inside || style.display == .inlineListItem
        guard isInside else {
            tree.markers[box] = OutsideMarker(style: markerStyle, text: text, image: image)
            return
        }
        openInline(node: node, style: markerStyleAsInline(markerStyle), isPseudo: true)
        if let image {
            var box = Box(kind: .replaced, style: anonymousStyle(inheritingFrom: styleID, display: .inlineBlock))
            box.payload = UInt32(tree.replaced.count)
            tree.replaced.append(image)
            append(box, node: node, flags: [.inlineLevel, .pseudo, .formattingContext])
        } else {
            addGeneratedText(text, style: markerStyleAsInline(markerStyle))
        }
        closeInline()
    }

    private func markerText(of node: NodeID, style: ComputedStyle, markerStyle: StyleID) -> String? {
        let marker = styled[markerStyle]
        if markerStyle != styled.style(of: node), marker.content > 0 {
            let items = styled.contents[Int(marker.content) - 1]
            if items.contains(.none) { return nil }
            return items.map { item in
                switch item {
                case .string(let string): string
                case .counter(let name, let style): CounterText.text(of: counters.value(of: name), style: style, rules: styled.counterStyles)
                case .counters(let name, let separator, let style):
                    counters.values(of: name).map { CounterText.text(of: $0, style: style, rules: styled.counterStyles) }
                        .joined(separator: separator)
                default: ""
                }
            }.joined()
        }
        return CounterText.marker(
            of: counters.value(of: "list-item"), style: styled.listStyles[Int(style.listStyleType)], rules: styled.counterStyles)
    }

    /// The item's inherited properties on an inline box: the box properties of the item are not its marker's.
    private mutating func markerStyleAsInline(_ id: StyleID) -> StyleID {
        styled.styles[id.index].display == .inline ? id : anonymousStyle(inheritingFrom: id, display: .inline)
    }
}
