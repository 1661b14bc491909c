import Copyfit

/// The JSON object that answers one document. The order of its keys is part of the contract.
struct MeasureAnswer {
    /// One, or one for each width of a list.
    var layouts: [Layout]
    /// Whether widths were a list: then every measured field is one, even of one element.
    var isList: Bool
    var diagnostics: [Diagnostic]
    /// Where there are limits, the view's height for each layout.
    var fitted: [FittedHeight] = []
    /// Where data was looked for, what each layout has.
    var data: [[DetectedData]] = []

    /// - Parameter id: the JSON that the request gave; nil leaves the key out.
    func line(id: ArraySlice<UInt8>? = nil) -> [UInt8] {
        JSONWriter.line { writer in
            if let id {
                writer.key("id")
                writer.raw(id)
            }
            field("width", of: layouts, to: &writer) { $1.number($0.width) }
            field("height", of: layouts, to: &writer) { $1.integer($0.height) }
            field("rootHeight", of: layouts, to: &writer) { $1.number($0.rootHeight) }
            field("bodyHeight", of: layouts, to: &writer) { $1.number($0.bodyHeight) }
            writer.member("quirks", layouts.first?.isQuirks ?? false)
            field("lineCount", of: layouts, to: &writer) { $1.integer($0.lineCount) }
            if !fitted.isEmpty {
                field("fittedHeight", of: fitted, to: &writer) { $1.number($0.height) }
                field("scrolls", of: fitted, to: &writer) { $1.bool($0.scrolls) }
                field("fits", of: fitted, to: &writer) { $1.bool($0.fits) }
                field("truncated", of: fitted, to: &writer) { $1.bool($0.isTruncated) }
            }
            if layouts.contains(where: { $0.naturalWidth != nil }) { field("naturalWidth", of: layouts, to: &writer) { $1.number($0.naturalWidth ?? .nan) } }
            if layouts.contains(where: { $0.minWidth != nil }) { field("minWidth", of: layouts, to: &writer) { $1.number($0.minWidth ?? .nan) } }
            if layouts.contains(where: { $0.lines != nil }) { field("lines", of: layouts, to: &writer, MeasureAnswer.writeLines) }
            if layouts.contains(where: { $0.boxes != nil }) { field("boxes", of: layouts, to: &writer, MeasureAnswer.writeBoxes) }
            if !data.isEmpty { field("data", of: data, to: &writer, MeasureAnswer.write) }
            if layouts.contains(where: { $0.fonts != nil }) { writeFonts(to: &writer) }
            let diagnostics = MeasureAnswer.all(layouts, diagnostics)
            if !diagnostics.isEmpty {
                writer.key("diagnostics")
                writer.array { for diagnostic in diagnostics { MeasureAnswer.write(diagnostic, to: &$0) } }
            }
        }
    }

    /// - Parameter id: the JSON that the request gave; nil where it could not be read.
    static func errorLine(id: ArraySlice<UInt8>?, code: String, message: String) -> [UInt8] {
        JSONWriter.line { writer in
            writer.key("id")
            if let id { writer.raw(id) } else { writer.null() }
            writer.key("error")
            writer.object {
                $0.member("code", code)
                $0.member("message", message)
            }
        }
    }

    /// Those of the document, then those of its layouts, each once.
    static func all(_ layouts: [Layout], _ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return (diagnostics + layouts.flatMap(\.diagnostics)).filter { seen.insert($0).inserted }
    }

    // MARK: -

    private func field<Value>(_ name: StaticString, of values: [Value], to writer: inout JSONWriter, _ write: (Value, inout JSONWriter) -> Void) {
        writer.key(name)
        guard isList else {
            for value in values { write(value, &writer) }
            return
        }
        writer.array { for value in values { write(value, &$0) } }
    }

    private static func write(_ found: [DetectedData], to writer: inout JSONWriter) {
        writer.array { writer in
            for item in found {
                writer.object { writer in
                    writer.member("type", item.type.rawValue)
                    writer.member("text", item.text)
                    writer.member("url", item.url)
                    writer.key("range")
                    writer.array {
                        $0.integer(item.range.lowerBound)
                        $0.integer(item.range.upperBound)
                    }
                    writer.key("rects")
                    writer.array { for rect in item.rects { $0.array([rect.x, rect.y, rect.width, rect.height]) } }
                }
            }
        }
    }

    private static func writeLines(_ layout: Layout, _ writer: inout JSONWriter) {
        writer.array { writer in
            for line in layout.lines ?? [] {
                writer.array {
                    for edge in [line.top, line.left, line.right, line.bottom] { $0.number(edge) }
                    $0.string(line.text)
                }
            }
        }
    }

    private static func writeBoxes(_ layout: Layout, _ writer: inout JSONWriter) {
        writer.array { writer in
            for box in layout.boxes ?? [] {
                writer.array {
                    $0.string(box.tag)
                    for edge in [box.x, box.y, box.width, box.height] { $0.number(edge) }
                }
            }
        }
    }

    /// The fonts of the document: those of all its widths, each once.
    private func writeFonts(to writer: inout JSONWriter) {
        writer.key("fonts")
        writer.array { writer in
            var seen: Set<FontUse> = []
            for use in layouts.flatMap({ $0.fonts ?? [] }) where seen.insert(use).inserted {
                writer.object {
                    $0.member("family", use.family)
                    $0.member("face", use.face)
                    if let path = use.path { $0.member("path", path) }
                    $0.member("reason", use.reason)
                }
            }
        }
    }

    private static func write(_ diagnostic: Diagnostic, to writer: inout JSONWriter) {
        writer.object {
            $0.member("kind", diagnostic.kind.rawValue)
            $0.member("message", diagnostic.message)
            if let source = diagnostic.source { $0.member("source", source) }
            if diagnostic.line > 0 { $0.member("line", diagnostic.line) }
            if diagnostic.column > 0 { $0.member("column", diagnostic.column) }
        }
    }
}
