// Generating a part of the box tree again after the document changed.

extension BoxGenerator {
    /// A generator that goes on with a tree. Counters start anew: what is generated must not depend on those around it.
    init(
        resuming tree: BoxTree, anonymousStyles: [AnonymousStyleKey: StyleID], document: Document, styled: consuming StyledDocument, profile: Profile,
        imageSize: @escaping (ImageReference) -> NaturalImageSize?, imageSource: @escaping (NodeID) -> SelectedImage?,
        fontAscent: @escaping (ComputedStyle) -> Float
    ) {
        self.init(
            document: document, styled: styled, profile: profile, imageSize: imageSize, imageSource: imageSource, fontAscent: fontAscent)
        self.tree = tree
        self.anonymousStyles = anonymousStyles
        chooseViewportOverflow(root: document.documentElement)
    }

    /// The boxes of an element as if it were the only child of a container, without parent.
    mutating func generate(_ node: NodeID, under container: BoxID) -> [BoxID] {
        var stub = tree[container]
        if stub.kind == .inlineContext { stub.kind = .block }
        stub.parent = .none
        stub.firstChild = .none
        stub.lastChild = .none
        stub.nextSibling = .none
        let id = tree.append(stub, to: .none)
        beginFlow(id)
        addElement(node)
        flows.removeLast()
        let children = tree.detachChildren(of: id)
        tree.discard(id)
        return children
    }
}

extension BoxTree {
    /// Makes a box that no other refers to one that layout and reports pass over.
    mutating func discard(_ id: BoxID) {
        let style = boxes[id.index].style
        boxes[id.index] = Box(kind: .wordBreak, style: style)
        if !markers.isEmpty { markers[id] = nil }
    }

    /// Discards all boxes inside `root`; gives their nodes, and the numbers of their inline formatting contexts.
    mutating func discardContents(of root: BoxID) -> (boxes: [(id: BoxID, node: NodeID)], contexts: [Int]) {
        var gone: [(id: BoxID, node: NodeID)] = [], contexts: [Int] = []
        var stack = detachChildren(of: root)
        while let id = stack.popLast() {
            gone.append((id, boxes[id.index].node))
            if boxes[id.index].kind == .inlineContext { contexts.append(Int(boxes[id.index].payload)) }
            stack.append(contentsOf: detachChildren(of: id))
        }
        for (id, _) in gone { discard(id) }
        if !blocksInInlines.isEmpty {
            let set = Set(gone.map(\.id))
            blocksInInlines.removeAll { set.contains($0.block) }
        }
        return (gone, contexts)
    }

    /// Gives a box the place of another and takes its number; `id` keeps its parent and siblings.
    mutating func replace(_ id: BoxID, by new: BoxID) {
        var box = boxes[new.index]
        box.parent = boxes[id.index].parent
        box.nextSibling = boxes[id.index].nextSibling
        boxes[id.index] = box
        var child = box.firstChild
        while child.exists {
            boxes[child.index].parent = id
            child = boxes[child.index].nextSibling
        }
        if box.kind == .inlineContext { inlineContexts[Int(box.payload)] = id }
        markers[id] = markers[new]
        boxes[new.index].firstChild = .none
        boxes[new.index].lastChild = .none
        discard(new)
    }

    /// Takes a box out of its parent's children.
    mutating func unlink(_ id: BoxID, after previous: BoxID) {
        let parent = boxes[id.index].parent, next = boxes[id.index].nextSibling
        if previous.exists { boxes[previous.index].nextSibling = next } else { boxes[parent.index].firstChild = next }
        if boxes[parent.index].lastChild == id { boxes[parent.index].lastChild = previous }
        boxes[id.index].parent = .none
        boxes[id.index].nextSibling = .none
    }

    /// Puts a box without parent among a parent's children after `previous`, first for `.none`.
    mutating func link(_ id: BoxID, into parent: BoxID, after previous: BoxID) {
        let next = previous.exists ? boxes[previous.index].nextSibling : boxes[parent.index].firstChild
        boxes[id.index].parent = parent
        boxes[id.index].nextSibling = next
        if previous.exists { boxes[previous.index].nextSibling = id } else { boxes[parent.index].firstChild = id }
        if !next.exists { boxes[parent.index].lastChild = id }
    }
}
