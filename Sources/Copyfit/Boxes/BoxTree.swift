/// A box's index in `BoxTree.boxes`.
package struct BoxID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package var rawValue: UInt32
    @inline(__always) package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let none = BoxID(rawValue: .max)
    /// The box of the root element; its containing block is the initial one.
    package static let root = BoxID(rawValue: 0)
    @inline(__always) package var index: Int { Int(rawValue) }
    @inline(__always) package var exists: Bool { rawValue != UInt32.max }
    package var description: String { exists ? "Box(\(rawValue))" : "Box(none)" }
}

/// One box of the box tree (https://www.w3.org/TR/css-display-3/): a trivial record, linked to its children as a list.
package struct Box: Sendable {
    package enum Kind: UInt8, Sendable {
        /// A block container with block-level children only.
        case block
        /// A block container that establishes an inline formatting context: `payload` is its index in `BoxTree.inlineContexts`.
        case inlineContext
        /// An inline box.
        case inline
        /// A stretch of text of one node: `payload` is its index in `BoxTree.texts`.
        case text
        /// `<br>`, `<wbr>`.
        case lineBreak, wordBreak
        /// A replaced element or form control without boxes inside: `payload` is its index in `BoxTree.replaced`.
        case replaced
        case table, tableRowGroup, tableRow, tableCell, tableCaption, tableColumnGroup, tableColumn
        case flex, grid
        /// A MathML element: `payload` is its index in `BoxTree.maths`.
        case math
    }

    package struct Flags: OptionSet, Sendable {
        package var rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Takes part in its parent's inline formatting context as an inline box, text or atomic inline.
        package static let inlineLevel = Flags(rawValue: 1)
        package static let floating = Flags(rawValue: 2)
        /// `position: absolute` or `fixed`.
        package static let outOfFlow = Flags(rawValue: 4)
        /// Has no element or pseudo-element of its own.
        package static let anonymous = Flags(rawValue: 8)
        /// The part of an inline box after a block that split it: no start edge.
        package static let continuesBefore = Flags(rawValue: 16)
        /// The part of an inline box before a block that splits it: no end edge.
        package static let continuesAfter = Flags(rawValue: 32)
        /// Its contents establish an independent formatting context.
        package static let formattingContext = Flags(rawValue: 64)
        package static let listItem = Flags(rawValue: 128)
        /// Made by a pseudo-element: its element does not report it as its own box.
        package static let pseudo = Flags(rawValue: 256)
        /// Positioned or transformed: the containing block of absolutely positioned descendants.
        package static let containsAbsolute = Flags(rawValue: 512)
        package static let containsFixed = Flags(rawValue: 1024)
        /// The `<legend>` that its fieldset renders in its border.
        package static let renderedLegend = Flags(rawValue: 2048)
        /// The body element's box, where quirks margins vanish.
        package static let body = Flags(rawValue: 4096)
        /// The inline box of a list marker with `list-style-position: inside`.
        package static let insideMarker = Flags(rawValue: 8192)
        /// The anonymous inline box of a ruby base with a ruby text: `payload` is the text's `BoxID`.
        package static let rubyBase = Flags(rawValue: 16384)
        /// A `<button>` or a button made by `<input>`: as wide as its content, which stands in the middle of its height.
        package static let button = Flags(rawValue: 32768)
    }

    package var kind: Kind
    package var flags: Flags = []
    package var style: StyleID
    /// The element or text node; `.none` for anonymous boxes.
    package var node: NodeID = .none
    package var parent: BoxID = .none
    package var firstChild: BoxID = .none
    package var lastChild: BoxID = .none
    package var nextSibling: BoxID = .none
    package var payload: UInt32 = 0

    package init(kind: Kind, style: StyleID) { self.kind = kind; self.style = style }

    @inline(__always) package var isInlineLevel: Bool { flags.contains(.inlineLevel) }
    @inline(__always) package var isFloating: Bool { flags.contains(.floating) }
    @inline(__always) package var isOutOfFlow: Bool { flags.contains(.outOfFlow) }
    @inline(__always) package var isInFlow: Bool { flags.isDisjoint(with: [.floating, .outOfFlow]) }
    /// Lays its children out as blocks or as lines, as opposed to a table, flex or grid container or replaced box.
    @inline(__always) package var isBlockContainer: Bool { kind == .block || kind == .inlineContext }
}

/// Text for a text box: where it comes from and what it says.
package struct BoxText: Sendable {
    package enum Source: Sendable {
        /// A text node's data in the document's arena.
        case document(ByteRange)
        /// Generated content: markers, strings of `content`, alternative text.
        case generated(String)
    }
    package var source: Source
    package init(source: Source) { self.source = source }
    /// Document text is reported by `--detail lines`, generated text is not.
    package var isGenerated: Bool { if case .generated = source { true } else { false } }
}

/// What layout must know of a replaced element, without its boxes.
package struct ReplacedContent: Sendable {
    package enum Kind: UInt8, Sendable {
        case image, missingImage, video, audio, canvas, frame, svg, embed
        case textInput, checkbox, radio, fileInput, range, color, dateInput, textarea, select, listBox, progress, meter
    }
    package var kind: Kind
    /// The natural width and height in CSS px, where there are any.
    package var naturalWidth: Float?
    package var naturalHeight: Float?
    /// The natural ratio of width to height, 0 for none.
    package var ratio: Float

    package init(kind: Kind, naturalWidth: Float? = nil, naturalHeight: Float? = nil, ratio: Float = 0) {
        self.kind = kind
        self.naturalWidth = naturalWidth
        self.naturalHeight = naturalHeight
        self.ratio = ratio
    }
}

/// The marker of a list item with `list-style-position: outside` (https://www.w3.org/TR/css-lists-3/#markers).
package struct OutsideMarker: Sendable {
    package var style: StyleID
    /// The marker's text with its suffix; empty where an image stands for it.
    package var text: String
    package var image: ReplacedContent?
    package init(style: StyleID, text: String, image: ReplacedContent?) { self.style = style; self.text = text; self.image = image }
}

/// The boxes of a document, in one array in the order of their making.
package struct BoxTree: Sendable {
    package var boxes: [Box] = []
    package var texts: [BoxText] = []
    package var replaced: [ReplacedContent] = []
    package var maths: [MathBox] = []
    package var markers: [BoxID: OutsideMarker] = [:]
    /// The boxes that establish inline formatting contexts, by their payload.
    package var inlineContexts: [BoxID] = []
    /// Some picture's source was chosen by the viewport (`srcset`, `<picture>`).
    package var hasResponsiveImages = false
    /// There is some ruby in it.
    package var hasRuby = false
    package var blocksInInlines: [BlockInInline] = []

    package init() {}

    @inline(__always) package subscript(_ id: BoxID) -> Box {
        _read { yield boxes[id.index] }
        _modify { yield &boxes[id.index] }
    }

    /// Adds `box` as the last child of `parent`, or without a parent for `.none`.
    @discardableResult
    package mutating func append(_ box: Box, to parent: BoxID) -> BoxID {
        let id = BoxID(rawValue: UInt32(truncatingIfNeeded: boxes.count))
        boxes.append(box)
        if parent.exists { attach(id, to: parent) }
        return id
    }

    /// Makes a box that has no siblings yet the last child of `parent`.
    package mutating func attach(_ id: BoxID, to parent: BoxID) {
        boxes[id.index].parent = parent
        boxes[id.index].nextSibling = .none
        let last = boxes[parent.index].lastChild
        if last.exists { boxes[last.index].nextSibling = id } else { boxes[parent.index].firstChild = id }
        boxes[parent.index].lastChild = id
    }

    /// Makes a box without parent the sibling before `next`.
    package mutating func insert(_ id: BoxID, before next: BoxID) {
        let parent = boxes[next.index].parent
        boxes[id.index].parent = parent
        boxes[id.index].nextSibling = next
        guard parent.exists else { return }
        if boxes[parent.index].firstChild == next {
            boxes[parent.index].firstChild = id
            return
        }
        var sibling = boxes[parent.index].firstChild
        while sibling.exists, boxes[sibling.index].nextSibling != next { sibling = boxes[sibling.index].nextSibling }
        if sibling.exists { boxes[sibling.index].nextSibling = id }
    }

    /// Takes all children from a box and gives them in order; they keep their own children.
    package mutating func detachChildren(of id: BoxID) -> [BoxID] {
        var children: [BoxID] = []
        var child = boxes[id.index].firstChild
        while child.exists {
            children.append(child)
            child = boxes[child.index].nextSibling
        }
        boxes[id.index].firstChild = .none
        boxes[id.index].lastChild = .none
        return children
    }
}

/// A block-level box inside an inline element: the element's rectangle covers it.
package struct BlockInInline: Sendable {
    package var inline: NodeID
    package var block: BoxID
    /// No other inline box is between.
    package var isInnermost: Bool
    package init(inline: NodeID, block: BoxID, isInnermost: Bool) {
        self.inline = inline
        self.block = block
        self.isInnermost = isInnermost
    }
}
