internal import Copyfit

/// Which boxes are painted as layers, and in which order (https://www.w3.org/TR/CSS22/zindex.html).
///
/// A **layer** is a positioned box or a stacking context: it is painted by the stacking context around it, not by its parent.
struct StackingOrder {
    enum Kind: UInt8 {
        case none
        /// Positioned with `z-index: auto`: in the order of level 0, its own layers belong to the context around.
        case positioned
        case context
    }

    /// By `BoxID`.
    private(set) var kinds: [Kind]
    /// By box: the nearest inline box above it, or itself, that is a layer; within its inline formatting context.
    private(set) var inlineOwners: [BoxID]
    /// By box: how many ancestors it has.
    private(set) var depths: [Int32]
    /// By stacking context: its layers in tree order.
    private var layers: [BoxID: [BoxID]] = [:]
    private let levels: [Int32]

    init(page: LaidOutPage) {
        let tree = page.tree
        let count = tree.boxes.count
        kinds = Array(repeating: .none, count: count)
        inlineOwners = Array(repeating: .none, count: count)
        depths = Array(repeating: 0, count: count)
        var levels = [Int32](repeating: 0, count: count)
        guard count > 0 else {
            self.levels = []
            return
        }
        // Pre-order, with the stacking context around each box.
        var stack: [(box: BoxID, context: BoxID, depth: Int32)] = [(.root, .none, 0)]
        while let (id, context, depth) = stack.popLast() {
            let box = tree[id]
            // Nothing in skipped contents is painted.
            let isSkipped = box.kind != .text && page.style(id).contentVisibility == .hidden
            depths[id.index] = depth
            let (kind, level) = StackingOrder.kind(of: id, page)
            kinds[id.index] = kind
            levels[id.index] = level
            if kind != .none, context.exists { layers[context, default: []].append(id) }
            if box.parent.exists, tree[box.parent].kind == .inline || tree[box.parent].kind == .inlineContext {
                inlineOwners[id.index] = tree[box.parent].kind == .inline ? inlineOwners[box.parent.index] : .none
            }
            if kind != .none, box.kind == .inline { inlineOwners[id.index] = id }
            let inner = kind == .context ? id : context
            var children: [BoxID] = []
            var child = box.firstChild
            while child.exists {
                children.append(child)
                child = tree[child].nextSibling
            }
            for child in children.reversed() { stack.append((child, isSkipped ? .none : inner, depth + 1)) }
        }
        self.levels = levels
        for (context, list) in layers where list.contains(where: { levels[$0.index] != 0 }) {
            // Stable: equal levels stay in tree order.
            layers[context] = list.enumerated().sorted { a, b in
                let x = levels[a.element.index], y = levels[b.element.index]
                return x != y ? x < y : a.offset < b.offset
            }.map(\.element)
        }
    }

    /// The layers of a context below its content, lowest first.
    func below(_ context: BoxID) -> [BoxID] { (layers[context] ?? []).filter { levels[$0.index] < 0 } }
    /// The layers above it.
    func above(_ context: BoxID) -> [BoxID] { (layers[context] ?? []).filter { levels[$0.index] >= 0 } }

    private static func kind(of id: BoxID, _ page: LaidOutPage) -> (Kind, Int32) {
        if id == .root { return (.context, 0) }
        let box = page.tree[id]
        guard !box.flags.contains(.anonymous), box.kind != .text, box.kind != .lineBreak, box.kind != .wordBreak else { return (.none, 0) }
        let style = page.style(id)
        let isPositioned = style.position != .static
        var isItem = false
        if box.parent.exists { isItem = page.tree[box.parent].kind == .flex || page.tree[box.parent].kind == .grid }
        let takesLevel = isPositioned || isItem
        let level = takesLevel && !style.zIndexIsAuto ? style.zIndex : 0
        if takesLevel && !style.zIndexIsAuto { return (.context, level) }
        if style.position == .fixed || style.position == .sticky { return (.context, 0) }
        if style.isTransformed, box.kind != .inline { return (.context, 0) }
        // Paint and layout containment.
        if style.contain & 0b10100 != 0, box.kind != .inline { return (.context, 0) }
        if style.paint != 0 {
            let paint = page.paint(style)
            if paint.opacity < 1 || paint.blendMode != .normal || paint.isIsolated || !paint.filters.isEmpty || paint.clipPath != .none
                || paint.makesStackingContext || !paint.maskLayers.isEmpty || (!paint.transforms.isEmpty && box.kind != .inline)
            {
                return (.context, 0)
            }
        }
        return isPositioned ? (.positioned, 0) : (.none, 0)
    }
}
