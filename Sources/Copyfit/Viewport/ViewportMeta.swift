private import Glibc

/// What a page's last `<meta name=viewport>` asks for (https://www.w3.org/TR/css-viewport-1/#viewport-meta).
struct ViewportMeta: Equatable {
    enum Width: Equatable { case device, px(Double) }
    var width: Width?
    var initialScale: Double?
    var minimumScale: Double?
    var maximumScale: Double?
    var shrinksToFit = true

    /// What a page without the tag is laid out at, CSS px.
    static let defaultWidth = 980.0
    private static let leastScale = 0.25
    private static let greatestScale = 5.0

    init() {}

    /// Names and values, with anything like a separator between them; what is not understood is passed over.
    init(content: String) {
        let separators: Set<Character> = [",", ";", " ", "\t", "\n", "\r", "\u{0C}"]
        let text = Array(content.lowercased())
        var index = 0
        func skip() { while index < text.count, separators.contains(text[index]) || text[index] == "=" { index += 1 } }
        func word() -> String {
            let start = index
            while index < text.count, !separators.contains(text[index]), text[index] != "=" { index += 1 }
            return String(text[start..<index])
        }
        while true {
            skip()
            let name = word()
            guard !name.isEmpty else { return }
            // The value follows an equals sign, spaces on either side of it allowed.
            while index < text.count, text[index] != "=", text[index] != ",", text[index] != ";", separators.contains(text[index]) { index += 1 }
            guard index < text.count, text[index] == "=" else { continue }
            index += 1
            while index < text.count, text[index] != ",", text[index] != ";", separators.contains(text[index]) { index += 1 }
            set(name, word())
        }
    }

    private mutating func set(_ name: String, _ value: String) {
        switch name {
        case "width":
            if value == "device-width" {
                width = .device
            } else if let px = ViewportMeta.number(value), px >= 0 {
                width = .px(max(1, min(10_000, px)))
            }
        case "initial-scale": initialScale = ViewportMeta.scale(value) ?? initialScale
        case "minimum-scale": minimumScale = ViewportMeta.scale(value) ?? minimumScale
        case "maximum-scale": maximumScale = ViewportMeta.scale(value) ?? maximumScale
        case "shrink-to-fit": shrinksToFit = !(value == "no" || ViewportMeta.number(value) == 0)
        default: break
        }
    }

    private static func scale(_ value: String) -> Double? {
        switch value {
        case "yes": return 1
        case "device-width", "device-height": return 10
        case "no": return 0.1
        default:
            guard let number = number(value), number >= 0 else { return nil }
            return max(0.1, min(10, number))
        }
    }

    /// The number that a value begins with.
    private static func number(_ value: String) -> Double? {
        var prefix = value.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
        while !prefix.isEmpty {
            if let number = Double(prefix), number.isFinite { return number }
            prefix = prefix.dropLast()
        }
        return nil
    }

    // MARK: What comes of it

    private var least: Double { minimumScale ?? ViewportMeta.leastScale }
    private var greatest: Double { max(least, maximumScale ?? ViewportMeta.greatestScale) }
    /// A scale that the page sets stays within those that it allows.
    private var boundedScale: Double? { initialScale.map { max(minimumScale ?? 0.1, min(maximumScale ?? 10, $0)) } }

    /// CSS px
    func layoutWidth(deviceWidth: Double) -> Double {
        let wanted: Double
        switch width {
        case .device: wanted = deviceWidth
        case .px(let px): wanted = px
        case nil:
            guard let initialScale = boundedScale else { return ViewportMeta.defaultWidth }
            return ViewportMeta.wholeWidth(deviceWidth / initialScale)
        }
        // A layout that would not fill the view at its scale is widened until it does.
        return ViewportMeta.wholeWidth(max(wanted, deviceWidth / (boundedScale ?? greatest)))
    }

    private static func wholeWidth(_ width: Double) -> Double { max(1, min(1_000_000, width.rounded())) }

    func scale(deviceWidth: Double, layoutWidth: Double, contentWidth: Double, scalesToFit: Bool) -> Double {
        let initial = boundedScale ?? max(least, min(greatest, deviceWidth / layoutWidth))
        guard scalesToFit, shrinksToFit, contentWidth > layoutWidth, contentWidth * initial > deviceWidth else { return initial }
        return max(least, min(initial, deviceWidth / contentWidth))
    }
}

extension Document {
    /// The last viewport tag of the document; without one, what there is to ask for is nothing.
    var viewportMeta: ViewportMeta {
        var meta = ViewportMeta()
        var node = documentElement
        while node.exists {
            if isElement(node, .meta), let name = attributeString(.name, of: node), name.lowercased() == "viewport",
                let content = attributeString(.content, of: node)
            {
                meta = ViewportMeta(content: content)
            }
            node = nextNode(after: node, within: documentElement)
        }
        return meta
    }
}
