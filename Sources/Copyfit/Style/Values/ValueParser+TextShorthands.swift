// Shorthands of fonts, lists and text.

extension ValueParser {
    /// https://www.w3.org/TR/css-fonts-4/#font-prop
    mutating func font(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        let systemFonts: [StaticString] = [
            "caption", "icon", "menu", "message-box", "small-caption", "status-bar", "-webkit-mini-control", "-webkit-small-control", "-webkit-control",
        ]
        for word in systemFonts where cursor.takeWord(word) {
            guard cursor.isAtEnd else { return false }
            append(ShorthandID.font.longhands, Declaration(form: .initial), &result)
            // Both browsers take 13.3333px of the desktop's font.
            result.append(Declaration.px(40.0 / 3).on(.fontSize))
            result.append(object(.families([.generic(.systemUI)])).on(.fontFamily))
            return true
        }
        var style: Declaration?, caps: Declaration?, weight: Declaration?, stretch: Declaration?
        var normals = 0
        while normals < 4 {
            if cursor.takeWord("normal") { normals += 1; continue }
            let mark = cursor
            if style == nil, let value = fontStyle(&cursor) { style = value; continue }
            cursor = mark
            if caps == nil, cursor.takeWord("small-caps") { caps = .keyword(FontVariantCaps.smallCaps); continue }
            if weight == nil, cursor.kind == .ident || cursor.kind == .number, let value = fontWeight(&cursor) { weight = value; continue }
            cursor = mark
            if stretch == nil, cursor.kind == .ident, let value = fontStretch(&cursor) { stretch = value; continue }
            break
        }
        guard let size = fontSize(&cursor) else { return false }
        var lineHeight = Declaration(form: .initial)
        if cursor.takeDelimiter("/") {
            cursor.skipWhitespace()
            guard let value = self.lineHeight(&cursor) else { return false }
            lineHeight = value
        }
        guard let family = fontFamily(&cursor) else { return false }
        append(ShorthandID.font.longhands, Declaration(form: .initial), &result)
        if let style { result.append(style.on(.fontStyle)) }
        if let caps { result.append(caps.on(.fontVariantCaps)) }
        if let weight { result.append(weight.on(.fontWeight)) }
        if let stretch { result.append(stretch.on(.fontStretch)) }
        result.append(size.on(.fontSize))
        result.append(lineHeight.on(.lineHeight))
        result.append(family.on(.fontFamily))
        return true
    }

    mutating func fontVariant(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        append(ShorthandID.fontVariant.longhands, Declaration(form: .initial), &result)
        if cursor.takeWord("normal") { return true }
        if cursor.takeWord("none") {
            result.append(Declaration.number(Double(FontFeatureWords.noLigatures)).on(.fontVariantLigatures))
            return true
        }
        var ligatures: UInt16 = 0, numeric: UInt16 = 0, eastAsian: UInt16 = 0
        while !cursor.isAtEnd {
            if let word = cursor.takeKeyword([
                KeywordValue("small-caps", FontVariantCaps.smallCaps), KeywordValue("all-small-caps", FontVariantCaps.allSmallCaps),
                KeywordValue("petite-caps", FontVariantCaps.petiteCaps), KeywordValue("all-petite-caps", FontVariantCaps.allPetiteCaps),
                KeywordValue("unicase", FontVariantCaps.unicase), KeywordValue("titling-caps", FontVariantCaps.titlingCaps),
            ]) {
                result.append(Declaration.keyword(word).on(.fontVariantCaps))
                continue
            }
            if cursor.takeWord("sub") { result.append(Declaration.keyword(FontVariantPosition.sub).on(.fontVariantPosition)); continue }
            if cursor.takeWord("super") { result.append(Declaration.keyword(FontVariantPosition.super).on(.fontVariantPosition)); continue }
            if cursor.takeWord("historical-forms") || cursor.takeWord("text") || cursor.takeWord("emoji") || cursor.takeWord("unicode") { continue }
            if let word = FontFeatureWords.ligatures.first(where: { cursor.isIdent($0.name) }) { ligatures |= word.bit
            } else if let word = FontFeatureWords.numeric.first(where: { cursor.isIdent($0.name) }) { numeric |= word.bit
            } else if let word = FontFeatureWords.eastAsian.first(where: { cursor.isIdent($0.name) }) { eastAsian |= word.bit
            } else { return false }
            cursor.next()
            cursor.skipWhitespace()
        }
        if ligatures != 0 { result.append(Declaration.number(Double(ligatures)).on(.fontVariantLigatures)) }
        if numeric != 0 { result.append(Declaration.number(Double(numeric)).on(.fontVariantNumeric)) }
        if eastAsian != 0 { result.append(Declaration.number(Double(eastAsian)).on(.fontVariantEastAsian)) }
        return true
    }

    mutating func fontSynthesis(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var bits: UInt8 = 0
        if !cursor.takeWord("none") {
            while let bit = cursor.takeKeyword([
                KeywordValue("weight", 1), KeywordValue("style", 2), KeywordValue("small-caps", 4), KeywordValue("position", 8),
            ]) { bits |= bit }
            guard bits != 0 else { return false }
        }
        result.append(Declaration.keyword(bits & 1).on(.fontSynthesisWeight))
        result.append(Declaration.keyword(bits >> 1 & 1).on(.fontSynthesisStyle))
        result.append(Declaration.keyword(bits >> 2 & 1).on(.fontSynthesisSmallCaps))
        return true
    }

    /// https://www.w3.org/TR/css-lists-3/#list-style-property
    mutating func listStyle(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var type: Declaration?, position: Declaration?, image: Declaration?
        var nones = 0
        while !cursor.isAtEnd {
            if cursor.takeWord("none") { nones += 1; continue }
            if position == nil, let value = component(.listStylePosition, &cursor) { position = value; continue }
            let mark = cursor
            if image == nil, let value = listStyleImage(&cursor) { image = value; continue }
            cursor = mark
            if type == nil, let value = listStyleType(&cursor) { type = value; continue }
            return false
        }
        // > If `none` is the value of a longhand that the others leave unset, it sets both.
        guard nones <= (type == nil ? 1 : 0) + (image == nil ? 1 : 0), type != nil || position != nil || image != nil || nones > 0 else { return false }
        if nones > 0, type == nil { type = object(.listStyle(.none)) }
        let initial = Declaration(form: .initial)
        result.append((type ?? initial).on(.listStyleType))
        result.append((position ?? initial).on(.listStylePosition))
        result.append((image ?? initial).on(.listStyleImage))
        return true
    }

    mutating func textDecoration(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var seen: UInt8 = 0
        while !cursor.isAtEnd {
            if seen & 1 == 0 {
                let mark = cursor
                if let value = paint(.decorationLine, &cursor) { result.append(value.on(.textDecorationLine)); seen |= 1; continue }
                cursor = mark
            }
            if seen & 2 == 0, let value = paint(.decorationStyle, &cursor) { result.append(value.on(.textDecorationStyle)); seen |= 2; continue }
            if seen & 4 == 0, let value = paint(.color, &cursor) { result.append(value.on(.textDecorationColor)); seen |= 4; continue }
            let start = cursor.index
            if seen & 8 == 0, cursor.takeWord("auto") || cursor.takeWord("from-font") || length(&cursor, [.percentage, .negative]) != nil {
                result.append(object(.tokens(cursor.slice(from: start))).on(.textDecorationThickness))
                seen |= 8
                continue
            }
            return false
        }
        return seen != 0
    }

    /// https://www.w3.org/TR/css-text-4/#white-space-property
    mutating func whiteSpace(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        let presets: [(StaticString, WhiteSpaceCollapse, TextWrapMode)] = [
            ("normal", .collapse, .wrap), ("pre", .preserve, .nowrap), ("nowrap", .collapse, .nowrap), ("pre-wrap", .preserve, .wrap),
            ("pre-line", .preserveBreaks, .wrap), ("break-spaces", .breakSpaces, .wrap), ("-webkit-nowrap", .collapse, .nowrap),
        ]
        let mark = cursor
        for (name, collapse, wrap) in presets where cursor.takeWord(name) {
            if cursor.isAtEnd {
                result.append(Declaration.keyword(collapse).on(.whiteSpaceCollapse))
                result.append(Declaration.keyword(wrap).on(.textWrapMode))
                return true
            }
            cursor = mark
            break
        }
        return anyOrder([.whiteSpaceCollapse, .textWrapMode], &cursor, &result)
    }
}
