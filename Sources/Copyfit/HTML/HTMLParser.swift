/// Parses HTML as browsers do (https://html.spec.whatwg.org/multipage/parsing.html), scripting on: any bytes give a document.
///
/// Time and memory are linear in the source: a tag looks at no more than `TreeBuilder.Limits` elements, and the elements that
/// unclosed formatting makes are no more than the bytes of the source and 65 536. Trees are at most 640 deep.
package enum HTMLParser {
    /// Where the engines' parsers differ, as measured.
    package struct Rules: Hashable, Sendable {
        /// How many elements may be open before new ones become siblings of the current one. Both engines' constant is 512
        /// (`maximumHTMLParserDOMTreeDepth`), but WebKit compares one earlier. Text goes into the innermost open element all the same.
        package var depth: Int
        /// Whether there are the insertion modes "in select" and "in select in table", which drop most tags inside a select. The
        /// standard has given them up since selects can be styled; Chromium has followed, WebKit 2.50 has not.
        package var hasSelectModes: Bool

        package static let webKit = Rules(depth: 511, hasSelectModes: true)
        /// Also those of the standard.
        package static let chromium = Rules(depth: 512, hasSelectModes: false)

        package init(depth: Int, hasSelectModes: Bool) {
            self.depth = depth
            self.hasSelectModes = hasSelectModes
        }

        /// Those of a profile's engine.
        package init(_ profile: Profile) {
            switch profile.engine {
            case .webkit: self = .webKit
            case .chromium: self = .chromium
            }
        }
    }

    /// Parses a whole document from UTF-8. A document without a doctype is in quirks mode, as it is in a web view that loads a string.
    ///
    /// `scripting` off is for tests: then the contents of `noscript` are parsed as elements.
    package static func parse(
        _ utf8: [UInt8], scripting: Bool = true, rules: Rules = .webKit, diagnostics: inout DiagnosticSink
    ) -> Document {
        build(utf8, fragmentOf: nil, mode: .quirks, scripting: scripting, rules, &diagnostics)
    }

    /// Parses what could be set as the `innerHTML` of a `context` element: the result's `documentElement` has the nodes as its children.
    ///
    /// `mode` is the quirks mode of the document the context element is in.
    package static func parseFragment(
        _ utf8: [UInt8], context: String, namespace: Node.Namespace = .html, mode: QuirksMode = .noQuirks, scripting: Bool = true,
        rules: Rules = .webKit, diagnostics: inout DiagnosticSink
    ) -> Document {
        build(utf8, fragmentOf: (context, namespace), mode: mode, scripting: scripting, rules, &diagnostics)
    }

    private static func build(
        _ utf8: [UInt8], fragmentOf context: (name: String, namespace: Node.Namespace)?, mode: QuirksMode, scripting: Bool,
        _ rules: Rules, _ diagnostics: inout DiagnosticSink
    ) -> Document {
        // A byte order mark is no text, in a string that is loaded either.
        let isMarked = context == nil && utf8.starts(with: [0xEF, 0xBB, 0xBF])
        let source = SourceNormalizer.normalize(isMarked ? Array(utf8.dropFirst(3)) : utf8)
        if utf8.count > SourceNormalizer.longestSource {
            diagnostics.report(Diagnostic(.limit, "only the first \(SourceNormalizer.longestSource) bytes of \(utf8.count) are read"))
        }
        return source.withUnsafeBufferPointer { buffer in
            var builder = TreeBuilder(buffer, scripting: scripting, rules: rules)
            builder.document.mode = mode
            if let context { builder.prepareFragment(of: context.name, context.namespace) }
            builder.watch = diagnostics.watch
            builder.run()
            builder.finish(&diagnostics)
            return builder.document
        }
    }
}
