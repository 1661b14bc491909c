/// The counters in scope while boxes are generated in tree order (https://www.w3.org/TR/css-lists-3/#counters).
package struct CounterScopes {
    private struct Instance {
        var value: Int
        /// The parent of the element that made the counter: it is in scope for that parent's later children.
        var owner: NodeID
        /// −1 for an `<ol reversed>`.
        var step: Int
    }

    private var counters: [String: [Instance]] = [:]
    private var elements: [NodeID] = []
    /// Names of instances made by children of each open element, to be dropped when it closes.
    private var made: [[String]] = [[]]
    package var quoteDepth = 0

    package init() {}

    mutating func enter(_ node: NodeID, style: ComputedStyle, styled: StyledDocument, document: Document) {
        let owner = elements.last ?? .none
        elements.append(node)
        applyHTMLListCounters(node, style: style, document: document, owner: owner, styled: styled)
        apply(style, styled: styled, owner: owner)
        made.append([])
    }

    mutating func leave(_ node: NodeID) {
        elements.removeLast()
        for name in made.removeLast() {
            counters[name]?.removeLast()
        }
    }

    /// A pseudo-element's counter properties: what it resets is in scope for what follows it among its element's children.
    mutating func applyPseudo(_ style: ComputedStyle, styled: StyledDocument) {
        apply(style, styled: styled, owner: elements.last ?? .none)
    }

    private mutating func apply(_ style: ComputedStyle, styled: StyledDocument, owner: NodeID) {
        guard style.counters > 0 else { return }
        let operations = styled.counterOperations[Int(style.counters) - 1]
        for reset in operations.resets { self.reset(reset.name, to: Int(reset.value), owner: owner, step: 1) }
        for increment in operations.increments { change(increment.name, owner: owner) { $0 &+ Int(increment.value) } }
        for set in operations.sets { change(set.name, owner: owner) { _ in Int(set.value) } }
    }

    private mutating func reset(_ name: String, to value: Int, owner: NodeID, step: Int) {
        var instances = counters[name] ?? []
        let isReplaced = instances.last?.owner == owner
        if isReplaced { instances.removeLast() }
        instances.append(Instance(value: value, owner: owner, step: step))
        counters[name] = instances
        if !isReplaced { made[made.count - 1].append(name) }
    }

    private mutating func change(_ name: String, owner: NodeID, _ change: (Int) -> Int) {
        if counters[name]?.isEmpty ?? true { reset(name, to: 0, owner: owner, step: 1) }
        guard let count = counters[name]?.count, count > 0 else { return }
        let value = counters[name]?[count - 1].value ?? 0
        counters[name]?[count - 1].value = max(-2_147_483_648, min(2_147_483_647, change(value)))
    }

    /// The implied `list-item` counter of HTML lists: `start`, `reversed` and `value`
    /// (https://html.spec.whatwg.org/#lists-2).
    private mutating func applyHTMLListCounters(
        _ node: NodeID, style: ComputedStyle, document: Document, owner: NodeID, styled: StyledDocument
    ) {
        guard document[node].namespace == .html else { return }
        let name = document[node].name
        if name == .ol || name == .ul || name == .menu || name == .dir {
            var start = 1
            var step = 1
            if name == .ol {
                if document.hasAttribute(.reversed, of: node) {
                    step = -1
                    start = itemCount(of: node, document: document)
                }
                if let text = document.attributeString(.start, of: node), let value = HTMLNumber.integer(text) { start = value }
            }
            reset("list-item", to: start &- step, owner: owner, step: step)
        }
        let incrementsItself =
            style.counters > 0
            && styled.counterOperations[Int(style.counters) - 1].increments.contains { $0.name == "list-item" }
        if style.display == .listItem || style.display == .inlineListItem {
            if name == .li, let text = document.attributeString(.value, of: node), let value = HTMLNumber.integer(text) {
                change("list-item", owner: owner) { _ in value }
            } else if !incrementsItself {
                let step = counters["list-item"]?.last?.step ?? 1
                change("list-item", owner: owner) { $0 &+ step }
            }
        }
    }

    private func itemCount(of list: NodeID, document: Document) -> Int {
        var count = 0
        var child = document[list].firstChild
        while child.exists {
            if document.isElement(child, .li) { count += 1 }
            child = document[child].nextSibling
        }
        return count
    }

    package func value(of name: String) -> Int { counters[name]?.last?.value ?? 0 }
    package func values(of name: String) -> [Int] {
        let all = counters[name]?.map(\.value) ?? []
        return all.isEmpty ? [0] : all
    }
}

/// https://html.spec.whatwg.org/#rules-for-parsing-integers
package enum HTMLNumber {
    /// The leading integer of `text` after white space, clamped to 32 bits; nil where there is none.
    package static func integer(_ text: String) -> Int? {
        var bytes = text.utf8.drop { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D && $0 != 0x0B) }
        var isNegative = false
        if let sign = bytes.first, sign == 0x2D || sign == 0x2B {
            isNegative = sign == 0x2D
            bytes = bytes.dropFirst()
        }
        guard let first = bytes.first, first >= 0x30, first <= 0x39 else { return nil }
        var value = 0
        for byte in bytes {
            guard byte >= 0x30, byte <= 0x39 else { break }
            value = min(value * 10 + Int(byte - 0x30), 2_147_483_648)
        }
        return max(-2_147_483_648, min(2_147_483_647, isNegative ? -value : value))
    }
}
