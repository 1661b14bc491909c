// Which elements are replaced, and their natural sizes (https://html.spec.whatwg.org/#replaced-elements, browser-rules §8).

extension BoxGenerator {
    /// The content of a replaced element or form control; nil for elements with boxes inside.
    func replacedContent(of node: NodeID, style: StyleID) -> ReplacedContent? {
        if document[node].namespace == .svg {
            return document[node].name == .svg ? svgContent(of: node) : nil
        }
        guard document[node].namespace == .html else { return nil }
        switch document[node].name {
        case .img: return imageContent(of: node)
        case .video: return videoContent(of: node)
        case .audio: return document.hasAttribute(.controls, of: node) ? ReplacedContent(kind: .audio) : nil
        case .canvas:
            let width = attributeNumber(.width, of: node) ?? 300
            let height = attributeNumber(.height, of: node) ?? 150
            return ReplacedContent(kind: .canvas, naturalWidth: width, naturalHeight: height, ratio: height > 0 ? width / height : 0)
        case .iframe: return ReplacedContent(kind: .frame, naturalWidth: 300, naturalHeight: 150)
        case .embed: return ReplacedContent(kind: .embed, naturalWidth: 300, naturalHeight: 150)
        case .object: return objectContent(of: node)
        case .input: return inputContent(of: node)
        case .textarea: return ReplacedContent(kind: .textarea)
        case .select:
            let isList = document.hasAttribute(.multiple, of: node) || (attributeNumber(.size, of: node) ?? 1) > 1
            return ReplacedContent(kind: isList ? .listBox : .select)
        case .progress: return ReplacedContent(kind: .progress)
        case .meter: return ReplacedContent(kind: .meter)
        default: return nil
        }
    }

    /// An object without fallback content shows an empty frame, as nothing that it could load does here; one with content is its content.
    private func objectContent(of node: NodeID) -> ReplacedContent? {
        var child = document[node].firstChild
        while child.exists {
            switch document[child].kind {
            case .element: if !document.isElement(child, .param) { return nil }
            case .text: if !isWhiteSpace(document[child].text) { return nil }
            default: break
            }
            child = document[child].nextSibling
        }
        return ReplacedContent(kind: .frame, naturalWidth: 300, naturalHeight: 150)
    }

    func attributeNumber(_ name: Name, of node: NodeID) -> Float? {
        guard let text = document.attributeString(name, of: node), let value = HTMLNumber.integer(text), value >= 0 else { return nil }
        return Float(value)
    }

    /// A video that can not be loaded: as large as its poster, or as what stands for it.
    private func videoContent(of node: NodeID) -> ReplacedContent {
        if let poster = document.attributeString(.poster, of: node), !poster.isEmpty, let size = imageSize(ImageReference(url: poster, base: nil)),
            let width = size.width, let height = size.height, width > 0, height > 0
        {
            return ReplacedContent(kind: .video, naturalWidth: width, naturalHeight: height, ratio: size.ratio)
        }
        return profile.videosKeepRatio ? ReplacedContent(kind: .video, naturalWidth: 300, naturalHeight: 150, ratio: 2) : ReplacedContent(kind: .video)
    }

    /// Whether an element is `<input type=image>`.
    func isImageButton(_ node: NodeID) -> Bool {
        document.isElement(node, .input) && document.attributeString(.type, of: node)?.lowercased() == "image"
    }

    /// The content of an `<img>` or `<input type=image>`; nil where it stands for a picture that can not be loaded and the engine makes other boxes for it.
    private func imageContent(of node: NodeID) -> ReplacedContent? {
        let missing = profile.missingPictures == .text ? nil : ReplacedContent(kind: .missingImage)
        guard let source = imageSource(node) else {
            // No source at all: nothing is shown, and nothing is missing.
            let alt = alternativeText(of: node)
            if let alt, !alt.isEmpty, profile.missingPictures == .text || !document.hasAttribute(.src, of: node) { return missing }
            return ReplacedContent(kind: .image, naturalWidth: 0, naturalHeight: 0)
        }
        guard let size = imageSize(ImageReference(url: source.url, base: nil)) else { return missing }
        let density = source.density > 0 ? source.density : 1
        return ReplacedContent(
            kind: .image, naturalWidth: size.width.map { $0 / density }, naturalHeight: size.height.map { $0 / density }, ratio: size.ratio)
    }

    /// A box with replaced content, not yet in the tree.
    mutating func replacedBox(_ content: ReplacedContent, style: StyleID) -> Box {
        var box = Box(kind: .replaced, style: style)
        box.payload = UInt32(tree.replaced.count)
        box.flags = .formattingContext
        tree.replaced.append(content)
        return box
    }

    /// Adds a picture that a pseudo-element shows to the current run.
    mutating func addPseudoImage(_ content: ReplacedContent, of node: NodeID, inheritingFrom style: StyleID) {
        ensureRun()
        let box = replacedBox(content, style: anonymousStyle(inheritingFrom: style, display: .inlineBlock))
        append(box, node: node, flags: [.inlineLevel, .pseudo])
    }

    /// The boxes of an `<img>` that could not be loaded where its text stands for it (Chromium; §8, measured): a frame of the stated size
    /// where it has one, else a block container with an icon of 16 px and the text. Quirks mode takes one dimension for both; standards
    /// mode knows the size only of pictures without text, and forgets what is stated for inline ones.
    mutating func addMissingPicture(_ node: NodeID, style: StyleID) {
        noteResponsiveImage(node)
        let own = styled[style]
        let alt = alternativeText(of: node)
        let isSized: Bool
        switch (own.width.isAuto, own.height.isAuto) {
        case (true, true): isSized = false
        case (false, false): isSized = document.mode == .quirks || (alt ?? "").isEmpty
        default: isSized = document.mode == .quirks || (alt ?? "").isEmpty && own.aspectRatio > 0
        }
        if isSized {
            let isSquare = document.mode == .quirks && own.width.isAuto != own.height.isAuto
            let boxStyle = !isSquare ? style : anonymousStyle(AnonymousStyleKey(parent: style, purpose: .missingPicture)) { style in
                var boxStyle = style
                if style.width.isAuto { boxStyle.width = style.height } else { boxStyle.height = style.width }
                return boxStyle
            }
            addReplaced(ReplacedContent(kind: .missingImage), node: node, style: boxStyle)
        } else {
            addAlternativeText(alt, of: node, style: style)
        }
    }

    /// The text that may stand for a picture; that of a button says what it does.
    private func alternativeText(of node: NodeID) -> String? {
        document.attributeString(.alt, of: node) ?? (document.isElement(node, .img) ? nil : "Submit")
    }

    /// A block container with a floating icon and text; with nothing for empty text.
    private mutating func addAlternativeText(_ alt: String?, of node: NodeID, style: StyleID) {
        let boxStyleID = styled[style].display != .inline ? style
            : anonymousStyle(AnonymousStyleKey(parent: style, purpose: .missingPicture)) { style in
                var boxStyle = style
                boxStyle.width = .auto
                boxStyle.height = .auto
                boxStyle.aspectRatio = 0
                boxStyle.aspectRatioIsAuto = true
                return boxStyle
            }
        let boxStyle = styled[boxStyleID]
        var box = Box(kind: .block, style: boxStyleID)
        box.flags = positioningFlags(boxStyleID).union(.formattingContext)
        let id = place(box, node: node, isInlineLevel: !isBlockLevel(boxStyle.display))
        if let alt, alt.isEmpty { return }
        beginFlow(id)
        let iconStyle = anonymousStyle(AnonymousStyleKey(parent: style, purpose: .alternativeIcon)) { _ in
            var iconStyle = ComputedStyle.anonymous(inheritingFrom: boxStyle)
            iconStyle.display = .block
            iconStyle.float = boxStyle.direction == .rtl ? .right : .left
            return iconStyle
        }
        var icon = replacedBox(ReplacedContent(kind: .image, naturalWidth: 16, naturalHeight: 16, ratio: 1), style: iconStyle)
        icon.flags.formUnion([.floating, .pseudo])
        place(icon, node: .none, isInlineLevel: false)
        addGeneratedText(alt ?? "", style: style)
        endFlow()
    }

    /// Its natural size is that of its attributes, whatever the style says of its width and height.
    private func svgContent(of node: NodeID) -> ReplacedContent {
        let info = SVGHeader.info(
            width: document.attributeString(.width, of: node), height: document.attributeString(.height, of: node),
            viewBox: document.attributeString(.viewBox, of: node), preserveAspectRatio: nil)
        return ReplacedContent(kind: .svg, naturalWidth: info.width, naturalHeight: info.height, ratio: info.ratio ?? 0)
    }

    private func inputContent(of node: NodeID) -> ReplacedContent? {
        switch document.attributeString(.type, of: node)?.lowercased() ?? "text" {
        case "hidden", "button", "submit", "reset": return nil
        case "image": return imageContent(of: node)
        case "checkbox": return ReplacedContent(kind: .checkbox)
        case "radio": return ReplacedContent(kind: .radio)
        case "file": return ReplacedContent(kind: .fileInput)
        case "range": return ReplacedContent(kind: .range)
        case "color": return ReplacedContent(kind: .color)
        case "date", "datetime-local", "month", "week", "time": return ReplacedContent(kind: .dateInput)
        default: return ReplacedContent(kind: .textInput)
        }
    }

    /// https://html.spec.whatwg.org/#button-layout
    func isButton(_ node: NodeID) -> Bool {
        document.isElement(node, .button) || document.isElement(node, .input) && buttonLabel(of: node) != nil
    }

    /// The text on `<input type=button|submit|reset>`; nil for other elements.
    func buttonLabel(of node: NodeID) -> String? {
        guard document.isElement(node, .input) else { return nil }
        let type = document.attributeString(.type, of: node)?.lowercased() ?? ""
        let value = document.attributeString(.value, of: node)
        switch type {
        // An empty label still makes a line.
        case "submit": return value.map { $0.isEmpty ? "\u{200B}" : $0 } ?? "Submit"
        case "reset": return value.map { $0.isEmpty ? "\u{200B}" : $0 } ?? "Reset"
        case "button": return value.map { $0.isEmpty ? "\u{200B}" : $0 } ?? "\u{200B}"
        default: return nil
        }
    }
}
