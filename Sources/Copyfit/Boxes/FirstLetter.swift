// ::first-letter (https://www.w3.org/TR/css-pseudo-4/#first-letter-pseudo).

extension BoxGenerator {
    /// Gives the first letter of a finished block container a box of its own, if its element styles one.
    mutating func applyFirstLetter(to container: BoxID, of node: NodeID) {
        guard let styleID = styled.style(of: .firstLetter, on: node), styled[styleID].display != .none,
            let text = firstFormattedText(in: container), case .document(let range) = tree.texts[Int(tree[text].payload)].source
        else { return }
        let length = firstLetterLength(range)
        guard length > 0 else { return }
        let letterRange = ByteRange(start: range.start, count: UInt32(length))
        let restRange = ByteRange(start: range.start + UInt32(length), count: range.count - UInt32(length))

        let style = styled[styleID]
        var box = Box(kind: style.float == .none ? .inline : .block, style: styleID)
        box.node = node
        box.flags = [.pseudo]
        if style.float == .none { box.flags.insert(.inlineLevel) } else { box.flags.formUnion([.floating, .formattingContext]) }
        let letter = tree.append(box, to: .none)
        var letterText = Box(kind: .text, style: styleID)
        letterText.node = tree[text].node
        letterText.flags = .inlineLevel
        letterText.payload = UInt32(tree.texts.count)
        tree.texts.append(BoxText(source: .document(letterRange)))
        tree.append(letterText, to: letter)
        if style.float != .none { makeInlineContext(letter) }
        tree.texts[Int(tree[text].payload)] = BoxText(source: .document(restRange))
        tree.insert(letter, before: text)
    }

    /// The first text of the first formatted line; nil where something else stands first.
    private func firstFormattedText(in container: BoxID) -> BoxID? {
        var child = tree[container].firstChild
        while child.exists {
            let box = tree[child]
            let next = box.nextSibling
            if box.isInFlow {
                switch box.kind {
                case .text:
                    guard case .document(let range) = tree.texts[Int(box.payload)].source else { return nil }
                    if !isWhiteSpace(range) { return child }
                case .inline:
                    if box.flags.contains(.insideMarker) { break }
                    if let found = firstFormattedText(in: child) { return found }
                    if holdsContent(child) { return nil }
                case .block, .inlineContext:
                    if box.isInlineLevel { return nil }
                    return firstFormattedText(in: child)
                default: return nil
                }
            }
            child = next
        }
        return nil
    }

    private func holdsContent(_ inline: BoxID) -> Bool {
        var child = tree[inline].firstChild
        while child.exists {
            let box = tree[child]
            if box.isInFlow, box.kind != .text, box.kind != .inline || holdsContent(child) { return true }
            child = box.nextSibling
        }
        return false
    }

    /// The UTF-8 length of leading white space, punctuation before the letter, the letter with its marks, and punctuation after it; 0 if
    /// there is no letter.
    private func firstLetterLength(_ range: ByteRange) -> Int {
        let text = document.string(range)
        var length = 0
        var hasLetter = false
        for character in text {
            guard let scalar = character.unicodeScalars.first else { break }
            let size = character.utf8.count
            if !hasLetter {
                if isSpace(scalar) {
                    // White space is only passed before anything else.
                    if length > 0, !isSpacesSoFar(text, length) { return 0 }
                    length += size
                } else if isPunctuation(scalar) {
                    length += size
                } else {
                    length += size
                    hasLetter = true
                }
            } else if isPunctuation(scalar) {
                length += size
            } else {
                break
            }
        }
        return hasLetter ? length : 0
    }

    private func isSpacesSoFar(_ text: String, _ length: Int) -> Bool {
        text.utf8.prefix(length).allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }
    }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" }

    /// > Punctuation: Ps, Pe, Pi, Pf and Po.
    private func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: true
        default: false
        }
    }
}
