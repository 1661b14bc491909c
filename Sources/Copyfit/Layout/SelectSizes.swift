/// Natural content-box sizes of `<select>`: its options in its own font (browser-rules §6.2, measured).
struct SelectSizes {
    let box: BoxID
    let context: LayoutContext

    /// A list that drops down: one line, as wide as the widest option. Without the platform's appearance nothing is kept for an arrow.
    var dropDownList: Size {
        let line = context.lineStyles[context.tree[box].style.index]
        let isNative = context.style(of: box).appearance == .auto
        let room = isNative ? context.profile.controlSizes.selectRoom : Profile.ControlSize(0, 0)
        // WebKit keeps the font's line gap.
        let text = line.ascent + line.descent + (context.profile.listTextStandsOnPixels ? line.lineGap : 0)
        let options = options(withGroups: false)
        let widest = options.map { self.width(of: $0.text, isIndented: $0.isInGroup) }.max() ?? 0
        return Size(width: .truncating(widest.rounded(.up)) + room.width.layoutUnits, height: .truncating(text) + room.height.layoutUnits)
    }

    /// A list that shows `rows` rows.
    func listBox(rows: Int) -> Size {
        let line = context.lineStyles[context.tree[box].style.index]
        let style = context.style(of: box)
        let room = context.profile.controlSizes.listBoxRoom
        let options = options(withGroups: true)
        let rows = max(1, min(rows, 10_000))
        if context.profile.listRowsFollowFontSize {
            let widest = options.map { width(of: $0.text, isIndented: false) + ($0.isInGroup ? 18 : 0) }.max()
            let text = max(style.fontSize * 1.2, line.ascent + line.descent + line.lineGap)
            let row = options.isEmpty ? style.fontSize * 1.2 : text + Float(room.height)
            return Size(width: widest.map { .ceiling($0) + room.width.layoutUnits } ?? .zero, height: .truncating(row) * rows)
        }
        let widest = options.map { width(of: $0.text, isIndented: $0.isInGroup).rounded(.up) }.max() ?? 0
        let row = LayoutUnit.truncating(line.ascent + line.descent) + room.height.layoutUnits
        return Size(width: .truncating(widest) + room.width.layoutUnits, height: row * rows - room.height.layoutUnits)
    }

    private struct Option {
        var text: String
        var isInGroup: Bool
    }

    /// The texts of the options, white space collapsed, and the labels of their groups.
    private func options(withGroups: Bool) -> [Option] {
        let document = context.prepared.document
        let select = context.tree[box].node
        guard select.exists else { return [] }
        var options: [Option] = []
        var node = document.nextNode(after: select, within: select)
        while node.exists {
            if document.isElement(node, .option) {
                let label = document.attributeString(.label, of: node) ?? ""
                let text = label.isEmpty ? SelectSizes.collapsed(text(of: node)) : label
                options.append(Option(text: text, isInGroup: document.isElement(document[node].parent, .optgroup)))
                node = document.nodeAfterSubtree(of: node, within: select)
                continue
            }
            if withGroups, document.isElement(node, .optgroup) {
                options.append(Option(text: document.attributeString(.label, of: node) ?? "", isInGroup: false))
            }
            node = document.nextNode(after: node, within: select)
        }
        return options
    }

    private func text(of element: NodeID) -> String {
        let document = context.prepared.document
        var text = ""
        var node = document.nextNode(after: element, within: element)
        while node.exists {
            if document[node].kind == .text { text += document.string(document[node].text) }
            node = document.nextNode(after: node, within: element)
        }
        return text
    }

    private static func collapsed(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" || $0 == "\u{0C}" }.joined(separator: " ")
    }

    /// px, in the font of the select.
    private func width(of text: String, isIndented: Bool) -> Float {
        let text = Array(((isIndented ? "    " : "") + text).utf16)
        guard !text.isEmpty else { return 0 }
        let style = context.tree[box].style
        let run = TextRun(start: 0, end: Int32(truncatingIfNeeded: text.count), style: style)
        let item = TextItem(start: 0, count: Int32(truncatingIfNeeded: text.count), run: 0, width: 0, flags: [])
        return context.shaper.width(text: text, item: item, runs: [run], from: 0, to: text.count)
    }
}
