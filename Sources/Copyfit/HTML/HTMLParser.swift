/// Parses HTML as browsers do (https://html.spec.whatwg.org/multipage/parsing.html), scripting on: any bytes give a document.
///
/// Time and memory are linear in the source: what could grow faster on hostile nesting is bounded by `TreeBuilder.Limits`.
package enum HTMLParser {
    /// How many elements may be open before new ones become siblings of the current one, as measured: both engines' constant is 512
    /// (`maximumHTMLParserDOMTreeDepth`), but WebKit compares one earlier. Text goes into the innermost open element all the same.
    package static let webKitDepth = 511
    package static let chromiumDepth = 512

    /// Parses a whole document from UTF-8. A document without a doctype is in quirks mode, as it is in a web view that loads a string.
    ///
    /// `scripting` off is for tests: then the contents of `noscript` are parsed as elements.
    package static func parse(
        _ utf8: [UInt8], scripting: Bool = true, depth: Int = webKitDepth, diagnostics: inout DiagnosticSink
    ) -> Document {
        build(utf8, fragmentOf: nil, mode: .quirks, scripting: scripting, depth: depth, &diagnostics)
    }

    /// Parses what could be set as the `innerHTML` of a `context` element: the result's `documentElement` has the nodes as its children.
    ///
    /// `mode` is the quirks mode of the document the context element is in.
    package static func parseFragment(
        _ utf8: [UInt8], context: String, namespace: Node.Namespace = .html, mode: QuirksMode = .noQuirks, scripting: Bool = true,
        depth: Int = webKitDepth, diagnostics: inout DiagnosticSink
    ) -> Document {
        build(utf8, fragmentOf: (context, namespace), mode: mode, scripting: scripting, depth: depth, &diagnostics)
    }

    private static func build(
        _ utf8: [UInt8], fragmentOf context: (name: String, namespace: Node.Namespace)?, mode: QuirksMode, scripting: Bool,
        depth: Int, _ diagnostics: inout DiagnosticSink
    ) -> Document {
        let source = SourceNormalizer.normalize(utf8)
        if utf8.count > SourceNormalizer.longestSource {
            diagnostics.report(Diagnostic(.limit, "only the first \(SourceNormalizer.longestSource) bytes of \(utf8.count) are read"))
        }
        return source.withUnsafeBufferPointer { buffer in
            var builder = TreeBuilder(buffer, scripting: scripting, depth: depth)
            builder.document.mode = mode
            if let context { builder.prepareFragment(of: context.name, context.namespace) }
            builder.run()
            builder.finish(&diagnostics)
            return builder.document
        }
    }
}
