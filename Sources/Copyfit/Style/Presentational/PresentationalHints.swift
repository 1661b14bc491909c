/// The declarations that attributes of HTML elements stand for (https://html.spec.whatwg.org/#rendering): an origin between the user's
/// sheets and the author's.
struct PresentationalHints {
    /// Of the element asked about last.
    var declarations: [Declaration] = []
    /// Of the document's MathML elements, from the first one on.
    var mathEnvironments: MathEnvironments?
    /// Characters looked at for `dir=auto`; nested ones look at the same text again, so there is a bound.
    private var directionBudget = 4_000_000
    private let isQuirky: Bool

    init(isQuirky: Bool) { self.isQuirky = isQuirky }

    mutating func set(_ property: PropertyID, _ value: Declaration) { declarations.append(value.on(property)) }
    mutating func set(_ properties: [PropertyID], _ value: Declaration) { for property in properties { set(property, value) } }
    mutating func set<Value: RawRepresentable>(_ property: PropertyID, _ value: Value) where Value.RawValue == UInt8 {
        set(property, Declaration.keyword(value))
    }

    /// Collects the hints of `element`; `computer` takes lists (font families) that do not fit in a declaration. False if there are none.
    mutating func collect(_ element: NodeID, in document: Document, computer: inout StyleComputer) -> Bool {
        declarations.removeAll(keepingCapacity: true)
        let node = document[element]
        let isCell = node.namespace == .html && (node.name == .td || node.name == .th)
        let isGroup = node.namespace == .html && (node.name == .tbody || node.name == .thead || node.name == .tfoot || node.name == .colgroup)
        if node.namespace == .mathml { math(element, in: document, computer: &computer) }
        guard node.attributeCount > 0 || isCell || isGroup else { return !declarations.isEmpty }
        if isCell { cellFromTable(element, document) }
        if isGroup { groupFromTable(element, document) }
        let first = Int(node.firstAttribute)
        for index in first..<first + Int(node.attributeCount) {
            let attribute = document.attributes[index]
            let value = AttributeValue(attribute.value, in: document)
            switch attribute.name {
            case .lang, .xmlLang: language(value, isXML: attribute.name == .xmlLang, element, document, &computer)
            case .dir where node.namespace == .html: direction(value, element, document)
            case .hidden where node.namespace == .html:
                if value.is("until-found") { set(.contentVisibility, ContentVisibility.hidden) } else { set(.display, Display.none) }
            case .popover where node.namespace == .html && node.name != .dialog: set(.display, Display.none)
            default:
                if node.namespace == .html { html(node.name, attribute.name, value, element, document, &computer) }
                if node.namespace == .svg { svg(node.name, attribute.name, value, &computer) }
            }
        }
        return !declarations.isEmpty
    }

    // MARK: Language and direction

    private mutating func language(
        _ value: AttributeValue, isXML: Bool, _ element: NodeID, _ document: Document, _ computer: inout StyleComputer
    ) {
        // `xml:lang` wins over `lang` where both stand.
        if !isXML, document.hasAttribute(.xmlLang, of: element) { return }
        declarations.append(Declaration(form: .keyword, index: UInt32(computer.languageNumber(value.string))).on(.language))
    }

    private mutating func direction(_ value: AttributeValue, _ element: NodeID, _ document: Document) {
        let direction: Direction
        if value.is("ltr") { direction = .ltr } else if value.is("rtl") { direction = .rtl } else if value.is("auto") {
            direction = automaticDirection(of: element, document)
        } else { return }
        set(.direction, direction)
        if document[element].name != .bdo { set(.unicodeBidi, value.is("auto") && isPlaintextElement(document[element].name) ? UnicodeBidi.plaintext : .isolate) }
        if document[element].name == .bdo { set(.unicodeBidi, UnicodeBidi.isolateOverride) }
    }

    private func isPlaintextElement(_ name: Name) -> Bool { name == .pre || name == .textarea || name == .input }

    /// https://html.spec.whatwg.org/#auto-directionality: the first strong character of the text, left to right where there is none.
    private mutating func automaticDirection(of element: NodeID, _ document: Document) -> Direction {
        var node = document.nextNode(after: element, within: element)
        while node.exists {
            let current = document[node]
            if current.kind == .element,
                current.name == .bdi || current.name == .script || current.name == .style || current.name == .textarea
                    || document.hasAttribute(.dir, of: node)
            {
                node = document.nodeAfterSubtree(of: node, within: element)
                continue
            }
            if current.kind == .text {
                directionBudget -= Int(current.text.count) + 1
                if directionBudget < 0 { return .ltr }
                for scalar in document.string(current.text).unicodeScalars {
                    if let direction = StrongDirection.of(scalar) { return direction }
                }
            }
            node = document.nextNode(after: node, within: element)
        }
        return .ltr
    }

    // MARK: Elements

    private mutating func html(
        _ element: Name, _ attribute: Name, _ value: AttributeValue, _ id: NodeID, _ document: Document, _ computer: inout StyleComputer
    ) {
        if computer.paintRequest != nil { paint(element, attribute, value, &computer) }
        switch element {
        case .table: table(attribute, value, id, document)
        case .td, .th, .tr, .tbody, .thead, .tfoot, .col, .colgroup: tablePart(element, attribute, value, id, document)
        case .img, .input, .iframe, .embed, .object, .video, .canvas, .marquee: replaced(element, attribute, value, id, document)
        case .div, .p: if attribute == .align { textAlign(value, isBlock: true) }
        case .h1, .h2, .h3, .h4, .h5, .h6: if attribute == .align { textAlign(value, isBlock: false) }
        case .caption:
            if attribute == .align {
                if value.is("bottom") { set(.captionSide, CaptionSide.bottom) } else if value.is("top") { set(.captionSide, CaptionSide.top) }
            }
        case .hr: rule(attribute, value, id, document)
        case .font: font(attribute, value, &computer)
        case .body: body(attribute, value, id, document)
        case .ol, .ul, .li: if attribute == .type { listType(element, value, &computer) }
        case .br:
            guard attribute == .clear else { return }
            if value.is("left") { set(.clear, Clear.left) } else if value.is("right") { set(.clear, Clear.right) } else if value.is("all") || value.is("both") {
                set(.clear, Clear.both)
            }
        case .pre:
            if attribute == .wrap { whiteSpace(.preserve, .wrap) }
        case .textarea:
            guard attribute == .wrap else { return }
            if value.is("off") { whiteSpace(.preserve, .nowrap) } else { whiteSpace(.preserve, .wrap) }
        default: return
        }
    }

    /// Colors and backgrounds (https://html.spec.whatwg.org/#rendering), only where a picture is wanted.
    private mutating func paint(_ element: Name, _ attribute: Name, _ value: AttributeValue, _ computer: inout StyleComputer) {
        func color() -> Declaration? { ColorReader.legacy(value.string).map { Declaration(form: .number, value: $0.packed) } }
        switch (element, attribute) {
        case (.body, .bgcolor), (.table, .bgcolor), (.td, .bgcolor), (.th, .bgcolor), (.tr, .bgcolor), (.tbody, .bgcolor), (.thead, .bgcolor),
            (.tfoot, .bgcolor), (.col, .bgcolor), (.colgroup, .bgcolor), (.marquee, .bgcolor):
            if let color = color() { set(.backgroundColor, color) }
        case (.body, .text), (.font, .color): if let color = color() { set(.color, color) }
        case (.hr, .color):
            if let color = color() {
                set(.color, color)
                set(ShorthandID.borderColor.longhands, color)
            }
        case (.table, .bordercolor), (.td, .bordercolor), (.th, .bordercolor), (.tr, .bordercolor):
            if let color = color() { set(ShorthandID.borderColor.longhands, color) }
        case (.body, .background), (.table, .background), (.td, .background), (.th, .background), (.tr, .background):
            var quoted = Array("url(\"".utf8)
            for byte in value.bytes where byte != 0x22 && byte != 0x0A && byte != 0x0D { if byte == 0x5C { quoted.append(byte) }; quoted.append(byte) }
            quoted += Array("\")".utf8)
            if let image = computer.parseOwn(.backgroundImage, quoted[...]) { declarations.append(image) }
        default: break
        }
    }

    private mutating func whiteSpace(_ collapse: WhiteSpaceCollapse, _ wrap: TextWrapMode) {
        set(.whiteSpaceCollapse, collapse)
        set(.textWrapMode, wrap)
    }

    /// `align` of blocks moves the blocks in them too, which the `-webkit-` values stand for.
    private mutating func textAlign(_ value: AttributeValue, isBlock: Bool) {
        if value.is("center") || value.is("middle") { set(.textAlign, isBlock ? TextAlign.webkitCenter : .center)
        } else if value.is("left") { set(.textAlign, isBlock ? TextAlign.webkitLeft : .left)
        } else if value.is("right") { set(.textAlign, isBlock ? TextAlign.webkitRight : .right)
        } else if value.is("justify") { set(.textAlign, TextAlign.justify)
        } else if value.is("start") { set(.textAlign, TextAlign.start)
        } else if value.is("end") { set(.textAlign, TextAlign.end) }
    }

    private mutating func verticalAlign(_ value: AttributeValue) {
        if value.is("top") { set(.verticalAlign, VerticalAlign.top) } else if value.is("middle") || value.is("center") || value.is("absmiddle") {
            set(.verticalAlign, VerticalAlign.middle)
        } else if value.is("bottom") { set(.verticalAlign, VerticalAlign.bottom) } else if value.is("baseline") {
            set(.verticalAlign, VerticalAlign.baseline)
        }
    }

    // MARK: Tables

    private mutating func table(_ attribute: Name, _ value: AttributeValue, _ id: NodeID, _ document: Document) {
        switch attribute {
        case .width: if let width = value.nonzeroDimension { set(.width, width) }
        case .height: if let height = value.dimension { set(.height, height) }
        case .cellspacing:
            if let spacing = value.nonnegativeInteger { set([.borderSpacingHorizontal, .borderSpacingVertical], .px(Double(spacing))) }
        case .border:
            let width = PresentationalHints.borderWidth(value)
            set(ShorthandID.borderWidth.longhands, .px(Double(width)))
            let isSolid = document.hasAttribute(.bordercolor, of: id)
            if width > 0, !document.hasAttribute(.frame, of: id) { set(ShorthandID.borderStyle.longhands, .keyword(isSolid ? BorderStyle.solid : .outset)) }
        case .bordercolor:
            if !document.hasAttribute(.border, of: id) { set(ShorthandID.borderStyle.longhands, .keyword(BorderStyle.solid)) }
        case .frame: frame(value, id, document)
        case .rules:
            if value.is("none") || value.is("groups") || value.is("rows") || value.is("cols") || value.is("all") {
                set(.borderCollapse, BorderCollapse.collapse)
                let border = document.attribute(.border, of: id).map { PresentationalHints.borderWidth(AttributeValue($0, in: document)) } ?? 0
                if border == 0, !document.hasAttribute(.frame, of: id) { set(ShorthandID.borderStyle.longhands, .keyword(BorderStyle.hidden)) }
            }
        case .align:
            if value.is("center") { set([.marginInlineStart, .marginInlineEnd], .length(.auto)) } else if value.is("left") {
                set(.float, .keyword(1))
            } else if value.is("right") { set(.float, .keyword(2)) }
        case .hspace: if let space = value.dimension { set([.marginLeft, .marginRight], space) }
        case .vspace: if let space = value.dimension { set([.marginTop, .marginBottom], space) }
        default: break
        }
    }

    /// `border`: a number of px; anything else is 1.
    private static func borderWidth(_ value: AttributeValue) -> Int { min(value.nonnegativeInteger ?? 1, 100_000) }

    private mutating func frame(_ value: AttributeValue, _ id: NodeID, _ document: Document) {
        var shown: (top: Bool, right: Bool, bottom: Bool, left: Bool)
        if value.is("void") { shown = (false, false, false, false) } else if value.is("above") { shown = (true, false, false, false)
        } else if value.is("below") { shown = (false, false, true, false) } else if value.is("hsides") { shown = (true, false, true, false)
        } else if value.is("lhs") { shown = (false, false, false, true) } else if value.is("rhs") { shown = (false, true, false, false)
        } else if value.is("vsides") { shown = (false, true, false, true) } else if value.is("box") || value.is("border") { shown = (true, true, true, true)
        } else { return }
        if !document.hasAttribute(.border, of: id) { set(ShorthandID.borderWidth.longhands, .px(1)) }
        set(.borderTopStyle, shown.top ? BorderStyle.solid : .hidden)
        set(.borderRightStyle, shown.right ? BorderStyle.solid : .hidden)
        set(.borderBottomStyle, shown.bottom ? BorderStyle.solid : .hidden)
        set(.borderLeftStyle, shown.left ? BorderStyle.solid : .hidden)
    }

    /// What a table's attributes mean for its cells.
    private mutating func cellFromTable(_ cell: NodeID, _ document: Document) {
        var table = document[cell].parent
        var steps = 0
        while table.exists, !document.isElement(table, .table), steps < 16 {
            table = document[table].parent
            steps += 1
        }
        guard table.exists, document.isElement(table, .table), document[table].attributeCount > 0 else { return }
        if let range = document.attribute(.cellpadding, of: table), let padding = AttributeValue(range, in: document).nonnegativeInteger {
            set(ShorthandID.padding.longhands, .px(Double(padding)))
        }
        let isSolid = document.hasAttribute(.bordercolor, of: table)
        if let range = document.attribute(.rules, of: table) {
            let value = AttributeValue(range, in: document)
            if value.is("rows") {
                set([.borderTopWidth, .borderBottomWidth], .px(1))
                set([.borderTopStyle, .borderBottomStyle], .keyword(BorderStyle.solid))
            } else if value.is("cols") {
                set([.borderLeftWidth, .borderRightWidth], .px(1))
                set([.borderLeftStyle, .borderRightStyle], .keyword(BorderStyle.solid))
            } else if value.is("all") {
                set(ShorthandID.borderWidth.longhands, .px(1))
                set(ShorthandID.borderStyle.longhands, .keyword(BorderStyle.solid))
            }
            if value.is("none") || value.is("groups") || value.is("rows") || value.is("cols") || value.is("all") { return }
        }
        if let range = document.attribute(.border, of: table), PresentationalHints.borderWidth(AttributeValue(range, in: document)) > 0 {
            set(ShorthandID.borderWidth.longhands, .px(1))
            set(ShorthandID.borderStyle.longhands, .keyword(isSolid ? BorderStyle.solid : .inset))
        }
    }

    /// `rules=groups`: lines between groups of rows and columns.
    private mutating func groupFromTable(_ group: NodeID, _ document: Document) {
        let table = document[group].parent
        guard table.exists, document.isElement(table, .table), let range = document.attribute(.rules, of: table),
            AttributeValue(range, in: document).is("groups")
        else { return }
        let isColumns = document[group].name == .colgroup
        set(isColumns ? [.borderLeftWidth, .borderRightWidth] : [.borderTopWidth, .borderBottomWidth], .px(1))
        set(isColumns ? [.borderLeftStyle, .borderRightStyle] : [.borderTopStyle, .borderBottomStyle], .keyword(BorderStyle.solid))
    }

    private mutating func tablePart(_ element: Name, _ attribute: Name, _ value: AttributeValue, _ id: NodeID, _ document: Document) {
        let isCell = element == .td || element == .th
        let isColumn = element == .col || element == .colgroup
        switch attribute {
        case .align: if value.is("absmiddle") { set(.textAlign, TextAlign.center) } else { textAlign(value, isBlock: true) }
        case .valign: verticalAlign(value)
        case .width:
            if isCell { if let width = value.nonzeroDimension { set(.width, width) } }
            if isColumn { if let width = value.dimension { set(.width, width) } }
        case .height:
            if isCell { if let height = value.nonzeroDimension { set(.height, height) } }
            if element == .tr { if let height = value.dimension { set(.height, height) } }
        case .nowrap: if isCell { set(.textWrapMode, TextWrapMode.nowrap); set(.whiteSpaceCollapse, WhiteSpaceCollapse.collapse) }
        default: break
        }
    }

    // MARK: Replaced elements

    private mutating func replaced(_ element: Name, _ attribute: Name, _ value: AttributeValue, _ id: NodeID, _ document: Document) {
        if element == .input {
            guard let type = document.attribute(.type, of: id), AttributeValue(type, in: document).is("image") else { return }
        }
        switch attribute {
        case .width:
            if element != .canvas, let width = value.dimension { set(.width, width) }
            ratio(element, id, document)
        case .height:
            if element != .canvas, let height = value.dimension { set(.height, height) }
            if !document.hasAttribute(.width, of: id) { ratio(element, id, document) }
        case .hspace: if element != .canvas, element != .video, element != .iframe, let space = value.dimension { set([.marginLeft, .marginRight], space) }
        case .vspace: if element != .canvas, element != .video, element != .iframe, let space = value.dimension { set([.marginTop, .marginBottom], space) }
        case .border:
            guard element == .img || element == .input || element == .object, let width = value.nonnegativeInteger else { return }
            set(ShorthandID.borderWidth.longhands, .px(Double(width)))
            set(ShorthandID.borderStyle.longhands, .keyword(BorderStyle.solid))
        case .frameborder:
            // `0`, `no` and what is not a number but `yes` take the border away.
            if element == .iframe, (value.integer ?? (value.is("yes") ? 1 : 0)) == 0 {
                set(ShorthandID.borderWidth.longhands, .px(0))
            }
        case .align: if element != .canvas, element != .video { imageAlign(value) }
        default: break
        }
    }

    /// The attributes give the ratio until the picture is there (browser-rules §8).
    private mutating func ratio(_ element: Name, _ id: NodeID, _ document: Document) {
        guard element == .img || element == .video || element == .canvas || element == .input,
            let widthRange = document.attribute(.width, of: id), let heightRange = document.attribute(.height, of: id)
        else { return }
        let width: Double, height: Double
        if element == .canvas {
            guard let w = AttributeValue(widthRange, in: document).nonnegativeInteger, let h = AttributeValue(heightRange, in: document).nonnegativeInteger
            else { return }
            (width, height) = (Double(w), Double(h))
        } else {
            guard let w = AttributeValue(widthRange, in: document).dimension, let h = AttributeValue(heightRange, in: document).dimension,
                w.form == .dimension, h.form == .dimension
            else { return }
            (width, height) = (w.value, h.value)
        }
        guard width > 0, height > 0 else { return }
        set(.aspectRatio, Declaration(form: .number, flag: 1, value: width / height))
    }

    private mutating func imageAlign(_ value: AttributeValue) {
        if value.is("left") {
            set(.float, .keyword(1))
            set(.verticalAlign, VerticalAlign.top)
        } else if value.is("right") {
            set(.float, .keyword(2))
            set(.verticalAlign, VerticalAlign.top)
        } else if value.is("top") { set(.verticalAlign, VerticalAlign.top)
        } else if value.is("absmiddle") || value.is("center") || value.is("abscenter") { set(.verticalAlign, VerticalAlign.middle)
        } else if value.is("middle") { set(.verticalAlign, VerticalAlign.webkitBaselineMiddle)
        } else if value.is("absbottom") { set(.verticalAlign, VerticalAlign.bottom)
        } else if value.is("bottom") || value.is("baseline") { set(.verticalAlign, VerticalAlign.baseline)
        } else if value.is("texttop") { set(.verticalAlign, VerticalAlign.textTop) }
    }

    // MARK: Others

    private mutating func rule(_ attribute: Name, _ value: AttributeValue, _ id: NodeID, _ document: Document) {
        switch attribute {
        case .align:
            if value.is("left") {
                set(.marginLeft, .px(0))
                set(.marginRight, .length(.auto))
            } else if value.is("right") {
                set(.marginLeft, .length(.auto))
                set(.marginRight, .px(0))
            } else {
                set([.marginLeft, .marginRight], .length(.auto))
            }
        case .width:
            if let width = value.dimension { set(.width, width.value == 0 && width.form == .dimension ? .px(1) : width) }
        case .size:
            let size = value.integer ?? 0
            if size <= 1 { set(.borderBottomWidth, .px(0)) } else { set(.height, .px(Double(size - 2))) }
        case .color, .noshade: set(ShorthandID.borderStyle.longhands, .keyword(BorderStyle.solid))
        default: break
        }
    }

    private mutating func font(_ attribute: Name, _ value: AttributeValue, _ computer: inout StyleComputer) {
        switch attribute {
        case .size: if let keyword = value.fontSizeKeyword { set(.fontSize, .keyword(keyword)) }
        case .face: if let family = computer.parseOwn(.fontFamily, value.bytes) { declarations.append(family) }
        default: break
        }
    }

    private mutating func body(_ attribute: Name, _ value: AttributeValue, _ id: NodeID, _ document: Document) {
        switch attribute {
        case .marginwidth: if let margin = value.dimension { set([.marginLeft, .marginRight], margin) }
        case .leftmargin:
            if !document.hasAttribute(.marginwidth, of: id), let margin = value.dimension { set([.marginLeft, .marginRight], margin) }
        case .marginheight: if let margin = value.dimension { set([.marginTop, .marginBottom], margin) }
        case .topmargin:
            if !document.hasAttribute(.marginheight, of: id), let margin = value.dimension { set([.marginTop, .marginBottom], margin) }
        default: break
        }
    }

    private mutating func listType(_ element: Name, _ value: AttributeValue, _ computer: inout StyleComputer) {
        var name: StaticString?
        if element != .ul, value.bytes.count == 1 {
            switch value.bytes.first {
            case 0x31: name = "decimal"
            case 0x61: name = "lower-alpha"
            case 0x41: name = "upper-alpha"
            case 0x69: name = "lower-roman"
            case 0x49: name = "upper-roman"
            default: break
            }
        }
        if element != .ol, name == nil {
            if value.is("disc") { name = "disc" } else if value.is("circle") { name = "circle" } else if value.is("square") { name = "square"
            } else if value.is("none") { name = "none" }
        }
        guard let name else { return }
        let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        if let type = computer.parseOwn(.listStyleType, Array(bytes)[...]) { declarations.append(type) }
    }

    private mutating func svg(_ element: Name, _ attribute: Name, _ value: AttributeValue, _ computer: inout StyleComputer) {
        guard element == .svg, attribute == .width || attribute == .height else { return }
        let property: PropertyID = attribute == .width ? .width : .height
        if let number = AttributeValue.plainNumber(value) { set(property, .px(number)) } else if let length = computer.parseOwn(property, value.bytes) {
            declarations.append(length)
        }
    }
}

extension AttributeValue {
    /// A number without a unit, as SVG attributes have them.
    static func plainNumber(_ value: AttributeValue) -> Double? {
        guard let last = value.bytes.last(where: { !isHTMLSpace($0) }), isDigit(last) || last == 0x2E, let dimension = value.dimension else { return nil }
        return value.bytes.contains { ($0 | 0x20) &- 0x61 < 26 } ? nil : dimension.value
    }
}

/// The strong direction of characters, by Unicode blocks: enough to tell which way a text runs.
enum StrongDirection {
    static func of(_ scalar: Unicode.Scalar) -> Direction? {
        switch scalar.value {
        case 0x590...0x5FF, 0x7C0...0x8FF, 0xFB1D...0xFB4F, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF, 0x200F:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .decimalNumber, .otherSymbol, .currencySymbol: return nil
            default: return .rtl
            }
        case 0x600...0x7BF:
            switch scalar.properties.generalCategory {
            case .otherLetter, .modifierLetter, .otherPunctuation: return scalar.value == 0x60C ? nil : .rtl
            default: return nil
            }
        case 0x200E: return .ltr
        default:
            return scalar.properties.isAlphabetic && scalar.properties.generalCategory != .nonspacingMark ? .ltr : nil
        }
    }
}
