/// Font sizes by name (browser-rules §6.2).
enum FontSizes {
    private static let proportional: [Float] = [9, 10, 13, 16, 18, 24, 32, 48]
    private static let monospace: [Float] = [9, 10, 12, 13, 16, 20, 26, 39]
    private static let quirkyMonospace: [Float] = [9, 9, 10, 13, 16, 20, 26, 40]
    /// css-fonts-4's factors, for default sizes other than 16px and 13px.
    private static let factors: [Float] = [0.6, 0.75, 0.89, 1, 1.2, 1.5, 2, 3]

    /// CSS px of `xx-small` (1) to `xxx-large` (8), where the user's default size is 16px times `scale`.
    static func size(keyword: UInt8, isMonospace: Bool, isQuirky: Bool, scale: Float) -> Float {
        let index = Int(max(1, min(8, keyword))) - 1
        guard scale == 1 else { return factors[index] * (isMonospace ? 13 : 16) * scale }
        return (isMonospace ? (isQuirky ? quirkyMonospace : monospace) : proportional)[index]
    }
}

extension StyleComputer {
    /// The user's default font size, proportional or monospace.
    func keywordSize(_ keyword: UInt8, isMonospace: Bool) -> Float {
        FontSizes.size(keyword: keyword, isMonospace: isMonospace, isQuirky: isQuirky, scale: fontScale)
    }

    /// The computed `font-size` before zoom, and what it says about sizes of another family.
    mutating func applyFontSize(_ declaration: Declaration, _ sheet: UInt32) {
        let parentSize = parentContext.font.specifiedSize
        let parentIsAbsolute = parentContext.font.isAbsoluteSize
        context.font.sizeKeyword = 0
        switch declaration.form {
        case .keyword:
            switch declaration.flag {
            case 9:
                context.font.isAbsoluteSize = parentIsAbsolute
                context.font.specifiedSize = profile.relativeSizesAreExact ? Float(Double(parentSize) / 1.2) : parentSize / 1.2
            case 10:
                context.font.isAbsoluteSize = parentIsAbsolute
                context.font.specifiedSize = profile.relativeSizesAreExact ? Float(Double(parentSize) * 1.2) : parentSize * 1.2
            case 11:
                context.font.isAbsoluteSize = parentIsAbsolute
                context.font.specifiedSize = parentSize
            case 12:
                context.font.isAbsoluteSize = parentIsAbsolute
                context.font.specifiedSize = parentSize / 2
            default:
                context.font.sizeKeyword = declaration.flag
                context.font.isAbsoluteSize = false
                context.font.specifiedSize = keywordSize(declaration.flag, isMonospace: context.font.isMonospaceOnly)
            }
        case .percentage:
            context.font.isAbsoluteSize = parentIsAbsolute
            context.font.specifiedSize = finite(declaration.value) * parentSize / 100
        default:
            let isRelative = declaration.form == .dimension && declaration.unit.isFontRelative
            context.font.isAbsoluteSize = parentIsAbsolute || !isRelative
            unitsAreParents = true
            let length = length(declaration, sheet, allowsNegative: false)
            unitsAreParents = false
            switch length.kind {
            case .fixed: context.font.specifiedSize = length.px
            case .percentage, .calculated: context.font.specifiedSize = max(0, length.px + length.percent * parentSize / 100)
            case .expression: context.font.specifiedSize = max(0, output.expressions[length.expressionIndex].evaluate(base: parentSize))
            default: break
            }
        }
        context.font.specifiedSize = min(max(context.font.specifiedSize, 0), 1_000_000)
    }

    /// Sizes that no ancestor gives in absolute units are never tiny.
    mutating func raiseSmallSize() {
        let smallest = profile.smallestRelativeSize
        if !context.font.isAbsoluteSize || (profile.zoomKeepsSmallestSize && context.font.specifiedSize >= smallest) { style.fontSize = smallest }
    }

    /// The 13px rule: a family list of exactly `monospace` where the parent has another, or the reverse, scales a size that is not
    /// absolute by 13/16 (browser-rules §6.2).
    mutating func adjustForGenericFamily(_ parentFont: FontProperties) {
        guard !context.font.isAbsoluteSize, context.font.isMonospaceOnly != parentFont.isMonospaceOnly else { return }
        if context.font.sizeKeyword != 0 {
            context.font.specifiedSize = keywordSize(context.font.sizeKeyword, isMonospace: context.font.isMonospaceOnly)
        } else {
            let scale: Float = 13.0 / 16
            context.font.specifiedSize = parentFont.isMonospaceOnly ? context.font.specifiedSize / scale : context.font.specifiedSize * scale
        }
    }
}
