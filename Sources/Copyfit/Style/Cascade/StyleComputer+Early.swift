extension StyleComputer {
    /// Applies the winning declaration of a property that other computed values depend on. Called in the order of `PropertyID`.
    mutating func applyEarly(_ original: Declaration, _ originalSheet: UInt32, isUserAgent: Bool) {
        guard let (declaration, sheet) = resolved(original, originalSheet) else {
            applyEarlyWide(.unset, original.property)
            return
        }
        if declaration.isWide {
            applyEarlyWide(declaration.form, declaration.property)
            return
        }
        switch declaration.property {
        case .language:
            // Hints give the language's number itself.
            style.language = UInt16(truncatingIfNeeded: declaration.index)
        case .direction: style.direction = Direction(rawValue: declaration.flag) ?? .ltr
        case .writingMode: style.writingMode = WritingMode(rawValue: declaration.flag) ?? .horizontalTb
        case .colorScheme: context.colorScheme = declaration.flag
        case .zoom:
            let zoom = number(declaration, sheet)
            // `zoom: 0` was "normal" to WebKit and still is to both.
            style.effectiveZoom = zoom > 0 ? min(parent.effectiveZoom * Float(zoom), 1000) : parent.effectiveZoom
        case .textSizeAdjust: context.font.sizeFactor = declaration.form == .percentage ? finite(declaration.value / 100) : 1
        case .fontFamily: applyFontFamily(declaration, sheet)
        case .fontSize: applyFontSize(declaration, sheet)
        case .fontWeight: applyFontWeight(declaration, sheet)
        case .fontStyle:
            context.font.slant = declaration.form == .dimension ? 2 : declaration.flag
            context.font.angle = declaration.form == .dimension ? Float(declaration.value) : 14
            if declaration.form == .dimension, declaration.value == 0 { context.font.slant = 0 }
        case .fontStretch: context.font.stretch = finite(declaration.value)
        case .fontSizeAdjust:
            if declaration.form == .keyword { context.font.sizeAdjustKind = declaration.flag } else {
                context.font.sizeAdjustKind = declaration.flag &+ 2
                context.font.sizeAdjust = finite(number(declaration, sheet))
            }
        case .fontKerning: context.font.kerning = declaration.flag
        case .fontOpticalSizing: context.font.opticalSizingAuto = declaration.flag == 1
        case .fontSynthesisWeight: setSynthesis(1, declaration.flag)
        case .fontSynthesisStyle: setSynthesis(2, declaration.flag)
        case .fontSynthesisSmallCaps: setSynthesis(4, declaration.flag)
        case .fontVariantCaps: context.font.capitals = declaration.flag
        case .fontVariantPosition: context.font.position = declaration.flag
        case .fontVariantLigatures: context.font.ligatures = UInt16(declaration.value)
        case .fontVariantNumeric: context.font.numeric = UInt16(declaration.value)
        case .fontVariantEastAsian: context.font.eastAsian = UInt16(declaration.value)
        case .fontFeatureSettings:
            if case .features(let list)? = object(sheet, declaration) { context.font.features = fontTables.number(of: list) }
        case .fontVariationSettings:
            if case .variations(let list)? = object(sheet, declaration) { context.font.variations = fontTables.number(of: list) }
        case .fontLanguageOverride:
            if case .string(let text)? = object(sheet, declaration) { context.font.languageOverride = fontTables.number(of: text) } else {
                context.font.languageOverride = 0
            }
        case .lineHeight: style.lineHeight = lineHeight(declaration, sheet)
        default: break
        }
    }

    private mutating func setSynthesis(_ bit: UInt8, _ flag: UInt8) {
        if flag == 1 { context.font.synthesis |= bit } else { context.font.synthesis &= ~bit }
    }

    private mutating func applyFontFamily(_ declaration: Declaration, _ sheet: UInt32) {
        let key = UInt64(sheet) << 32 | UInt64(declaration.index)
        let wasMonospace = context.font.isMonospaceOnly
        if let known = objectNumbers[key] {
            context.font.families = known
        } else if case .families(let list)? = object(sheet, declaration) {
            context.font.families = fontTables.number(of: list)
            objectNumbers[key] = context.font.families
        } else {
            return
        }
        let list = fontTables.families[Int(context.font.families)]
        context.font.isMonospaceOnly = list.count == 1 && list[0] == .generic(.monospace)
        // A size by keyword is looked up again for the other kind of family.
        if wasMonospace != context.font.isMonospaceOnly, context.font.sizeKeyword != 0 {
            context.font.specifiedSize = keywordSize(context.font.sizeKeyword, isMonospace: context.font.isMonospaceOnly)
        }
    }

    /// https://www.w3.org/TR/css-fonts-4/#relative-weights
    private mutating func applyFontWeight(_ declaration: Declaration, _ sheet: UInt32) {
        let inherited = parentContext.font.weight
        switch (declaration.form, declaration.flag) {
        case (.keyword, 1): context.font.weight = inherited < 350 ? 400 : inherited < 550 ? 700 : max(900, inherited)
        case (.keyword, _): context.font.weight = inherited < 100 ? inherited : inherited < 550 ? 100 : inherited < 750 ? 400 : 700
        default: context.font.weight = min(1000, max(1, finite(number(declaration, sheet))))
        }
    }

    /// `line-height` as both engines compute it (browser-rules §4.1): numbers stay, percentages are cut to whole ones and made px in f32.
    private mutating func lineHeight(_ declaration: Declaration, _ sheet: UInt32) -> LineHeight {
        switch declaration.form {
        case .number: return LineHeight(kind: .number, value: finite(declaration.value))
        case .percentage:
            return LineHeight(kind: .length, value: style.fontSize * finite(declaration.value).rounded(.towardZero) / 100)
        case .dimension where declaration.unit == .lh:
            return LineHeight(kind: .length, value: finite(declaration.value * Double(usedLineHeight(parent))))
        case .dimension: return LineHeight(kind: .length, value: finite(declaration.value * px(of: declaration.unit)) * (declaration.unit.isFontRelative ? 1 : textScale))
        case .math:
            let node = math(sheet, declaration)
            if node.type?.isNumber == true { return LineHeight(kind: .number, value: max(0, finite(number(declaration, sheet)))) }
            let length = length(declaration, sheet, allowsNegative: false)
            if length.kind == .expression {
                return LineHeight(kind: .length, value: max(0, output.expressions[length.expressionIndex].evaluate(base: style.fontSize)))
            }
            return LineHeight(kind: .length, value: max(0, length.px + length.percent * style.fontSize / 100))
        default: return .normal
        }
    }

    /// All early properties inherit but `zoom`.
    private mutating func applyEarlyWide(_ form: Declaration.Form, _ property: PropertyID) {
        let takesInitial = form == .initial || (form != .inherit && property == .zoom)
        let source = takesInitial ? initialContext : parentContext
        let sourceStyle = takesInitial ? initialStyle : parent
        switch property {
        case .language: style.language = sourceStyle.language
        case .direction: style.direction = sourceStyle.direction
        case .writingMode: style.writingMode = sourceStyle.writingMode
        case .colorScheme: context.colorScheme = source.colorScheme
        case .zoom: style.effectiveZoom = parent.effectiveZoom
        case .textSizeAdjust: context.font.sizeFactor = source.font.sizeFactor
        case .fontFamily:
            context.font.families = source.font.families
            context.font.isMonospaceOnly = source.font.isMonospaceOnly
        case .fontSize:
            context.font.sizeKeyword = source.font.sizeKeyword
            context.font.isAbsoluteSize = source.font.isAbsoluteSize
            context.font.specifiedSize = takesInitial ? keywordSize(4, isMonospace: context.font.isMonospaceOnly) : source.font.specifiedSize
        case .fontWeight: context.font.weight = source.font.weight
        case .fontStyle:
            context.font.slant = source.font.slant
            context.font.angle = source.font.angle
        case .fontStretch: context.font.stretch = source.font.stretch
        case .fontSizeAdjust:
            context.font.sizeAdjustKind = source.font.sizeAdjustKind
            context.font.sizeAdjust = source.font.sizeAdjust
        case .fontKerning: context.font.kerning = source.font.kerning
        case .fontOpticalSizing: context.font.opticalSizingAuto = source.font.opticalSizingAuto
        case .fontSynthesisWeight: setSynthesis(1, source.font.synthesis & 1)
        case .fontSynthesisStyle: setSynthesis(2, source.font.synthesis >> 1 & 1)
        case .fontSynthesisSmallCaps: setSynthesis(4, source.font.synthesis >> 2 & 1)
        case .fontVariantCaps: context.font.capitals = source.font.capitals
        case .fontVariantPosition: context.font.position = source.font.position
        case .fontVariantLigatures: context.font.ligatures = source.font.ligatures
        case .fontVariantNumeric: context.font.numeric = source.font.numeric
        case .fontVariantEastAsian: context.font.eastAsian = source.font.eastAsian
        case .fontFeatureSettings: context.font.features = source.font.features
        case .fontVariationSettings: context.font.variations = source.font.variations
        case .fontLanguageOverride: context.font.languageOverride = source.font.languageOverride
        case .lineHeight: style.lineHeight = sourceStyle.lineHeight
        default: break
        }
    }

    /// A declaration without references: itself, or what it is once they are replaced; nil where that is not valid.
    mutating func resolved(_ declaration: Declaration, _ sheet: UInt32) -> (declaration: Declaration, sheet: UInt32)? {
        guard declaration.form == .pending else { return (declaration, sheet) }
        let key = PendingKey(sheet: sheet, index: declaration.index, environment: context.customs)
        var list = pendingCache[key]
        if list == nil {
            let pending = Int(sheet) < sheets.count ? sheets[Int(sheet)].pendings[Int(declaration.index)] : own.parser.store.pendings[Int(declaration.index)]
            var parsed: [Declaration] = []
            if let value = customProperties.substitute(pending.value, in: context.customs), !own.parse(pending.key, value, into: &parsed) { parsed = [] }
            pendingCache[key] = parsed
            list = parsed
        }
        // Later longhands of a shorthand win, as `font` resets first; flow-relative ones were mapped already.
        let found = list?.last { candidate in
            candidate.property == declaration.property
                || (candidate.property.isLogical && candidate.property.physical(style.writingMode, style.direction) == declaration.property)
        }
        guard var found else { return nil }
        found.property = declaration.property
        return (found, ownSheet)
    }
}
