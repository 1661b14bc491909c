/// Reads a sheet's rules (https://www.w3.org/TR/css-syntax-3/#parser-algorithms, https://www.w3.org/TR/css-nesting-1/).
///
/// Recursion follows nested blocks, which the cursor limits; brackets are matched beforehand, so each token is looked at a bounded
/// number of times.
struct StylesheetParser {
    let buffer: CSSTokenBuffer
    let supportsDeclaration: (String, CSSTokenSlice) -> Bool
    var watch: WorkWatch?

    var rules: [StyleRule] = []
    var declarations: [RawDeclaration] = []
    var conditions: [RuleCondition] = []
    var imports: [ImportRule] = []
    var fontFaces: [ConditionalRule<FontFaceRule>] = []
    var counterStyles: [ConditionalRule<CounterStyleRule>] = []
    var properties: [ConditionalRule<PropertyRule>] = []
    var selectors = SelectorStore()
    var layers: [LayerDeclaration] = [LayerDeclaration(parent: 0, name: nil)]
    var layerAppearances: [LayerAppearance] = []
    var scopes: [ScopeRule] = []
    var namespaces: [String?: NamespaceTest] = [:]
    private(set) var diagnostics: [Diagnostic] = []
    private var layerNumbers: [LayerKey: UInt32] = [:]
    /// `@import` and `@namespace` must come before other rules.
    private var acceptsImports = true
    private var acceptsNamespaces = true

    private struct LayerKey: Hashable {
        var parent: UInt32
        var name: String
    }

    /// What is around a rule.
    struct Surroundings {
        var condition: Int32 = -1
        var layer: UInt32 = 0
        var scope: Int32 = -1
        /// Inside a style rule: its selectors, and their number in `selectors.lists` for `&`.
        var parent: (selectors: SelectorList, list: UInt32)?
    }

    private static let diagnosticLimit = 100

    init(buffer: CSSTokenBuffer, supportsDeclaration: @escaping (String, CSSTokenSlice) -> Bool) {
        self.buffer = buffer
        self.supportsDeclaration = supportsDeclaration
    }

    mutating func report(_ message: String, at tokenIndex: Int) {
        guard diagnostics.count < StylesheetParser.diagnosticLimit else { return }
        let offset = tokenIndex < buffer.tokens.count ? buffer.tokens[tokenIndex].start : UInt32(clamping: buffer.bytes.count)
        let (line, column) = buffer.location(ofByte: offset)
        diagnostics.append(Diagnostic(.css, message, source: nil, line: line, column: column))
    }

    // MARK: Rules

    mutating func parse() { parseRules(buffer.all.cursor, Surroundings(), isTopLevel: true) }

    /// A sheet, or the block of a conditional group rule that is not inside a style rule.
    mutating func parseRules(_ source: CSSTokenCursor, _ around: Surroundings, isTopLevel: Bool = false) {
        var cursor = source
        while !cursor.isAtEnd {
            if let watch, watch.mustStop() { return }
            switch cursor.kind {
            case .whitespace: cursor.next()
            case .cdo where isTopLevel, .cdc where isTopLevel: cursor.next()
            case .atKeyword: parseAtRule(&cursor, around, isTopLevel: isTopLevel)
            default: parseQualifiedRule(&cursor, around)
            }
        }
    }

    /// Passes a prelude and stands on its `{`; false at the end of the input or, in a nested rule, at `;`.
    private func skipPrelude(_ cursor: inout CSSTokenCursor, stopsAtSemicolon: Bool) -> Bool {
        while !cursor.isAtEnd {
            if cursor.kind == .openCurly { return true }
            if stopsAtSemicolon, cursor.kind == .semicolon { return false }
            cursor.skipComponentValue()
        }
        return false
    }

    private mutating func parseQualifiedRule(_ cursor: inout CSSTokenCursor, _ around: Surroundings) {
        let start = cursor.index
        guard skipPrelude(&cursor, stopsAtSemicolon: around.parent != nil) else {
            report(around.parent == nil ? "a rule without a block" : "not a declaration: \(excerpt(cursor.slice(from: start)))", at: start)
            cursor.next()
            return
        }
        let prelude = cursor.slice(from: start).trimmed
        guard let block = cursor.block() else { return }
        var name = prelude.cursor
        if name.take(.ident).map({ buffer.withText(of: $0) { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D } }) == true {
            name.skipWhitespace()
            // `--x:hover {…}` is a custom property that went wrong, not a rule.
            if name.kind == .colon { return }
        }
        var parser = SelectorParser(namespaces: namespaces)
        if let parent = around.parent { parser.context = .nested(parent: parent.list) } else if around.scope >= 0 { parser.context = .scoped }
        var selectorCursor = prelude.cursor
        guard let list = parser.parseList(&selectorCursor, into: &selectors) else {
            report("not a selector: \(excerpt(prelude))", at: prelude.start)
            return
        }
        acceptsImports = false
        acceptsNamespaces = false
        var inside = around
        selectors.lists.append(list)
        inside.parent = (list, UInt32(clamping: selectors.lists.count - 1))
        parseStyleBlock(block, inside, byteOffset: buffer.tokens[prelude.start].start)
    }

    /// The block of a style rule or of a group rule in one: declarations and nested rules. Each run of declarations is a rule.
    mutating func parseStyleBlock(_ source: CSSTokenCursor, _ around: Surroundings, byteOffset: UInt32) {
        if source.depth > CSSTokenCursor.maximumDepth { report("blocks are nested too deep", at: source.index) }
        guard let parent = around.parent else { return }
        var cursor = source
        var first = declarations.count
        var start = byteOffset
        func flush(_ parser: inout StylesheetParser) {
            guard parser.declarations.count > first else { return }
            parser.rules.append(StyleRule(
                selectors: parent.selectors, firstDeclaration: UInt32(clamping: first),
                declarationCount: UInt32(clamping: parser.declarations.count - first),
                condition: around.condition, layer: around.layer, scope: around.scope, byteOffset: start))
        }
        while !cursor.isAtEnd {
            switch cursor.kind {
            case .whitespace, .semicolon:
                cursor.next()
            case .atKeyword:
                flush(&self)
                parseAtRule(&cursor, around, isTopLevel: false)
                first = declarations.count
                start = cursor.peek.start
            default:
                let nameIndex = cursor.index
                if let declaration = parseDeclaration(&cursor) {
                    if declaration.name.isEmpty { report("not a value: \(excerpt(declaration.value))", at: nameIndex) } else { declarations.append(declaration) }
                } else {
                    flush(&self)
                    parseQualifiedRule(&cursor, around)
                    first = declarations.count
                    start = cursor.peek.start
                }
            }
        }
        flush(&self)
    }

    /// Declarations alone, as in a style attribute or the block of a descriptor rule; anything else is passed and reported.
    mutating func parseDeclarationList(_ source: CSSTokenCursor) -> [RawDeclaration] {
        var result: [RawDeclaration] = []
        var cursor = source
        while !cursor.isAtEnd {
            if let watch, watch.mustStop() { break }
            switch cursor.kind {
            case .whitespace, .semicolon:
                cursor.next()
            case .atKeyword:
                report("no at-rule may stand here", at: cursor.index)
                if skipPrelude(&cursor, stopsAtSemicolon: true) { cursor.skipComponentValue() }
            default:
                if let declaration = parseDeclaration(&cursor) {
                    if !declaration.name.isEmpty { result.append(declaration) }
                } else {
                    let start = cursor.index
                    if skipPrelude(&cursor, stopsAtSemicolon: true) { cursor.skipComponentValue() }
                    report("not a declaration: \(excerpt(cursor.slice(from: start)))", at: start)
                }
            }
        }
        return result
    }

    /// A declaration (https://www.w3.org/TR/css-syntax-3/#consume-declaration); nil, with the cursor where it was, where it is none: then
    /// it may be a nested rule.
    private func parseDeclaration(_ cursor: inout CSSTokenCursor) -> RawDeclaration? {
        guard cursor.kind == .ident else { return nil }
        let start = cursor.index
        let nameToken = cursor.next()
        cursor.skipWhitespace()
        guard cursor.take(.colon) != nil else {
            cursor.index = start
            return nil
        }
        let isCustom = buffer.withText(of: nameToken) { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D }
        cursor.skipWhitespace()
        let valueStart = cursor.index
        var hasBlock = false
        var hasOther = false
        var isBroken = false
        while !cursor.isAtEnd, cursor.kind != .semicolon {
            switch cursor.kind {
            case .openCurly: hasBlock = true
            case .whitespace: break
            case .badString, .badURL, .closeSquare, .closeParenthesis, .closeCurly:
                isBroken = true
                hasOther = true
            default: hasOther = true
            }
            // A block beside other things makes it a nested rule, as `a:hover { }`; stopping here keeps this linear.
            if hasBlock, hasOther, !isCustom {
                cursor.index = start
                return nil
            }
            cursor.skipComponentValue()
        }
        var value = cursor.slice(from: valueStart).trimmed
        if isCustom, isBroken || buffer.tokens[value.start..<value.end].contains(where: { $0.kind == .badString || $0.kind == .badURL }) {
            // Without a name: the caller drops it. It is no nested rule either.
            return RawDeclaration(name: "", value: value, isImportant: false, byteOffset: nameToken.start)
        }
        let isImportant = StylesheetParser.removeImportant(&value)
        return RawDeclaration(
            name: isCustom ? buffer.text(of: nameToken) : buffer.lowercasedText(of: nameToken), value: value, isImportant: isImportant,
            byteOffset: nameToken.start)
    }

    private static func removeImportant(_ value: inout CSSTokenSlice) -> Bool {
        let buffer = value.buffer
        guard !value.isEmpty, buffer.tokens[value.end - 1].kind == .ident,
            buffer.text(of: buffer.tokens[value.end - 1], equals: "important")
        else { return false }
        var index = value.end - 2
        while index >= value.start, buffer.tokens[index].kind == .whitespace { index -= 1 }
        guard index >= value.start, buffer.tokens[index].kind == .delimiter, buffer.tokens[index].delimiter == 0x21 else { return false }
        value = CSSTokenSlice(buffer: buffer, start: value.start, end: index).trimmed
        return true
    }

    /// A short piece of source for a diagnostic.
    func excerpt(_ slice: CSSTokenSlice) -> String {
        let range = slice.sourceRange
        let text = String(decoding: buffer.bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + 60)], as: UTF8.self)
        return range.count > 60 ? text + "…" : text
    }

    // MARK: At-rules

    private mutating func parseAtRule(_ cursor: inout CSSTokenCursor, _ around: Surroundings, isTopLevel: Bool) {
        let start = cursor.index
        let name = buffer.lowercasedText(of: cursor.next())
        let preludeStart = cursor.index
        while !cursor.isAtEnd, cursor.kind != .openCurly, cursor.kind != .semicolon { cursor.skipComponentValue() }
        let prelude = cursor.slice(from: preludeStart).trimmed
        guard cursor.kind == .openCurly, let block = cursor.block() else {
            cursor.next()
            parseStatement(name, prelude, around, isTopLevel: isTopLevel, at: start)
            return
        }
        var inside = around
        switch name {
        case "media":
            addCondition(.media(MediaQueryList(parsing: prelude)), to: &inside)
        case "container":
            guard let query = ContainerQuery(parsing: prelude) else { return report("not a container query: \(excerpt(prelude))", at: start) }
            addCondition(.container(query), to: &inside)
        case "supports":
            guard SupportsCondition(declaration: supportsDeclaration, namespaces: namespaces).holds(prelude) else { return }
        case "layer":
            if prelude.isEmpty {
                inside.layer = addLayer(nil, in: around.layer, around.condition)
            } else {
                var names = prelude.cursor
                guard let path = layerName(&names), names.isAtEndAfterWhitespace() else {
                    return report("not the name of a layer: \(excerpt(prelude))", at: start)
                }
                inside.layer = addLayers(path, in: around.layer, around.condition)
            }
        case "scope":
            guard let scope = parseScope(prelude, around) else { return report("not a scope: \(excerpt(prelude))", at: start) }
            scopes.append(scope)
            inside.scope = Int32(clamping: scopes.count - 1)
            inside.parent = nil
        case "font-face", "counter-style", "property":
            parseDescriptorRule(name, prelude, block, around, at: start)
            acceptsImports = false
            acceptsNamespaces = false
            return
        case "keyframes", "-webkit-keyframes", "-moz-keyframes", "-o-keyframes", "page", "starting-style", "font-feature-values",
            "font-palette-values", "view-transition", "position-try", "-ms-viewport", "viewport", "document", "-moz-document", "color-profile",
            "function", "charset":
            if name == "charset" || name.hasPrefix("-moz") { return }
            acceptsImports = false
            return
        default:
            return report("unknown at-rule @\(name)", at: start)
        }
        acceptsImports = false
        acceptsNamespaces = false
        if inside.parent != nil {
            parseStyleBlock(block, inside, byteOffset: buffer.tokens[start].start)
        } else {
            if block.depth > CSSTokenCursor.maximumDepth { report("blocks are nested too deep", at: start) }
            parseRules(block, inside)
        }
    }

    private mutating func addCondition(_ test: RuleCondition.Test, to around: inout Surroundings) {
        conditions.append(RuleCondition(test: test, parent: around.condition))
        around.condition = Int32(clamping: conditions.count - 1)
    }

    /// At-rules that end with a semicolon.
    private mutating func parseStatement(_ name: String, _ prelude: CSSTokenSlice, _ around: Surroundings, isTopLevel: Bool, at start: Int) {
        switch name {
        case "charset":
            break
        case "layer":
            var cursor = prelude.cursor
            var paths: [[String]] = []
            repeat {
                guard let path = layerName(&cursor) else { return report("not the name of a layer: \(excerpt(prelude))", at: start) }
                paths.append(path)
            } while cursor.takeComma()
            guard cursor.isAtEndAfterWhitespace(), around.parent == nil else { return report("not the name of a layer: \(excerpt(prelude))", at: start) }
            for path in paths { _ = addLayers(path, in: around.layer, around.condition) }
        case "import":
            guard isTopLevel, acceptsImports else { return report("@import must come before other rules", at: start) }
            parseImport(prelude, at: start)
        case "namespace":
            guard isTopLevel, acceptsNamespaces else { return report("@namespace must come before other rules", at: start) }
            var cursor = prelude.cursor
            let prefix = cursor.takeIdentText()
            cursor.skipWhitespace()
            guard let url = cursor.takeString() ?? cursor.takeURL(), cursor.isAtEndAfterWhitespace() else {
                return report("not a namespace: \(excerpt(prelude))", at: start)
            }
            acceptsImports = false
            namespaces[prefix] = switch url {
            case "http://www.w3.org/1999/xhtml": .html
            case "http://www.w3.org/2000/svg": .svg
            case "http://www.w3.org/1998/Math/MathML": .mathml
            default: .unmatchable
            }
        default:
            report("unknown at-rule @\(name)", at: start)
        }
    }

    private mutating func parseImport(_ prelude: CSSTokenSlice, at start: Int) {
        var cursor = prelude.cursor
        guard let url = cursor.takeString() ?? cursor.takeURL() else { return report("@import without a URL", at: start) }
        cursor.skipWhitespace()
        var layer: UInt32 = 0
        if cursor.takeIdent("layer") {
            layer = addLayer(nil, in: 0, -1)
        } else if cursor.isFunction("layer") {
            let before = cursor.index
            if var inside = cursor.block(), let path = layerName(&inside), inside.isAtEndAfterWhitespace() {
                layer = addLayers(path, in: 0, -1)
            } else {
                cursor.index = before
            }
        }
        cursor.skipWhitespace()
        if let inside = cursor.function("supports") {
            let condition = SupportsCondition(declaration: supportsDeclaration, namespaces: namespaces)
            guard condition.holds(inside.rest) || condition.holdsForDeclaration(inside.rest) else { return }
        }
        imports.append(ImportRule(
            url: url, media: MediaQueryList(parsing: cursor.rest), layer: layer, appearancesBefore: layerAppearances.count,
            byteOffset: buffer.tokens[start].start))
    }

    private func layerName(_ cursor: inout CSSTokenCursor) -> [String]? {
        cursor.skipWhitespace()
        var path: [String] = []
        repeat {
            guard let name = cursor.takeIdentText(), !["initial", "inherit", "unset", "revert", "revert-layer", "default"].contains(asciiLowercased(name))
            else { return nil }
            path.append(name)
        } while cursor.takeDelimiter(".")
        return path
    }

    private mutating func addLayers(_ path: [String], in parent: UInt32, _ condition: Int32) -> UInt32 {
        path.reduce(parent) { addLayer($1, in: $0, condition) }
    }

    private mutating func addLayer(_ name: String?, in parent: UInt32, _ condition: Int32) -> UInt32 {
        let known = name.flatMap { layerNumbers[LayerKey(parent: parent, name: $0)] }
        let number = known ?? UInt32(clamping: layers.count)
        if known == nil {
            layers.append(LayerDeclaration(parent: parent, name: name))
            if let name { layerNumbers[LayerKey(parent: parent, name: name)] = number }
        }
        layerAppearances.append(LayerAppearance(layer: number, condition: condition))
        return number
    }

    /// `@scope [(start)]? [to (end)]?`
    private mutating func parseScope(_ prelude: CSSTokenSlice, _ around: Surroundings) -> ScopeRule? {
        var cursor = prelude.cursor
        var scope = ScopeRule(start: nil, end: nil, parent: around.scope)
        var parser = SelectorParser(namespaces: namespaces)
        if let parent = around.parent { parser.context = .nested(parent: parent.list) } else if around.scope >= 0 { parser.context = .scoped }
        if cursor.kind == .openParenthesis, var inside = cursor.block() {
            guard let list = parser.parseList(&inside, into: &selectors) else { return nil }
            scope.start = list
        }
        cursor.skipWhitespace()
        if cursor.takeIdent("to") {
            cursor.skipWhitespace()
            parser.context = .scoped
            guard cursor.kind == .openParenthesis, var inside = cursor.block(), let list = parser.parseList(&inside, into: &selectors) else { return nil }
            scope.end = list
        }
        return cursor.isAtEndAfterWhitespace() ? scope : nil
    }

    private mutating func parseDescriptorRule(
        _ name: String, _ prelude: CSSTokenSlice, _ block: CSSTokenCursor, _ around: Surroundings, at start: Int
    ) {
        let descriptors = parseDeclarationList(block)
        switch name {
        case "font-face":
            guard let rule = FontFaceRule(descriptors: descriptors, buffer: buffer, line: buffer.location(ofByte: buffer.tokens[start].start).line)
            else { return report("@font-face without font-family or src", at: start) }
            fontFaces.append(ConditionalRule(rule: rule, condition: around.condition, layer: around.layer))
        case "counter-style":
            guard let rule = CounterStyleRule(prelude: prelude, descriptors: descriptors) else {
                return report("not a counter style: \(excerpt(prelude))", at: start)
            }
            counterStyles.append(ConditionalRule(rule: rule, condition: around.condition, layer: around.layer))
        default:
            guard let rule = PropertyRule(prelude: prelude, descriptors: descriptors) else {
                return report("not a property registration: \(excerpt(prelude))", at: start)
            }
            properties.append(ConditionalRule(rule: rule, condition: around.condition, layer: around.layer))
        }
    }
}
