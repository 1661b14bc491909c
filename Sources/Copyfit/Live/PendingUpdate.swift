/// What mutations have invalidated since the last update.
struct PendingUpdate {
    /// Everything is computed anew.
    var isWhole = false
    var changesViewport = false
    /// Elements whose own rules may be others, and those in which any element's may be.
    var restyled: Set<NodeID> = []
    var deeplyRestyled: Set<NodeID> = []
    /// Rules of the root element may be others.
    var checksRoot = false
    /// Elements that are new or have other attributes: read again for matching.
    var indexed: Set<NodeID> = []
    /// Elements whose boxes are made again with all in them.
    var regenerated: Set<NodeID> = []
    /// Nodes that came under an element, in the order of their coming.
    var inserted: [NodeID] = []
    /// Nodes that went, and from where.
    var removed: [Removal] = []
    /// How often the children of an element changed: after a few times all are looked at together.
    var childChanges: [NodeID: Int] = [:]

    struct Removal {
        var node: NodeID
        var parent: NodeID
        /// The siblings that it stood between.
        var previous: NodeID
        var next: NodeID
        /// Whether it was displayed.
        var hadBoxes: Bool
    }

    /// There is more to do than to lay out.
    var hasContent: Bool {
        !restyled.isEmpty || !deeplyRestyled.isEmpty || !indexed.isEmpty || !regenerated.isEmpty || !inserted.isEmpty || !removed.isEmpty
            || !childChanges.isEmpty || checksRoot
    }
    var isEmpty: Bool { !isWhole && !changesViewport && !hasContent }

    /// The numbers of nodes hold no longer.
    mutating func clearNodes() {
        let kept = (isWhole, changesViewport)
        self = PendingUpdate()
        (isWhole, changesViewport) = kept
    }
}

/// What box generation does across the tree: where it does, less of it can be repeated alone.
struct GenerationFacts {
    /// Counters other than those of lists are read or written.
    var usesCounters = false
    /// `content` has quotation marks.
    var usesQuotes = false
    var hasFirstLetters = false
    /// Some list item is in no list: it counts on from the list before it.
    var hasStrayItems = false
    /// `-webkit-line-clamp` leaves boxes out of the layout.
    var clampsLines = false
    private var seen = (styles: 0, contents: 0, counters: 0)

    init() {}
    init(_ styled: StyledDocument) { add(styled) }

    /// Looks at all elements.
    mutating func findStrayItems(_ document: Document, _ styled: StyledDocument) {
        hasStrayItems = false
        var node = document.documentElement
        while node.exists {
            let style = styled.style(of: node)
            if document[node].kind == .element, style.exists, styled[style].display == .listItem || styled[style].display == .inlineListItem,
                !document.isElement(node, .summary)
            {
                var ancestor = document[node].parent
                var isHeld = false
                while ancestor.exists, !isHeld {
                    isHeld = document.isElement(ancestor, .ol) || document.isElement(ancestor, .ul) || document.isElement(ancestor, .menu)
                        || document.isElement(ancestor, .dir)
                    ancestor = document[ancestor].parent
                }
                if !isHeld {
                    hasStrayItems = true
                    return
                }
            }
            node = document.nextNode(after: node, within: document.documentElement)
        }
    }

    /// Looks at what was added to the styles' tables.
    mutating func add(_ styled: StyledDocument) {
        for style in styled.styles[min(seen.styles, styled.styles.count)...] where style.lineClamp > 0 { clampsLines = true }
        for items in styled.contents[min(seen.contents, styled.contents.count)...] {
            for item in items {
                switch item {
                case .counter, .counters: usesCounters = true
                case .openQuote, .closeQuote, .noOpenQuote, .noCloseQuote: usesQuotes = true
                default: break
                }
            }
        }
        for operations in styled.counterOperations[min(seen.counters, styled.counterOperations.count)...]
        where !operations.resets.isEmpty || !operations.sets.isEmpty || operations.increments.contains(where: { $0.value != 0 }) {
            usesCounters = true
        }
        hasFirstLetters = hasFirstLetters || styled.pseudoStyles.keys.contains { $0.pseudo == .firstLetter }
        seen = (styled.styles.count, styled.contents.count, styled.counterOperations.count)
    }
}
