/// How far a face of an `@font-face` family is from what is asked; the smallest wins, compared from left to right
/// (https://www.w3.org/TR/css-fonts-4/#font-style-matching).
struct FaceDistance: Comparable {
    var stretch: Float
    var style: Float
    var weight: Float

    static func < (left: FaceDistance, right: FaceDistance) -> Bool {
        if left.stretch != right.stretch { return left.stretch < right.stretch }
        if left.style != right.style { return left.style < right.style }
        return left.weight < right.weight
    }

    init(_ rule: FontFaceRule, to description: FontDescription) {
        stretch = FaceDistance.stretch(rule.stretch ?? 100...100, description.stretch)
        style = FaceDistance.style(rule.style, description.slant)
        weight = FaceDistance.weight(rule.weight ?? 400...400, description.weight)
    }

    /// Added where the wrong direction must be taken: more than any distance in the right one.
    private static let otherSide: Float = 10_000

    /// > If the desired stretch value is less than or equal to 100%, stretch values below are checked first, then those above.
    private static func stretch(_ range: ClosedRange<Float>, _ wanted: Float) -> Float {
        if range.contains(wanted) { return 0 }
        let below = wanted - range.upperBound
        let above = range.lowerBound - wanted
        if wanted <= 100 { return below > 0 ? below : otherSide + above }
        return above > 0 ? above : otherSide + below
    }

    /// > If the desired weight is inclusively between 400 and 500, weights up to 500 are checked, then those below, then those above.
    private static func weight(_ range: ClosedRange<Float>, _ wanted: Float) -> Float {
        if range.contains(wanted) { return 0 }
        let below = wanted - range.upperBound
        let above = range.lowerBound - wanted
        if wanted >= 400, wanted <= 500 {
            if above > 0 { return range.lowerBound <= 500 ? above : 2 * otherSide + above }
            return otherSide + below
        }
        if wanted < 400 { return below > 0 ? below : otherSide + above }
        return above > 0 ? above : otherSide + below
    }

    /// The angle that `italic` counts as among angles.
    fileprivate static let italicAngle: Float = 14
    /// > If the desired angle is greater than or equal to 11deg, larger angles are checked first; below it, smaller ones.
    private static let steepAngle: Float = 11
    /// Makes a face of the other kind lose against one of the same angle.
    private static let otherKind: Float = 0.5

    private static func style(_ style: FontFaceRule.Style, _ wanted: FontSlant) -> Float {
        let range: ClosedRange<Float>
        var penalty: Float = 0
        switch style {
        case .normal, .auto: range = 0...0
        case .italic:
            range = italicAngle...italicAngle
            if case .oblique = wanted { penalty = otherKind }
        case .oblique(let angles):
            range = angles
            if wanted == .italic { penalty = otherKind }
        }
        let angle = angle(of: wanted)
        if range.contains(angle) { return penalty }
        let above = range.lowerBound - angle
        let below = angle - range.upperBound
        if angle >= steepAngle { return penalty + (above > 0 ? above : otherSide + below) }
        if angle >= 0 {
            if above > 0 { return penalty + otherSide + above }
            return range.upperBound >= 0 ? penalty + below : penalty + 2 * otherSide + below
        }
        return penalty + (below > 0 ? below : otherSide + above)
    }

    static func angle(of slant: FontSlant) -> Float {
        switch slant {
        case .normal: 0
        case .italic: italicAngle
        case .oblique(let degrees): degrees
        }
    }

    /// WebKit never shows upright text in a slanted face.
    static func isTooSlanted(_ style: FontFaceRule.Style, for wanted: FontSlant) -> Bool {
        if angle(of: wanted) >= italicAngle { return false }
        switch style {
        case .normal, .auto: return false
        case .italic: return true
        case .oblique(let angles): return angles.lowerBound >= italicAngle
        }
    }
}

extension FontDescription {
    var wantsItalic: Bool {
        switch slant {
        case .normal: false
        case .italic: true
        case .oblique(let degrees): abs(degrees) >= FaceDistance.italicAngle
        }
    }

    var systemStyle: SystemStyle {
        SystemStyle(weight: weight, stretch: stretch, isItalic: slant == .italic, isOblique: slant != .italic && wantsItalic)
    }

    /// The design coordinates for a face: the registered axes from the properties inside the range that the `@font-face` rule declares,
    /// then the rule's settings, then `font-variation-settings` (https://www.w3.org/TR/css-fonts-4/#apply-font-matching-variations).
    func variations(for face: FontFace, rule: FontFaceRule?, size: Float, profile: Profile) -> [FontVariation] {
        if face.axes.isEmpty { return [] }
        var values: [FontVariation] = []
        for axis in face.axes {
            guard var value = propertyValue(of: axis, rule: rule, size: size, profile: profile) else { continue }
            value = min(max(value, axis.minimum), axis.maximum)
            if value != axis.normal { values.append(FontVariation(tag: axis.tag, value: value)) }
        }
        if profile.appliesVariationDescriptor, let rule { for setting in rule.variationSettings { values.set(setting.tag, setting.value) } }
        for setting in variations { values.set(setting.tag, setting.value) }
        return values
    }

    private func propertyValue(of axis: VariationAxis, rule: FontFaceRule?, size: Float, profile: Profile) -> Float? {
        switch axis.tag {
        case FontTag(named: "wght"): return clamp(weight, to: rule?.weight)
        case FontTag(named: "wdth"): return clamp(stretch, to: rule?.stretch)
        case FontTag(named: "opsz"): return profile.appliesOpticalSize && opticalSizingAuto ? size : nil
        case FontTag(named: "ital"): return slant == .italic ? 1 : nil
        case FontTag(named: "slnt"):
            switch slant {
            case .normal: return nil
            case .italic: return axis.minimum < 0 ? -14 : nil
            case .oblique(let degrees): return -degrees
            }
        default: return nil
        }
    }

    private func clamp(_ value: Float, to range: ClosedRange<Float>?) -> Float {
        guard let range else { return value }
        return min(max(value, range.lowerBound), range.upperBound)
    }
}

extension [FontVariation] {
    fileprivate mutating func set(_ tag: FontTag, _ value: Float) {
        if let index = firstIndex(where: { $0.tag == tag }) { self[index].value = value } else { append(FontVariation(tag: tag, value: value)) }
    }
}
