// SVG and MathML in HTML (https://html.spec.whatwg.org/#parsing-main-inforeign).
extension TreeBuilder {
    mutating func foreignCharacters(_ range: ByteRange) {
        let text = tokenizer.hasNull ? withoutNulls(range, replacing: true) : range
        insertText(text)
        if framesetOK, leadingSpaces(range) < range.count, !isOnlySpacesAndNulls(range) { framesetOK = false }
    }

    func isOnlySpacesAndNulls(_ range: ByteRange) -> Bool {
        for index in Int(range.start)..<Int(range.start) + Int(range.count) {
            let byte = document.bytes[index]
            if byte != 0, !byte.isHTMLSpace { return false }
        }
        return true
    }

    mutating func foreignStartTag() {
        let name = tokenizer.tagName
        let breaksOut = Int(name.rawValue) < traits.count && traits[Int(name.rawValue)].contains(.breaksOut)
        if breaksOut || (name == .font && (tagAttribute(.color) != nil || tagAttribute(.face) != nil || tagAttribute(.size) != nil)) {
            leaveForeign()
            return startTag(mode)
        }
        guard let top = stack.last else { return }
        insertForeign(name, document[adjustedCurrent(top).node].namespace)
    }

    /// Pops up to an element that holds HTML.
    private mutating func leaveForeign() {
        while stack.count > 1, let top = stack.last, top.traits.isDisjoint(with: [.html, .mathText, .htmlPoint]) { pop() }
    }

    /// https://html.spec.whatwg.org/#insert-a-foreign-element, its names adjusted.
    mutating func insertForeign(_ tag: Name, _ namespace: Node.Namespace) {
        let names = foreignNames ?? ForeignNames(&document.names)
        foreignNames = names
        for index in tokenizer.firstAttribute..<document.attributes.count {
            document.attributes[index].name = names.attribute(document.attributes[index].name, namespace)
        }
        let node = createTagElement(namespace == .svg ? names.svgElement(tag) : tag, namespace)
        insertNode(node, at: appropriatePlace())
        if !tokenizer.selfClosing { push(node) }
    }

    mutating func foreignEndTag() {
        let name = tokenizer.tagName
        if name == .br || name == .p {
            leaveForeign()
            return endTag(mode)
        }
        let svgName = foreignNames?.svgElement(name) ?? name
        var index = stack.count - 1
        while index > 0 {
            let element = stack[index]
            if element.traits.contains(.html), index < stack.count - 1 { return endTag(mode) }
            if element.name == name || (element.name == svgName && document[element.node].namespace == .svg) {
                while stack.count > index { pop() }
                return
            }
            index -= 1
        }
    }
}

/// The names of SVG and MathML that are not in lower case (https://html.spec.whatwg.org/#adjust-svg-attributes and the elements' list),
/// numbered for one document.
struct ForeignNames {
    private var svgElements: [Name: Name] = [:]
    private var svgAttributes: [Name: Name] = [:]
    private var mathAttributes: [Name: Name] = [:]

    init(_ names: inout NameTable) {
        func add(_ spellings: [String], to table: inout [Name: Name]) {
            for spelling in spellings { table[names.name(spelling.lowercased())] = names.name(spelling) }
        }
        add([
            "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform", "clipPath", "feBlend",
            "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
            "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage",
            "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
            "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient", "textPath",
        ], to: &svgElements)
        add([
            "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits", "diffuseConstant", "edgeMode",
            "filterUnits", "glyphRef", "gradientTransform", "gradientUnits", "kernelMatrix", "kernelUnitLength", "keyPoints",
            "keySplines", "keyTimes", "lengthAdjust", "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth",
            "maskContentUnits", "maskUnits", "numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits",
            "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY",
            "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant", "specularExponent", "spreadMethod",
            "startOffset", "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX", "targetY",
            "textLength", "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector", "zoomAndPan",
        ], to: &svgAttributes)
        add(["definitionURL"], to: &mathAttributes)
    }

    func svgElement(_ name: Name) -> Name { svgElements[name] ?? name }

    func attribute(_ name: Name, _ namespace: Node.Namespace) -> Name {
        (namespace == .svg ? svgAttributes : mathAttributes)[name] ?? name
    }
}
