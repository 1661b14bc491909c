import Glibc
@testable import Copyfit

/// Computed values as `getComputedStyle` writes them in Chromium: for comparing with recorded answers.
struct ComputedValueText {
    let styled: StyledDocument
    let style: ComputedStyle
    let profile: Profile

    static func number(_ value: Float) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = withVaList([Double(value)]) { vsnprintf(&buffer, buffer.count, "%.6g", $0) }
        let text = String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text == "-0" ? "0" : text
    }

    private func px(_ value: Float) -> String { ComputedValueText.number(value) + "px" }

    private func length(_ value: Length, auto: String = "auto") -> String {
        switch value.kind {
        case .auto: auto
        case .none: "none"
        case .content: "content"
        case .fixed: px(value.px)
        case .percentage: ComputedValueText.number(value.percent) + "%"
        case .calculated: "calc(\(ComputedValueText.number(value.percent))% \(value.px < 0 ? "-" : "+") \(px(abs(value.px))))"
        case .expression: "expression"
        case .minContent: "min-content"
        case .maxContent: "max-content"
        case .fitContent: "fit-content"
        case .stretch: "-webkit-fill-available"
        case .fitContentFunction: "fit-content(\(value.percent != 0 ? ComputedValueText.number(value.percent) + "%" : px(value.px)))"
        }
    }

    /// The keyword of a case: `inlineBlock` is `inline-block`.
    private func word<Value>(_ value: Value) -> String {
        var text = ""
        for scalar in "\(value)".unicodeScalars {
            if scalar.properties.isUppercase { text += "-" + scalar.properties.lowercaseMapping } else { text.unicodeScalars.append(scalar) }
        }
        return text.hasPrefix("webkit") ? "-" + text : text
    }

    private var lineHeight: String {
        switch style.lineHeight.kind {
        case .normal, .ink: "normal"
        case .number: px(style.lineHeight.value * style.fontSize)
        case .length: px(style.lineHeight.value)
        }
    }

    private func family(_ family: FontFamily) -> String {
        switch family {
        case .named(let name):
            let plain = name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ($0.value >= 48 && $0.value <= 57) || $0 == "-" || $0 == "_" }
            return plain ? name : "\"\(name)\""
        case .generic(let generic): return generic == .standard ? (profile.engine == .chromium ? "\"Times New Roman\"" : "-webkit-standard") : generic == .systemUI ? "system-ui" : word(generic)
        }
    }

    private var display: String {
        switch style.display {
        case .inlineListItem: "inline list-item"
        case .inlineWebkitBox: "-webkit-inline-box"
        default: word(style.display)
        }
    }

    private var listStyleType: String {
        switch styled.listStyles[Int(style.listStyleType)] {
        case .none: "none"
        case .string(let text): "\"\(text)\""
        case .counterStyle(let name): name
        }
    }

    private func alignment(_ value: Alignment) -> String { value == .lastBaseline ? "last baseline" : word(value) }

    /// The text of a property, or nil for one that is not compared.
    func text(_ property: String) -> String? {
        let font = styled.fonts[Int(style.font)]
        switch property {
        case "display": return display
        case "position": return word(style.position)
        case "float": return word(style.float)
        case "clear": return word(style.clear)
        case "overflow-x": return word(style.overflowX)
        case "overflow-y": return word(style.overflowY)
        case "visibility": return word(style.visibility)
        case "box-sizing": return word(style.boxSizing)
        case "width": return length(style.width)
        case "height": return length(style.height)
        case "min-width": return length(style.minWidth, auto: "0px")
        case "min-height": return length(style.minHeight, auto: "0px")
        case "max-width": return length(style.maxWidth)
        case "max-height": return length(style.maxHeight)
        case "margin-top": return length(style.margin.top)
        case "margin-right": return length(style.margin.right)
        case "margin-bottom": return length(style.margin.bottom)
        case "margin-left": return length(style.margin.left)
        case "padding-top": return length(style.padding.top)
        case "padding-right": return length(style.padding.right)
        case "padding-bottom": return length(style.padding.bottom)
        case "padding-left": return length(style.padding.left)
        case "border-top-width": return px(style.borderWidth.top)
        case "border-right-width": return px(style.borderWidth.right)
        case "border-bottom-width": return px(style.borderWidth.bottom)
        case "border-left-width": return px(style.borderWidth.left)
        case "border-top-style": return word(style.borderStyle.top)
        case "border-right-style": return word(style.borderStyle.right)
        case "border-bottom-style": return word(style.borderStyle.bottom)
        case "border-left-style": return word(style.borderStyle.left)
        case "top": return length(style.inset.top)
        case "right": return length(style.inset.right)
        case "bottom": return length(style.inset.bottom)
        case "left": return length(style.inset.left)
        case "z-index": return style.zIndexIsAuto ? "auto" : "\(style.zIndex)"
        case "aspect-ratio": return nil
        case "object-fit": return word(style.objectFit)
        case "direction": return word(style.direction)
        case "unicode-bidi": return word(style.unicodeBidi)
        case "writing-mode": return word(style.writingMode)
        case "font-size": return px(style.fontSize)
        case "font-weight": return ComputedValueText.number(font.weight)
        case "font-style":
            switch font.slant {
            case .normal: return "normal"
            case .italic: return "italic"
            case .oblique(let angle): return angle == 14 ? "oblique" : "oblique \(ComputedValueText.number(angle))deg"
            }
        case "font-family": return font.families.map(family).joined(separator: ", ")
        case "font-stretch": return ComputedValueText.number(font.stretch) + "%"
        case "font-variant-caps": return word(font.capitals)
        case "font-kerning": return word(font.kerning)
        case "line-height": return lineHeight
        case "vertical-align": return style.verticalAlign == .length ? length(style.verticalAlignLength) : word(style.verticalAlign)
        case "text-align": return word(style.textAlign)
        case "text-align-last": return word(style.textAlignLast)
        case "text-indent": return length(style.textIndent)
        case "text-transform": return word(style.textTransform)
        case "white-space-collapse": return word(style.whiteSpaceCollapse)
        case "text-wrap-mode": return word(style.textWrapMode)
        case "text-wrap-style": return word(style.textWrapStyle)
        case "word-break": return word(style.wordBreak)
        case "overflow-wrap": return word(style.overflowWrap)
        case "line-break": return word(style.lineBreak)
        case "hyphens": return word(style.hyphens)
        case "tab-size": return style.tabSizeIsLength ? px(style.tabSize) : ComputedValueText.number(style.tabSize)
        case "letter-spacing": return style.letterSpacing == 0 ? "normal" : px(style.letterSpacing)
        case "word-spacing": return px(style.wordSpacing)
        case "text-overflow": return word(style.textOverflow)
        case "list-style-type": return listStyleType
        case "list-style-position": return word(style.listStylePosition)
        case "table-layout": return word(style.tableLayout)
        case "border-collapse": return word(style.borderCollapse)
        case "border-spacing": 
            return style.borderSpacingHorizontal == style.borderSpacingVertical
                ? px(style.borderSpacingHorizontal) : px(style.borderSpacingHorizontal) + " " + px(style.borderSpacingVertical)
        case "caption-side": return word(style.captionSide)
        case "empty-cells": return word(style.emptyCells)
        case "flex-direction": return word(style.flexDirection)
        case "flex-wrap": return word(style.flexWrap)
        case "flex-grow": return ComputedValueText.number(style.flexGrow)
        case "flex-shrink": return ComputedValueText.number(style.flexShrink)
        case "flex-basis": return length(style.flexBasis)
        case "order": return "\(style.order)"
        case "align-content": return alignment(style.alignContent)
        case "align-items": return alignment(style.alignItems)
        case "align-self": return alignment(style.alignSelf)
        case "justify-content": return alignment(style.justifyContent)
        case "justify-items": return style.justifyItems == .legacy ? "normal" : alignment(style.justifyItems)
        case "justify-self": return alignment(style.justifySelf)
        case "row-gap": return length(style.rowGap, auto: "normal")
        case "column-gap": return length(style.columnGap, auto: "normal")
        case "column-count": return style.columnCount == 0 ? "auto" : "\(style.columnCount)"
        case "column-width": return length(style.columnWidth)
        case "column-span": return style.columnSpanAll ? "all" : "none"
        default: return nil
        }
    }

    /// Whether a computed text is what the browser wrote: numbers may differ in the last digit that it prints.
    static func agree(_ mine: String, _ browser: String) -> Bool {
        if mine == browser { return true }
        let a = mine.split(separator: " "), b = browser.split(separator: " ")
        guard a.count == b.count else { return false }
        return zip(a, b).allSatisfy { x, y in
            if x == y { return true }
            let u = x.drop { !"-.0123456789".contains($0) }.prefix { "-.e0123456789".contains($0) }
            let v = y.drop { !"-.0123456789".contains($0) }.prefix { "-.e0123456789".contains($0) }
            guard let p = Double(u), let q = Double(v) else { return false }
            return abs(p - q) <= max(abs(p), abs(q)) * 2e-5
        }
    }
}
