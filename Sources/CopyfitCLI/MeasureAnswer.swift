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

    /// - Parameter id: the JSON that the line gave; nil leaves the key out.
    func write(id: ArraySlice<UInt8>?, to writer: inout JSONWriter) {
        writer.beginObject()
        if let id {
            writer.key("id")
            writer.raw(id)
        }
        field("width", to: &writer) { $1.number($0.width) }
        field("height", to: &writer) { $1.integer($0.height) }
        field("rootHeight", to: &writer) { $1.number($0.rootHeight) }
        field("bodyHeight", to: &writer) { $1.number($0.bodyHeight) }
        writer.key("quirks")
        writer.bool(layouts.first?.isQuirks ?? false)
        field("lineCount", to: &writer) { $1.integer($0.lineCount) }
        if !fitted.isEmpty {
            fittedField("fittedHeight", to: &writer) { $1.number($0.height) }
            fittedField("scrolls", to: &writer) { $1.bool($0.scrolls) }
            fittedField("fits", to: &writer) { $1.bool($0.fits) }
            fittedField("truncated", to: &writer) { $1.bool($0.isTruncated) }
        }
        if layouts.contains(where: { $0.naturalWidth != nil }) { field("naturalWidth", to: &writer) { $1.number($0.naturalWidth ?? .nan) } }
        if layouts.contains(where: { $0.minWidth != nil }) { field("minWidth", to: &writer) { $1.number($0.minWidth ?? .nan) } }
        if layouts.contains(where: { $0.lines != nil }) { field("lines", to: &writer, MeasureAnswer.writeLines) }
        if layouts.contains(where: { $0.boxes != nil }) { field("boxes", to: &writer, MeasureAnswer.writeBoxes) }
        if !data.isEmpty {
            writer.key("data")
            if isList { writer.beginArray() }
            for found in data { MeasureAnswer.write(found, to: &writer) }
            if isList { writer.endArray() }
        }
        if layouts.contains(where: { $0.fonts != nil }) { writeFonts(to: &writer) }
        let diagnostics = MeasureAnswer.all(layouts, diagnostics)
        if !diagnostics.isEmpty {
            writer.key("diagnostics")
            writer.beginArray()
            for diagnostic in diagnostics { MeasureAnswer.write(diagnostic, to: &writer) }
            writer.endArray()
        }
        writer.endObject()
        writer.newline()
    }

    static func writeError(id: ArraySlice<UInt8>?, code: String, message: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        if let id { writer.raw(id) } else { writer.null() }
        writer.key("error")
        writer.beginObject()
        writer.key("code")
        writer.string(code)
        writer.key("message")
        writer.string(message)
        writer.endObject()
        writer.endObject()
        writer.newline()
    }

    /// Those of the document, then those of its layouts, each once.
    static func all(_ layouts: [Layout], _ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return (diagnostics + layouts.flatMap(\.diagnostics)).filter { seen.insert($0).inserted }
    }

    // MARK: -

    private func field(_ name: StaticString, to writer: inout JSONWriter, _ value: (Layout, inout JSONWriter) -> Void) {
        writer.key(name)
        if isList { writer.beginArray() }
        for layout in layouts { value(layout, &writer) }
        if isList { writer.endArray() }
    }

    private func fittedField(_ name: StaticString, to writer: inout JSONWriter, _ value: (FittedHeight, inout JSONWriter) -> Void) {
        writer.key(name)
        if isList { writer.beginArray() }
        for height in fitted { value(height, &writer) }
        if isList { writer.endArray() }
    }

    private static func write(_ found: [DetectedData], to writer: inout JSONWriter) {
        writer.beginArray()
        for item in found {
            writer.beginObject()
            writer.key("type")
            writer.string(item.type.rawValue)
            writer.key("text")
            writer.string(item.text)
            writer.key("url")
            writer.string(item.url)
            writer.key("range")
            writer.beginArray()
            writer.integer(item.range.lowerBound)
            writer.integer(item.range.upperBound)
            writer.endArray()
            writer.key("rects")
            writer.beginArray()
            for rect in item.rects {
                writer.beginArray()
                for value in [rect.x, rect.y, rect.width, rect.height] { writer.number(value) }
                writer.endArray()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeLines(_ layout: Layout, _ writer: inout JSONWriter) {
        writer.beginArray()
        for line in layout.lines ?? [] {
            writer.beginArray()
            for edge in [line.top, line.left, line.right, line.bottom] { writer.number(edge) }
            writer.string(line.text)
            writer.endArray()
        }
        writer.endArray()
    }

    private static func writeBoxes(_ layout: Layout, _ writer: inout JSONWriter) {
        writer.beginArray()
        for box in layout.boxes ?? [] {
            writer.beginArray()
            writer.string(box.tag)
            for edge in [box.x, box.y, box.width, box.height] { writer.number(edge) }
            writer.endArray()
        }
        writer.endArray()
    }

    /// The fonts of the document: those of all its widths, each once.
    private func writeFonts(to writer: inout JSONWriter) {
        writer.key("fonts")
        writer.beginArray()
        var seen: Set<FontUse> = []
        for use in layouts.flatMap({ $0.fonts ?? [] }) where seen.insert(use).inserted {
            writer.beginObject()
            writer.key("family")
            writer.string(use.family)
            writer.key("face")
            writer.string(use.face)
            if let path = use.path {
                writer.key("path")
                writer.string(path)
            }
            writer.key("reason")
            writer.string(use.reason)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(_ diagnostic: Diagnostic, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("kind")
        writer.string(diagnostic.kind.rawValue)
        writer.key("message")
        writer.string(diagnostic.message)
        if let source = diagnostic.source {
            writer.key("source")
            writer.string(source)
        }
        if diagnostic.line > 0 {
            writer.key("line")
            writer.integer(diagnostic.line)
        }
        if diagnostic.column > 0 {
            writer.key("column")
            writer.integer(diagnostic.column)
        }
        writer.endObject()
    }
}
