@testable import Copyfit

/// A document with its styles, and computed values as text in the form that `getComputedStyle` gives.
struct StyleFixture {
    let document: Document
    let styled: StyledDocument
    let diagnostics: [Diagnostic]

    init(_ html: String, css: String = "", profile: Profile = .chromium, width: Float = 800, height: Float = 600, colorScheme: MediaContext.ColorScheme = .light) {
        var sink = DiagnosticSink()
        let document = HTMLParser.parse(Array(html.utf8), diagnostics: &sink)
        var media = MediaContext(width: width, height: height)
        media.colorScheme = colorScheme
        var set = SheetSet()
        set.add(SheetLibrary.userAgentSheet(profile: profile, mode: document.mode), origin: .userAgent)
        if !css.isEmpty { set.add(SheetLibrary.sheet(css, base: nil, profile: profile), origin: .author) }
        for text in StyleFixture.styleElements(document) { set.add(SheetLibrary.sheet(text, base: nil, profile: profile), origin: .author) }
        styled = StyleResolver.resolve(document: document, sheets: set, media: media, profile: profile, diagnostics: &sink)
        self.document = document
        diagnostics = sink.diagnostics
    }

    static func styleElements(_ document: Document) -> [String] {
        var texts: [String] = []
        var node = document.documentElement
        while node.exists {
            if document.isElement(node, .style) {
                var text = ""
                var child = document[node].firstChild
                while child.exists {
                    text += document.string(document[child].text)
                    child = document[child].nextSibling
                }
                texts.append(text)
            }
            node = document.nextNode(after: node, within: document.documentElement)
        }
        return texts
    }

    /// The element with id `id`, or the first of that name, or the root.
    func element(_ id: String) -> NodeID {
        var node = document.documentElement
        var named = NodeID.none
        while node.exists {
            if document[node].kind == .element {
                if document.attributeString(.id, of: node) == id { return node }
                if !named.exists, document.names.spelling(of: document[node].name) == id { named = node }
            }
            node = document.nextNode(after: node, within: document.documentElement)
        }
        return named
    }

    func style(_ id: String = "t") -> ComputedStyle { styled[styled.style(of: element(id))] }
    func font(_ id: String = "t") -> FontDescription { styled.fonts[Int(style(id).font)] }
}
