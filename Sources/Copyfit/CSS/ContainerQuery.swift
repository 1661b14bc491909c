/// The size of the element that a container query asks (https://www.w3.org/TR/css-contain-3/#container-features), in CSS px.
package struct ContainerContext: Hashable, Sendable {
    package var width: Float
    /// Nil where the container has no size containment on the block axis: features that need it are unknown.
    package var height: Float?
    /// The container's font size.
    package var em: Float = 16
    package init(width: Float, height: Float?) {
        self.width = width
        self.height = height
    }
}

/// The prelude of a `@container` rule: which container, and what it must be like.
package struct ContainerQuery: Sendable {
    /// The name to look for in `container-name`; nil takes the nearest container.
    package var name: String?
    package var condition: QueryCondition?

    init?(parsing slice: CSSTokenSlice) {
        var cursor = slice.cursor
        cursor.skipWhitespace()
        if cursor.kind == .ident, !cursor.isIdent("not"), let name = cursor.takeIdentText() {
            self.name = name
            if cursor.isAtEndAfterWhitespace() { return }
        }
        guard let condition = QueryConditionParser.parse(&cursor, allowsOr: true), cursor.isAtEndAfterWhitespace() else { return nil }
        self.condition = condition
    }

    /// Whether the condition asks for the block size, so that only containers of `container-type: size` can answer.
    package var needsBlockSize: Bool {
        var result = false
        condition?.forEachFeature { feature in
            if ["height", "block-size", "aspect-ratio", "orientation"].contains(feature.name) { result = true }
        }
        return result
    }

    package func matches(_ context: ContainerContext) -> Bool {
        guard let condition else { return true }
        let width = Double(context.width)
        let em = Double(context.em)
        return condition.evaluate { feature in
            switch feature.name {
            case "width", "inline-size": return feature.evaluate(length: width, em: em)
            case "height", "block-size": return context.height.flatMap { feature.evaluate(length: Double($0), em: em) }
            case "aspect-ratio": return context.height.flatMap { feature.evaluate(ratio: width, Double($0)) }
            case "orientation":
                return context.height.flatMap { feature.evaluate(keyword: Double($0) >= width ? "portrait" : "landscape") }
            default: return nil
            }
        } ?? false
    }
}
