/// The declarations of one style rule, or of one run of declarations between nested rules, under the rule's selectors.
package struct StyleRule: Sendable {
    var selectors: SelectorList
    var firstDeclaration: UInt32
    var declarationCount: UInt32
    /// In `Stylesheet.conditions`, or -1: the innermost `@media` or `@container` around.
    var condition: Int32
    /// In `Stylesheet.layers`; 0 is the sheet itself.
    var layer: UInt32
    /// In `Stylesheet.scopes`, or -1.
    var scope: Int32
    /// UTF-8 offset of the rule in the sheet.
    var byteOffset: UInt32
}

/// A condition on rules that is answered for each viewport or container, not while parsing.
package struct RuleCondition: Sendable {
    package enum Test: Sendable {
        case media(MediaQueryList)
        case container(ContainerQuery)
    }

    package var test: Test
    /// The condition around this one in `Stylesheet.conditions`, or -1.
    package var parent: Int32
}

/// A cascade layer of a sheet (https://www.w3.org/TR/css-cascade-5/#layering), in the order of first mention; 0 is no layer.
struct LayerDeclaration: Sendable {
    var parent: UInt32
    /// Nil for an anonymous layer, which is like no other.
    var name: String?
}

/// A place in a sheet that names or opens a layer: the first one whose condition holds gives the layer its place in the order.
struct LayerAppearance: Sendable {
    var layer: UInt32
    /// In `Stylesheet.conditions`, or -1.
    var condition: Int32
}

/// A `@scope` rule (https://www.w3.org/TR/css-cascade-6/#scoped-styles).
struct ScopeRule: Sendable {
    /// The scope's roots; nil takes the parent of the element that holds the sheet.
    var start: SelectorList?
    var end: SelectorList?
    /// The scope around in `Stylesheet.scopes`, or -1.
    var parent: Int32
}

/// `@import`, resolved when a `SheetSet` is put together.
package struct ImportRule: Sendable {
    package var url: String
    package var media: MediaQueryList
    /// The layer that the imported sheet goes into; 0 is that of the importing sheet.
    var layer: UInt32
    /// How many of the sheet's `layerAppearances` come before the imported sheet's.
    var appearancesBefore: Int
    package var byteOffset: UInt32
}

/// `@property` (https://www.w3.org/TR/css-properties-values-api-1/#at-property-rule); the style stage interprets its descriptors.
package struct PropertyRule: Sendable {
    /// With its dashes, as written.
    package var name: String
    /// The `syntax` string, as `<length> | auto` or `*`.
    package var syntax: String
    package var inherits: Bool
    package var initialValue: CSSTokenSlice?
}

/// A rule other than a style rule, with the condition and layer around it.
package struct ConditionalRule<Rule: Sendable>: Sendable {
    package var rule: Rule
    /// In `Stylesheet.conditions`, or -1.
    package var condition: Int32
    /// In `Stylesheet.layers`.
    var layer: UInt32
}

/// A parsed sheet: a function of its text alone, immutable, shared between documents and viewports.
package final class Stylesheet: Sendable {
    package let buffer: CSSTokenBuffer
    package let rules: [StyleRule]
    /// The declarations of all rules, one after the other.
    package let declarations: [RawDeclaration]
    package let conditions: [RuleCondition]
    package let imports: [ImportRule]
    package let fontFaces: [ConditionalRule<FontFaceRule>]
    package let counterStyles: [ConditionalRule<CounterStyleRule>]
    package let properties: [ConditionalRule<PropertyRule>]
    package let diagnostics: [Diagnostic]
    let selectors: SelectorStore
    let layers: [LayerDeclaration]
    let layerAppearances: [LayerAppearance]
    let scopes: [ScopeRule]
    let index: RuleIndex

    /// Parses a sheet (https://www.w3.org/TR/css-syntax-3/#parsing); never fails, what is invalid is left out and reported.
    ///
    /// `supportsDeclaration` answers `@supports (name: value)`; custom properties are not asked. Where `watch` says so, the rest is left out.
    package init(
        parsing buffer: CSSTokenBuffer, watch: WorkWatch? = nil, supportsDeclaration: @escaping (_ name: String, _ value: CSSTokenSlice) -> Bool
    ) {
        var parser = StylesheetParser(buffer: buffer, supportsDeclaration: supportsDeclaration)
        parser.watch = watch
        parser.parse()
        self.buffer = buffer
        rules = parser.rules
        declarations = parser.declarations
        conditions = parser.conditions
        imports = parser.imports
        fontFaces = parser.fontFaces
        counterStyles = parser.counterStyles
        properties = parser.properties
        diagnostics = parser.diagnostics
        parser.selectors.names.seal()
        selectors = parser.selectors
        layers = parser.layers
        layerAppearances = parser.layerAppearances
        scopes = parser.scopes
        index = RuleIndex(rules: watch?.mustStopNow() == true ? [] : parser.rules, selectors: parser.selectors)
    }

    package convenience init(_ text: String, base: String? = nil, supportsDeclaration: @escaping (String, CSSTokenSlice) -> Bool = { _, _ in true }) {
        self.init(parsing: CSSTokenBuffer(text, base: base), supportsDeclaration: supportsDeclaration)
    }

    /// The folder or URL that its relative URLs start from; nil for the document's.
    package var base: String? { buffer.base }

    /// The declarations of a rule; `rule` is an index into `rules`, as in `MatchedRule`.
    package func declarations(ofRule rule: Int) -> ArraySlice<RawDeclaration> {
        let first = Int(rules[rule].firstDeclaration)
        return declarations[first..<first + Int(rules[rule].declarationCount)]
    }

    /// The viewport sizes at which some `@media` of the sheet changes its answer.
    package func breakpoints(fontScale: Float) -> ViewportBreakpoints {
        var result = ViewportBreakpoints()
        for condition in conditions {
            if case .media(let list) = condition.test { list.addBreakpoints(to: &result, fontScale: fontScale) }
        }
        for rule in imports { rule.media.addBreakpoints(to: &result, fontScale: fontScale) }
        return result
    }

    /// Parses the value of a `style` attribute: declarations only.
    package static func parseStyleAttribute(_ buffer: CSSTokenBuffer, watch: WorkWatch? = nil) -> (declarations: [RawDeclaration], diagnostics: [Diagnostic]) {
        var parser = StylesheetParser(buffer: buffer) { _, _ in false }
        parser.watch = watch
        let declarations = parser.parseDeclarationList(buffer.all.cursor)
        return (declarations, parser.diagnostics)
    }
}
