/// Who wrote a sheet (https://www.w3.org/TR/css-cascade-5/#cascade-origin), weakest first for normal declarations.
package enum CascadeOrigin: UInt8, Hashable, Comparable, Sendable {
    case userAgent, user, author
    package static func < (a: CascadeOrigin, b: CascadeOrigin) -> Bool { a.rawValue < b.rawValue }
}

/// The sheets of a document in cascade order, imports before the sheet that imports them, and their layers in one order.
package struct SheetSet: Sendable {
    package struct Entry: Sendable {
        package var sheet: Stylesheet
        package var origin: CascadeOrigin
        /// All must match: the `media` attribute, and those of the `@import`s on the way.
        package var media: [MediaQueryList]
        /// The file or URL, for diagnostics.
        package var source: String?
        /// The `style` element that holds the sheet: its parent is the root of `@scope` rules without a prelude.
        package var owner: NodeID
        /// By the sheet's layers: numbers in `layers`.
        var layers: [UInt32]
    }

    package private(set) var entries: [Entry] = []
    /// Imports that were not followed.
    package private(set) var diagnostics: [Diagnostic] = []
    private var layers = LayerTree()
    /// All mentions of layers in order.
    private var appearances: [Appearance] = []

    private struct Appearance: Sendable {
        var layer: UInt32
        var media: [MediaQueryList]
        /// Where there is a condition: the sheet it is of.
        var sheet: Stylesheet?
        var condition: Int32
    }

    /// `@import`s nested deeper than this are not followed.
    package static let maximumImportDepth = 16
    /// No more sheets than these are imported into one document.
    package static let maximumImports = 256
    private var importCount = 0

    package init() {}

    /// Adds a sheet after the others. `load` finds an imported sheet by its URL and the importing sheet's base; it may answer a shared one.
    package mutating func add(
        _ sheet: Stylesheet, origin: CascadeOrigin = .author, media: MediaQueryList? = nil, source: String? = nil, owner: NodeID = .none,
        load: (_ url: String, _ base: String?) -> Stylesheet? = { _, _ in nil }
    ) {
        let media = media.map { $0.isAlwaysTrue ? [] : [$0] } ?? []
        add(sheet, origin, media, source, owner, layer: layers.root(of: origin), chain: [], load)
    }

    private mutating func add(
        _ sheet: Stylesheet, _ origin: CascadeOrigin, _ media: [MediaQueryList], _ source: String?, _ owner: NodeID, layer: UInt32, chain: [Stylesheet],
        _ load: (String, String?) -> Stylesheet?
    ) {
        var numbers = [layer]
        numbers.reserveCapacity(sheet.layers.count)
        for declared in sheet.layers.dropFirst() {
            numbers.append(layers.number(of: declared.name, in: numbers[Int(declared.parent)]))
        }
        var noted = 0
        func note(upTo count: Int, _ appearances: inout [Appearance]) {
            for appearance in sheet.layerAppearances[noted..<count] {
                appearances.append(Appearance(
                    layer: numbers[Int(appearance.layer)], media: media, sheet: appearance.condition < 0 ? nil : sheet,
                    condition: appearance.condition))
            }
            noted = count
        }
        for rule in sheet.imports {
            note(upTo: rule.appearancesBefore, &appearances)
            let (line, column) = sheet.buffer.location(ofByte: rule.byteOffset)
            guard chain.count < SheetSet.maximumImportDepth, importCount < SheetSet.maximumImports else {
                diagnostics.append(Diagnostic(.limit, "too many @imports: \(rule.url) is not read", source: source, line: line, column: column))
                continue
            }
            importCount += 1
            guard let imported = load(rule.url, sheet.base) else {
                diagnostics.append(Diagnostic(.stylesheet, "cannot import \(rule.url)", source: source, line: line, column: column))
                continue
            }
            guard imported !== sheet, !chain.contains(where: { $0 === imported || $0.buffer.bytes == imported.buffer.bytes }),
                sheet.buffer.bytes != imported.buffer.bytes
            else {
                diagnostics.append(Diagnostic(.stylesheet, "\(rule.url) imports itself", source: source, line: line, column: column))
                continue
            }
            add(
                imported, origin, rule.media.isAlwaysTrue ? media : media + [rule.media], rule.url, .none, layer: numbers[Int(rule.layer)],
                chain: chain + [sheet], load)
        }
        if origin != .userAgent {
            for var diagnostic in sheet.diagnostics {
                diagnostic.source = source
                diagnostics.append(diagnostic)
            }
        }
        note(upTo: sheet.layerAppearances.count, &appearances)
        entries.append(Entry(sheet: sheet, origin: origin, media: media, source: source, owner: owner, layers: numbers))
    }

    /// By layer number: its place in the cascade of normal declarations, weakest first. Rules in no layer come last. Layers that are
    /// mentioned only under conditions that do not hold take no part.
    func layerOrders(_ media: MediaContext) -> [UInt32] {
        var states: [ObjectIdentifier: [ConditionState]] = [:]
        var active: [UInt32] = []
        for appearance in appearances where appearance.media.allSatisfy({ $0.matches(media) }) {
            if let sheet = appearance.sheet {
                let known = states[ObjectIdentifier(sheet)] ?? ConditionState.states(of: sheet, media)
                states[ObjectIdentifier(sheet)] = known
                if known[Int(appearance.condition)] == .inactive { continue }
            }
            active.append(appearance.layer)
        }
        return layers.orders(active)
    }

    /// The viewport sizes at which some rule starts or stops to apply.
    package func breakpoints(fontScale: Float) -> ViewportBreakpoints {
        var result = ViewportBreakpoints()
        for entry in entries {
            result.formUnion(entry.sheet.breakpoints(fontScale: fontScale))
            for list in entry.media { list.addBreakpoints(to: &result, fontScale: fontScale) }
        }
        return result
    }

    // MARK: Rules that are not style rules

    /// The `@font-face` rules that apply, in order.
    package func fontFaces(_ media: MediaContext) -> [FontFaceRule] { active(media) { $0.fontFaces }.map(\.rule) }

    /// The `@counter-style` rules that apply, the strongest of a name last.
    package func counterStyles(_ media: MediaContext) -> [CounterStyleRule] { byLayer(active(media) { $0.counterStyles }, media) }

    /// The `@property` rules that apply, the strongest of a name last.
    package func properties(_ media: MediaContext) -> [PropertyRule] { byLayer(active(media) { $0.properties }, media) }

    private func byLayer<Rule>(_ rules: [(rule: Rule, layer: UInt32)], _ media: MediaContext) -> [Rule] {
        if rules.count < 2 { return rules.map(\.rule) }
        let orders = layerOrders(media)
        return rules.enumerated().sorted { (orders[Int($0.element.layer)], $0.offset) < (orders[Int($1.element.layer)], $1.offset) }.map(\.element.rule)
    }

    private func active<Rule>(_ media: MediaContext, _ rules: (Stylesheet) -> [ConditionalRule<Rule>]) -> [(rule: Rule, layer: UInt32)] {
        var result: [(Rule, UInt32)] = []
        for entry in entries where entry.media.allSatisfy({ $0.matches(media) }) {
            let found = rules(entry.sheet)
            if found.isEmpty { continue }
            let states = ConditionState.states(of: entry.sheet, media)
            for item in found where item.condition < 0 || states[Int(item.condition)] != .inactive {
                result.append((item.rule, entry.layers[Int(item.layer)]))
            }
        }
        return result
    }
}

/// What the viewport says about a rule's condition.
enum ConditionState: UInt8, Sendable {
    case inactive, active
    /// A container decides, element by element.
    case dynamic

    static func states(of sheet: Stylesheet, _ media: MediaContext) -> [ConditionState] {
        var result: [ConditionState] = []
        result.reserveCapacity(sheet.conditions.count)
        for condition in sheet.conditions {
            let outer = condition.parent < 0 ? ConditionState.active : result[Int(condition.parent)]
            switch condition.test {
            case .media(let list): result.append(outer == .inactive || !list.matches(media) ? .inactive : outer)
            case .container: result.append(outer == .inactive ? .inactive : .dynamic)
            }
        }
        return result
    }
}

/// The cascade layers of all sheets: one tree for each origin.
private struct LayerTree: Sendable {
    private struct Layer: Sendable {
        var parent: UInt32
        var numbers: [String: UInt32] = [:]
    }

    /// The first three are the origins' roots: no layer.
    private var tree = [Layer(parent: 0), Layer(parent: 1), Layer(parent: 2)]

    func root(of origin: CascadeOrigin) -> UInt32 { UInt32(origin.rawValue) }

    /// The number of a layer of `parent`; an anonymous one is always new.
    mutating func number(of name: String?, in parent: UInt32) -> UInt32 {
        if let name, let number = tree[Int(parent)].numbers[name] { return number }
        let number = UInt32(clamping: tree.count)
        tree.append(Layer(parent: parent))
        if let name { tree[Int(parent)].numbers[name] = number }
        return number
    }

    /// A layer's own rules come after those of the layers in it: an order of the tree in which children precede their parent, children
    /// in the order in which `appearances` has them first.
    func orders(_ appearances: [UInt32]) -> [UInt32] {
        var orders = [UInt32](repeating: MatchedRule.unlayered, count: tree.count)
        if appearances.isEmpty { return orders }
        var children = [[UInt32]](repeating: [], count: tree.count)
        var isPlaced = [Bool](repeating: false, count: tree.count)
        for layer in appearances {
            // The layers around may have been mentioned in a sheet that was left out.
            var current = layer
            while current > 2, !isPlaced[Int(current)] {
                isPlaced[Int(current)] = true
                children[Int(tree[Int(current)].parent)].append(current)
                current = tree[Int(current)].parent
            }
        }
        for root in 0..<3 {
            var next: UInt32 = 0
            var stack: [(layer: UInt32, child: Int)] = [(UInt32(root), 0)]
            while let (layer, child) = stack.last {
                if child < children[Int(layer)].count {
                    stack[stack.count - 1].child += 1
                    stack.append((children[Int(layer)][child], 0))
                } else {
                    orders[Int(layer)] = next
                    next += 1
                    stack.removeLast()
                }
            }
            orders[root] = MatchedRule.unlayered
        }
        return orders
    }
}
