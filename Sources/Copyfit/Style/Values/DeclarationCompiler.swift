/// Turns raw declarations into typed blocks of a `DeclarationStore`: once per sheet, and once per distinct style attribute.
struct DeclarationCompiler {
    var parser: ValueParser
    /// Appended to by `compile`; the same for all rules so that it keeps its room.
    private var parsed: [(declaration: Declaration, isImportant: Bool)] = []

    init(parser: ValueParser) { self.parser = parser }

    /// Adds a block for the declarations and answers its index in `store.blocks`.
    mutating func compile(_ raws: some Sequence<RawDeclaration>, source: String?, diagnostics: inout DiagnosticSink) -> UInt32 {
        parsed.removeAll(keepingCapacity: true)
        var block = DeclarationBlock()
        var customs: [(CustomDeclaration, Bool)] = []
        for raw in raws {
            if let watch = diagnostics.watch, watch.mustStop() { break }
            if raw.isCustomProperty {
                customs.append((custom(raw), raw.isImportant))
                continue
            }
            guard let key = PropertyKey.named(raw.name) else {
                report("unknown property", raw, source, &diagnostics)
                continue
            }
            var expanded: [Declaration] = []
            guard parse(key, raw.value, into: &expanded) else {
                report("invalid value", raw, source, &diagnostics)
                continue
            }
            for declaration in expanded where declaration.property != .ignored { parsed.append((declaration, raw.isImportant)) }
        }
        block.normal = part(important: false, customs)
        block.important = part(important: true, customs)
        parser.store.blocks.append(block)
        return UInt32(clamping: parser.store.blocks.count - 1)
    }

    /// Adds a block of declarations that are typed already.
    mutating func add(_ declarations: [Declaration]) -> UInt32 {
        parsed = declarations.map { ($0, false) }
        var block = DeclarationBlock()
        block.normal = part(important: false, [])
        parser.store.blocks.append(block)
        return UInt32(clamping: parser.store.blocks.count - 1)
    }

    private mutating func part(important: Bool, _ customs: [(CustomDeclaration, Bool)]) -> DeclarationBlock.Part {
        var part = DeclarationBlock.Part()
        let earlyStart = parser.store.declarations.count
        for (declaration, isImportant) in parsed where isImportant == important && declaration.property.isEarly {
            parser.store.declarations.append(declaration)
        }
        let lateStart = parser.store.declarations.count
        for (declaration, isImportant) in parsed where isImportant == important && !declaration.property.isEarly && !declaration.property.isPaint {
            parser.store.declarations.append(declaration)
        }
        part.early = IndexRange(start: earlyStart, end: lateStart)
        part.late = IndexRange(start: lateStart, end: parser.store.declarations.count)
        let paintStart = parser.store.declarations.count
        for (declaration, isImportant) in parsed where isImportant == important && declaration.property.isPainted {
            parser.store.declarations.append(declaration)
        }
        part.paint = IndexRange(start: paintStart, end: parser.store.declarations.count)
        let customStart = parser.store.customs.count
        for (custom, isImportant) in customs where isImportant == important { parser.store.customs.append(custom) }
        part.custom = IndexRange(start: customStart, end: parser.store.customs.count)
        return part
    }

    private func report(_ what: String, _ raw: RawDeclaration, _ source: String?, _ diagnostics: inout DiagnosticSink) {
        guard !parser.isUserAgentSheet else { return }
        let place = raw.location
        let value = raw.value.source
        let shown = value.utf8.count > 80 ? String(value.prefix(80)) + "…" : value
        diagnostics.report(Diagnostic(.css, "\(what): \(raw.name): \(shown)", source: source, line: place.line, column: place.column))
    }

    private func custom(_ raw: RawDeclaration) -> CustomDeclaration {
        let cursor = raw.value.cursor
        var wide: Declaration.Form?
        if let form = DeclarationCompiler.wideKeyword(cursor) { wide = form }
        return CustomDeclaration(name: raw.name, wide: wide, value: raw.value, hasReferences: cursor.hasSubstitutions)
    }

    static func wideKeyword(_ start: CSSTokenCursor) -> Declaration.Form? {
        var cursor = start
        cursor.skipWhitespace()
        guard cursor.kind == .ident, let word = cursor.takeKeyword(wideKeywords), cursor.isAtEnd else { return nil }
        return Declaration.Form(rawValue: word)
    }

    private static let wideKeywords = [
        KeywordValue("inherit", Declaration.Form.inherit.rawValue), KeywordValue("initial", Declaration.Form.initial.rawValue),
        KeywordValue("unset", Declaration.Form.unset.rawValue), KeywordValue("revert", Declaration.Form.revert.rawValue),
        KeywordValue("revert-layer", Declaration.Form.revertLayer.rawValue),
    ]

    /// The longhands of one declaration, appended to `result`; false where the value is not valid.
    mutating func parse(_ key: PropertyKey, _ value: CSSTokenSlice, into result: inout [Declaration]) -> Bool {
        var cursor = value.cursor
        if let wide = DeclarationCompiler.wideKeyword(cursor) {
            append(key, Declaration(form: wide), &result)
            return true
        }
        if cursor.hasSubstitutions {
            if key == .longhand(.ignored) { return true }
            parser.store.pendings.append(PendingValue(value: value, key: key))
            append(key, Declaration(form: .pending, index: UInt32(clamping: parser.store.pendings.count - 1)), &result)
            return true
        }
        switch key {
        case .longhand(let property):
            guard let declaration = parser.longhand(property, &cursor) else { return false }
            result.append(declaration)
            return true
        case .shorthand(let shorthand): return parser.shorthand(shorthand, &cursor, into: &result)
        }
    }

    private func append(_ key: PropertyKey, _ value: Declaration, _ result: inout [Declaration]) {
        switch key {
        case .longhand(let property): result.append(value.on(property))
        case .shorthand(let shorthand): for property in shorthand.longhands { result.append(value.on(property)) }
        }
    }
}
