/// A list of media queries, parsed once and evaluated for each viewport (https://www.w3.org/TR/mediaqueries-4/#mq-list).
package struct MediaQueryList: Sendable {
    struct Query: Sendable {
        var isNegated = false
        /// In lower case; nil where no type is named.
        var mediaType: String?
        var condition: QueryCondition?
    }

    /// Nil stands for a malformed query, which never matches.
    private var queries: [Query?] = []

    /// Reads a list; never fails: a malformed query is `not all`.
    package init(parsing slice: CSSTokenSlice) {
        var cursor = slice.cursor
        if cursor.isAtEndAfterWhitespace() { return }
        while true {
            let start = cursor.index
            while !cursor.isAtEnd, cursor.kind != .comma { cursor.skipComponentValue() }
            queries.append(MediaQueryList.query(cursor.slice(from: start)))
            if cursor.take(.comma) == nil { break }
        }
    }

    package init(parsing text: String) { self.init(parsing: CSSTokenBuffer(text).all) }

    /// The empty list matches everything.
    package var isAlwaysTrue: Bool { queries.isEmpty }

    package func matches(_ context: MediaContext) -> Bool {
        if queries.isEmpty { return true }
        for query in queries {
            if let query, MediaQueryList.matches(query, context) { return true }
        }
        return false
    }

    /// Adds the viewport sizes that the queries ask for.
    func addBreakpoints(to breakpoints: inout ViewportBreakpoints, fontScale: Float) {
        let em = 16 * Double(fontScale)
        for query in queries {
            query?.condition?.forEachFeature { feature in
                switch feature.name {
                case "width", "device-width", "height", "device-height":
                    let isWidth = feature.name.hasSuffix("width")
                    for (_, value) in feature.comparisons {
                        guard let px = QueryFeature.pixels(value, em: em) else { continue }
                        if isWidth { breakpoints.addWidth(Float(px)) } else { breakpoints.addHeight(Float(px)) }
                    }
                    if feature.comparisons.isEmpty {
                        if isWidth { breakpoints.addWidth(0) } else { breakpoints.addHeight(0) }
                    }
                case "orientation", "aspect-ratio", "device-aspect-ratio":
                    breakpoints.dependsOnAspectRatio = true
                default:
                    break
                }
            }
        }
    }

    // MARK: Parsing

    private static func query(_ slice: CSSTokenSlice) -> Query? {
        var cursor = slice.cursor
        cursor.skipWhitespace()
        // `<media-condition>` starts with a parenthesis, a function, or `not` before one.
        var attempt = cursor
        if cursor.kind == .openParenthesis || cursor.kind == .function || cursor.isIdent("not"),
            let condition = QueryConditionParser.parse(&attempt, allowsOr: true), attempt.isAtEndAfterWhitespace()
        {
            return Query(condition: condition)
        }
        var query = Query()
        if cursor.takeIdent("not") { query.isNegated = true } else { _ = cursor.takeIdent("only") }
        cursor.skipWhitespace()
        guard let type = cursor.takeLowercasedIdent(), !["not", "only", "and", "or", "layer"].contains(type) else { return nil }
        query.mediaType = type
        if cursor.isAtEndAfterWhitespace() { return query }
        guard cursor.takeIdent("and"), cursor.kind == .whitespace else { return nil }
        guard let condition = QueryConditionParser.parse(&cursor, allowsOr: false), cursor.isAtEndAfterWhitespace() else { return nil }
        query.condition = condition
        return query
    }

    // MARK: Evaluation

    private static func matches(_ query: Query, _ context: MediaContext) -> Bool {
        let typeMatches: Bool? = switch query.mediaType {
        case nil, "all": true
        case "screen": context.mediaType == .screen
        case "print": context.mediaType == .print
        default: false
        }
        var result = typeMatches
        if result == true, let condition = query.condition { result = condition.evaluate { evaluate($0, context) } }
        guard let known = result else { return false }
        return known != query.isNegated
    }

    /// The device is a phone that shows an embedded document: touch, no hover, nothing reduced or forced.
    private static func evaluate(_ feature: QueryFeature, _ context: MediaContext) -> Bool? {
        let width = Double(context.width)
        let height = Double(context.height)
        let em = 16 * Double(context.fontScale)
        switch feature.name {
        case "width", "device-width": return feature.evaluate(length: width, em: em)
        case "height", "device-height": return feature.evaluate(length: height, em: em)
        case "aspect-ratio", "device-aspect-ratio": return feature.evaluate(ratio: width, height)
        case "orientation": return feature.evaluate(keyword: height >= width ? "portrait" : "landscape")
        case "resolution": return feature.evaluate(resolution: Double(context.devicePixelRatio))
        case "-webkit-device-pixel-ratio": return feature.evaluate(number: Double(context.devicePixelRatio))
        case "-webkit-transform-3d": return feature.evaluate(number: 1)
        case "color": return feature.evaluate(number: 8)
        case "color-index", "monochrome", "grid": return feature.evaluate(number: 0)
        case "scan": return feature.evaluate(keyword: "progressive")
        case "update": return feature.evaluate(keyword: context.mediaType == .print ? "none" : "fast")
        case "overflow-block": return feature.evaluate(keyword: context.mediaType == .print ? "paged" : "scroll")
        case "overflow-inline": return feature.evaluate(keyword: context.mediaType == .print ? "none" : "scroll")
        case "hover", "any-hover": return feature.evaluate(keyword: "none")
        case "pointer", "any-pointer": return feature.evaluate(keyword: "coarse")
        case "prefers-color-scheme": return feature.evaluate(keyword: context.colorScheme == .dark ? "dark" : "light")
        case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency", "prefers-reduced-data":
            return feature.evaluate(keyword: "no-preference", false: "no-preference")
        case "forced-colors", "inverted-colors": return feature.evaluate(keyword: "none")
        case "scripting": return feature.evaluate(keyword: "enabled")
        case "color-gamut": return feature.evaluate(keyword: "srgb")
        case "dynamic-range", "video-dynamic-range": return feature.evaluate(keyword: "standard", false: "")
        case "display-mode": return feature.evaluate(keyword: "browser", false: "")
        default: return nil
        }
    }
}
