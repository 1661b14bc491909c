extension StyleComputer {
    /// CSS px of one `unit` for the element being computed, zoom applied.
    mutating func px(of unit: LengthUnit) -> Double {
        if unitsAreParents { return parentPx(of: unit) }
        let zoom = Double(style.effectiveZoom)
        switch unit {
        case .em, .quirkyEm: return Double(style.fontSize)
        case .rem: return isRoot ? Double(style.fontSize) : Double(rootFontSize) * zoom
        case .ex: return Double(elementMetrics.xHeight)
        case .ch: return Double(elementMetrics.zeroAdvance)
        case .cap: return Double(elementMetrics.capHeight)
        case .ic: return Double(elementMetrics.ideographAdvance)
        case .lh: return Double(usedLineHeight(style))
        case .rex, .rch, .rcap, .ric, .rlh: return rootPx(of: unit) * zoom
        default: return viewportPx(of: unit) * zoom
        }
    }

    /// The same for the element's `font-size`, before zoom: font-relative units are the parent's (css-values § 6.1.1).
    private mutating func parentPx(of unit: LengthUnit) -> Double {
        let zoom = Double(parent.effectiveZoom == 0 ? 1 : parent.effectiveZoom)
        switch unit {
        case .em, .quirkyEm: return Double(parentContext.font.specifiedSize)
        case .rem: return Double(rootFontSize)
        case .ex: return Double(parentMetrics.xHeight) / zoom
        case .ch: return Double(parentMetrics.zeroAdvance) / zoom
        case .cap: return Double(parentMetrics.capHeight) / zoom
        case .ic: return Double(parentMetrics.ideographAdvance) / zoom
        case .lh: return Double(usedLineHeight(parent)) / zoom
        case .rex, .rch, .rcap, .ric, .rlh: return rootPx(of: unit)
        default: return viewportPx(of: unit)
        }
    }

    private mutating func viewportPx(of unit: LengthUnit) -> Double {
        switch unit {
        case .vw: return onePercent(ofWidth: true)
        case .vh: return onePercent(ofWidth: false)
        case .vi: return onePercent(ofWidth: style.writingMode == .horizontalTb)
        case .vb: return onePercent(ofWidth: style.writingMode != .horizontalTb)
        case .vmin: return min(onePercent(ofWidth: true), onePercent(ofWidth: false))
        case .vmax: return max(onePercent(ofWidth: true), onePercent(ofWidth: false))
        default: return unit.factor
        }
    }

    private mutating func onePercent(ofWidth isWidth: Bool) -> Double {
        if isWidth { output.dependsOnViewportWidth = true } else { output.dependsOnViewportHeight = true }
        return (isWidth ? viewportWidth : viewportHeight) / 100
    }

    private mutating func rootPx(of unit: LengthUnit) -> Double {
        if unit == .rlh {
            let root = rootStyle.exists ? output.styles[rootStyle.index] : initialStyle
            return Double(usedLineHeight(root) / (root.effectiveZoom == 0 ? 1 : root.effectiveZoom))
        }
        let metrics = metrics(ofFont: rootFont, language: 0)
        return switch unit {
        case .rex: Double(metrics.xHeight)
        case .rch: Double(metrics.zeroAdvance)
        case .rcap: Double(metrics.capHeight)
        default: Double(metrics.ideographAdvance)
        }
    }

    private var elementMetrics: FontRelativeMetrics { mutating get { metrics(ofFont: style.font, language: style.language) } }
    private var parentMetrics: FontRelativeMetrics { mutating get { metrics(ofFont: parent.font, language: parent.language) } }

    /// The line height that `lh` means, CSS px.
    mutating func usedLineHeight(_ style: ComputedStyle) -> Float {
        switch style.lineHeight.kind {
        case .normal, .ink: metrics(ofFont: style.font, language: style.language).lineSpacing
        case .number: style.lineHeight.value * style.fontSize
        case .length: style.lineHeight.value
        }
    }

    /// A finite `Float`: what overflows stays large, what is not a number is 0.
    func finite(_ value: Double) -> Float {
        guard value == value else { return 0 }
        return Float(max(-33_554_430, min(33_554_430, value)))
    }

    mutating func evaluate(_ node: MathNode) -> MathValue {
        node.evaluate { px(of: $0) }
    }

    /// A length, percentage or sizing keyword in its computed form.
    mutating func length(_ declaration: Declaration, _ sheet: UInt32, allowsNegative: Bool = true) -> Length {
        switch declaration.form {
        case .dimension:
            let value = declaration.value == 0 ? 0 : finite(declaration.value * px(of: declaration.unit))
            return declaration.flag == 1 ? Length(kind: .fitContentFunction, px: value) : .px(value)
        case .number: return .px(finite(declaration.value * Double(unitsAreParents ? 1 : style.effectiveZoom)))
        case .percentage:
            return declaration.flag == 1 ? Length(kind: .fitContentFunction, percent: finite(declaration.value)) : .percent(finite(declaration.value))
        case .lengthKeyword: return Length(kind: Length.Kind(rawValue: declaration.flag) ?? .auto)
        case .math: return length(math(sheet, declaration), allowsNegative: allowsNegative)
        default: return .zero
        }
    }

    /// The computed form of a math function.
    mutating func length(_ node: MathNode, allowsNegative: Bool) -> Length {
        switch evaluate(node) {
        case .linear(let value, let percent, let hasPercent):
            let px = finite(value)
            if !hasPercent { return .px(allowsNegative ? px : max(0, px)) }
            if px == 0 { return .percent(allowsNegative ? finite(percent) : max(0, finite(percent))) }
            return Length(kind: .calculated, px: px, percent: finite(percent))
        case .expression(let expression):
            output.expressions.append(expression)
            return .expression(UInt32(clamping: output.expressions.count - 1))
        }
    }

    /// A plain number, of math functions too.
    mutating func number(_ declaration: Declaration, _ sheet: UInt32) -> Double {
        switch declaration.form {
        case .number, .percentage, .dimension: return declaration.value
        case .math:
            let value = evaluate(math(sheet, declaration)).plainValue ?? 0
            return value.isNaN ? 0 : value
        default: return 0
        }
    }

    mutating func integer(_ declaration: Declaration, _ sheet: UInt32) -> Int32 {
        // > Fractions in a math function where an integer is expected round half up.
        let value = (number(declaration, sheet) + 0.5).rounded(.down)
        return Int32(max(Double(Int32.min), min(Double(Int32.max), value)))
    }

    /// A border's width in whole px (browser-rules §3.4): what is thinner than one is one, the rest is floored.
    mutating func lineWidth(_ declaration: Declaration, _ sheet: UInt32) -> Float {
        let px = max(0, length(declaration, sheet).px)
        return px > 0 && px < 1 ? 1 : px.rounded(.down)
    }
}
