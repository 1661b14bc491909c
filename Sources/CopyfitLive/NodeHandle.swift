import Copyfit

/// Names a node of one `LiveDocument`. A handle of a node that is gone is recognised as stale, also where its place is used again.
public struct NodeHandle: Hashable, Sendable, CustomStringConvertible {
    /// The document that it belongs to.
    let document: UInt64
    let slot: UInt32
    let generation: UInt32

    public var description: String { "node \(slot).\(generation)" }
}

/// Why a mutation was not done. The document is as it was before it.
public enum LiveError: Error, Hashable, Sendable {
    /// The node was removed for good, by `remove`, `setText` or `setInnerHTML` of what it was in.
    case staleNode(NodeHandle)
    /// The handle is of another document.
    case foreignNode(NodeHandle)
    /// A text or comment was given where an element is wanted.
    case notAnElement(NodeHandle)
    /// A text or comment has no children, and the root element no siblings.
    case noPlace(NodeHandle)
    /// The node would lie inside itself.
    case cycle(NodeHandle)
    /// Trees are at most `limit` deep.
    case tooDeep(limit: Int)
    /// No attribute, class or property can have this name.
    case invalidName(String)
    /// The CSS selector can not be parsed.
    case invalidSelector(String)
    /// The value of a style property would end its declaration.
    case invalidValue(name: String, value: String)
    /// There is no stylesheet of that number.
    case noSuchStylesheet(Int)
}

extension LiveError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .staleNode(let node): "\(node) was removed"
        case .foreignNode(let node): "\(node) is of another document"
        case .notAnElement(let node): "\(node) is no element"
        case .noPlace(let node): "\(node) can have nothing there"
        case .cycle(let node): "\(node) would lie inside itself"
        case .tooDeep(let limit): "the tree would be more than \(limit) deep"
        case .invalidName(let name): "bad name: \(name)"
        case .invalidSelector(let selector): "bad selector: \(selector)"
        case .invalidValue(let name, let value): "bad value of \(name): \(value)"
        case .noSuchStylesheet(let number): "no stylesheet \(number)"
        }
    }
}

/// The handles that were given out, by slot.
struct NodeHandles {
    private struct Slot {
        var node: NodeID
        var generation: UInt32
    }

    private let document: UInt64
    private var slots: [Slot] = []
    private var free: [UInt32] = []
    private var slotOfNode: [NodeID: UInt32] = [:]

    init(document: UInt64) { self.document = document }

    mutating func handle(of node: NodeID) -> NodeHandle {
        if let slot = slotOfNode[node] { return NodeHandle(document: document, slot: slot, generation: slots[Int(slot)].generation) }
        let slot: UInt32
        if let reused = free.popLast() {
            slot = reused
            slots[Int(slot)].node = node
        } else {
            slot = UInt32(clamping: slots.count)
            slots.append(Slot(node: node, generation: 0))
        }
        slotOfNode[node] = slot
        return NodeHandle(document: document, slot: slot, generation: slots[Int(slot)].generation)
    }

    func node(_ handle: NodeHandle) throws(LiveError) -> NodeID {
        guard handle.document == document else { throw .foreignNode(handle) }
        guard Int(handle.slot) < slots.count, slots[Int(handle.slot)].generation == handle.generation, slots[Int(handle.slot)].node.exists else {
            throw .staleNode(handle)
        }
        return slots[Int(handle.slot)].node
    }

    /// Handles of a node are stale from here on.
    mutating func forget(_ node: NodeID) {
        guard let slot = slotOfNode.removeValue(forKey: node) else { return }
        release(slot)
    }

    private mutating func release(_ slot: UInt32) {
        slots[Int(slot)].node = .none
        slots[Int(slot)].generation &+= 1
        free.append(slot)
    }

    var isEmpty: Bool { slotOfNode.isEmpty }

    /// Nodes have other numbers.
    mutating func renumber(_ numbers: [NodeID]) {
        let old = slotOfNode
        slotOfNode = [:]
        for (node, slot) in old {
            let new = node.index < numbers.count ? numbers[node.index] : .none
            if new.exists {
                slots[Int(slot)].node = new
                slotOfNode[new] = slot
            } else {
                release(slot)
            }
        }
    }
}
