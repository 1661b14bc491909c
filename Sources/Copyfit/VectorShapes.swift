/// The rectangles of what an inline `<svg>` holds, as both browsers report them: fill boxes, strokes left out (measured).
struct VectorShapes {
    let document: Document
    /// Chromium gives what is never drawn where it stands no rectangle, WebKit the one that it would have there (measured).
    let measuresHidden: Bool
    /// CSS px of the document.
    private(set) var rects: [(node: NodeID, bounds: VectorBounds)] = []
    private var ids: [String: NodeID]?
    /// Elements left to visit: references could multiply them.
    private var budget = 20_000

    init(document: Document, profile: Profile) {
        self.document = document
        measuresHidden = profile.hiddenShapesHaveRects
    }

    /// What establishes a coordinate system: its size in user units is the base of percentages.
    private struct Viewport {
        var width: Double
        var height: Double
    }

    /// - Parameter content: the content box of the `<svg>`.
    mutating func measure(_ svg: NodeID, content: VectorBounds) {
        let (inner, viewport) = innerSystem(svg, x: content.left, y: content.top, width: content.right - content.left, height: content.bottom - content.top)
        _ = visitChildren(of: svg, inner, viewport, depth: 0, isHidden: false, records: true)
    }

    // MARK: Elements

    private mutating func visitChildren(
        of node: NodeID, _ system: VectorTransform, _ viewport: Viewport, depth: Int, isHidden: Bool, records: Bool
    ) -> VectorBounds {
        var bounds = VectorBounds.empty
        guard depth < 100 else { return bounds }
        var child = document[node].firstChild
        while child.exists, budget > 0 {
            if document[child].kind == .element, document[child].namespace == .svg {
                budget -= 1
                bounds.add(visit(child, system, viewport, depth: depth + 1, isHidden: isHidden, records: records))
            }
            child = document[child].nextSibling
        }
        return bounds
    }

    /// Gives what an element adds to the bounds of its parent, in the parent's coordinates.
    private mutating func visit(
        _ node: NodeID, _ outer: VectorTransform, _ viewport: Viewport, depth: Int, isHidden: Bool, records: Bool
    ) -> VectorBounds {
        let name = document.names.spelling(of: document[node].name)
        var own = VectorTransform()
        if let text = attribute("transform", of: node) {
            var scanner = VectorScanner(text)
            own = scanner.transform() ?? own
        }
        let system = outer.around(own)
        let isOff = attribute("display", of: node) == "none"
        switch name {
        case "g", "a", "switch":
            if isOff, !measuresHidden { return .empty }
            let bounds = visitChildren(of: node, system, viewport, depth: depth, isHidden: isHidden || isOff, records: records)
            if records { record(node, isOff ? .empty : bounds, system) }
            return isOff ? .empty : bounds.mapped(by: own)
        case "defs", "symbol", "clipPath", "mask", "pattern", "marker":
            guard measuresHidden, records else { return .empty }
            _ = visitChildren(of: node, system, viewport, depth: depth, isHidden: true, records: true)
            if name == "defs" || name == "symbol" || name == "clipPath" { record(node, .empty, outer) }
            return .empty
        case "use":
            if isOff { return .empty }
            let bounds = boundsOfUse(node, viewport, depth: depth)
            if records { record(node, bounds, system) }
            return bounds.mapped(by: own)
        case "svg":
            let x = length("x", of: node, viewport.width) ?? 0, y = length("y", of: node, viewport.height) ?? 0
            let width = length("width", of: node, viewport.width) ?? viewport.width, height = length("height", of: node, viewport.height) ?? viewport.height
            let frame = VectorBounds(left: x, top: y, right: x + width, bottom: y + height)
            let (inner, innerViewport) = innerSystem(node, x: x, y: y, width: width, height: height)
            _ = visitChildren(of: node, system.around(inner), innerViewport, depth: depth, isHidden: isHidden, records: records)
            if records { record(node, frame, system) }
            return frame.mapped(by: own)
        default:
            guard !isOff, let bounds = shapeBounds(name, of: node, viewport) else { return .empty }
            if records { record(node, bounds, system) }
            return bounds.hasExtent ? bounds.mapped(by: own) : .empty
        }
    }

    private mutating func record(_ node: NodeID, _ bounds: VectorBounds, _ system: VectorTransform) {
        let known = bounds.hasPoints ? bounds : VectorBounds(left: 0, top: 0, right: 0, bottom: 0)
        rects.append((node, known.mapped(by: system)))
    }

    /// Of a shape, in its own coordinates; nil for what draws nothing.
    private func shapeBounds(_ name: String, of node: NodeID, _ viewport: Viewport) -> VectorBounds? {
        let width = viewport.width, height = viewport.height
        switch name {
        case "path": return attribute("d", of: node).map { VectorPathBounds($0).bounds } ?? .empty
        case "polygon", "polyline":
            guard let text = attribute("points", of: node) else { return .empty }
            var scanner = VectorScanner(text)
            return scanner.points()
        case "rect", "image", "foreignObject":
            let x = length("x", of: node, width) ?? 0, y = length("y", of: node, height) ?? 0
            let w = length("width", of: node, width) ?? 0, h = length("height", of: node, height) ?? 0
            if measuresHidden, w <= 0 || h <= 0 { return .empty }
            return VectorBounds(left: x, top: y, right: x + max(0, w), bottom: y + max(0, h))
        case "circle", "ellipse":
            let x = length("cx", of: node, width) ?? 0, y = length("cy", of: node, height) ?? 0
            let diagonal = ((width * width + height * height) / 2).squareRoot()
            let rx = name == "circle" ? length("r", of: node, diagonal) : length("rx", of: node, width)
            let ry = name == "circle" ? rx : length("ry", of: node, height)
            guard let a = rx ?? ry, let b = ry ?? rx, a > 0, b > 0 else { return .empty }
            return VectorBounds(left: x - a, top: y - b, right: x + a, bottom: y + b)
        case "line":
            var bounds = VectorBounds.empty
            bounds.add(length("x1", of: node, width) ?? 0, length("y1", of: node, height) ?? 0)
            bounds.add(length("x2", of: node, width) ?? 0, length("y2", of: node, height) ?? 0)
            return bounds
        default: return nil
        }
    }

    /// https://www.w3.org/TR/SVG2/struct.html#UseElement
    private mutating func boundsOfUse(_ node: NodeID, _ viewport: Viewport, depth: Int) -> VectorBounds {
        guard depth < 100, let reference = attribute("href", of: node) ?? attribute("xlink:href", of: node), reference.hasPrefix("#"),
            let target = element(withID: String(reference.dropFirst())), document[target].namespace == .svg
        else { return .empty }
        let move = VectorTransform(e: length("x", of: node, viewport.width) ?? 0, f: length("y", of: node, viewport.height) ?? 0)
        let name = document.names.spelling(of: document[target].name)
        budget -= 1
        guard name == "symbol" || name == "svg" else {
            return visit(target, VectorTransform(), viewport, depth: depth + 10, isHidden: false, records: false).mapped(by: move)
        }
        let width = length("width", of: node, viewport.width) ?? viewport.width, height = length("height", of: node, viewport.height) ?? viewport.height
        let (inner, innerViewport) = innerSystem(target, x: 0, y: 0, width: width, height: height)
        return visitChildren(of: target, inner, innerViewport, depth: depth + 10, isHidden: false, records: false).mapped(by: move.around(inner))
    }

    // MARK: Coordinate systems

    /// `viewBox` and `preserveAspectRatio` (https://www.w3.org/TR/SVG2/coords.html#ComputingAViewportsTransform).
    private func innerSystem(_ node: NodeID, x: Double, y: Double, width: Double, height: Double) -> (VectorTransform, Viewport) {
        var scanner = VectorScanner(attribute("viewBox", of: node) ?? "")
        guard let left = scanner.number(), let top = scanner.number(), let boxWidth = scanner.number(), let boxHeight = scanner.number(), boxWidth > 0, boxHeight > 0
        else { return (VectorTransform(e: x, f: y), Viewport(width: width, height: height)) }
        var scaleX = width / boxWidth, scaleY = height / boxHeight
        let words = (attribute("preserveAspectRatio", of: node) ?? "xMidYMid meet").split(separator: " ")
        let align = words.first.map { String($0) } ?? "xMidYMid"
        var extraX = 0.0, extraY = 0.0
        if align != "none" {
            let scale = words.count > 1 && words[1] == "slice" ? max(scaleX, scaleY) : min(scaleX, scaleY)
            extraX = width - boxWidth * scale
            extraY = height - boxHeight * scale
            (scaleX, scaleY) = (scale, scale)
            extraX *= align.hasPrefix("xMin") ? 0 : align.hasPrefix("xMax") ? 1 : 0.5
            extraY *= align.hasSuffix("YMin") ? 0 : align.hasSuffix("YMax") ? 1 : 0.5
        }
        let system = VectorTransform(a: scaleX, d: scaleY, e: x + extraX - left * scaleX, f: y + extraY - top * scaleY)
        return (system, Viewport(width: boxWidth, height: boxHeight))
    }

    // MARK: Attributes

    private func attribute(_ name: String, of node: NodeID) -> String? {
        document.names.find(name).flatMap { document.attributeString($0, of: node) }
    }

    private func length(_ name: String, of node: NodeID, _ base: Double) -> Double? {
        guard let text = attribute(name, of: node) else { return nil }
        var scanner = VectorScanner(text)
        guard let (value, unit) = scanner.length() else { return nil }
        switch unit {
        case "%": return value * base / 100
        case "em", "rem": return value * 16
        case "ex": return value * 8
        case "pt": return value * 4 / 3
        case "pc": return value * 16
        case "in": return value * 96
        case "cm": return value * 96 / 2.54
        case "mm": return value * 96 / 25.4
        default: return value
        }
    }

    private mutating func element(withID id: String) -> NodeID? {
        if let ids { return ids[id] }
        var found: [String: NodeID] = [:]
        for index in document.nodes.indices where document.nodes[index].kind == .element {
            let node = NodeID(rawValue: UInt32(index))
            if let name = document.attributeString(.id, of: node), found[name] == nil { found[name] = node }
        }
        ids = found
        return found[id]
    }
}
