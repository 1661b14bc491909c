/// Visual order of the parts of a line (https://www.unicode.org/reports/tr9/#L2), box edges included.
struct BidiOrder {
    /// A part of a line in logical order.
    struct Part {
        enum Kind { case content, start, end }
        var kind: Kind
        /// Of content.
        var level: UInt8
        /// Of edges: whether the box's direction is right to left.
        var isRightToLeft: Bool
        /// Of edges: whether an empty box here goes to the end of the line.
        var trailsLine = false
    }

    /// A stretch of an inline box whose parts are neighbours on the line.
    struct Stretch {
        /// Visual positions in `order`.
        var positions: ClosedRange<Int>
        /// The box ends at its left side, or goes on elsewhere.
        var hasLeft: Bool
        var hasRight: Bool
    }

    /// Indices of the parts from left to right.
    let order: [Int]
    private let parts: [Part]

    /// > When an element's direction is ltr, the left-most box of the first line has its left margin, border and padding, and the right-most box
    /// > of the last line the right ones (https://www.w3.org/TR/CSS22/box.html#bidi-box-model); when it is rtl, the other way round.
    /// - Parameter isRightToLeft: the paragraph's direction.
    /// - Parameter emptyBoxesJoinNext: an empty box stands beside the content after it where there is any, not that before it.
    init(_ parts: [Part], isRightToLeft: Bool = false, emptyBoxesJoinNext: Bool = false) {
        self.parts = parts
        let content = BidiOrder.reordered(parts.indices.filter { parts[$0].kind == .content }, parts)
        guard !content.isEmpty else {
            order = Array(parts.indices)
            return
        }
        var ranks = [Int](repeating: 0, count: parts.count)
        for (rank, index) in content.enumerated() { ranks[index] = rank }
        var edges = EdgePlaces(count: content.count)
        var open: [(start: Int, span: Span)] = []
        var whole = Span()
        var lastContent: Int?
        var nextContent = [Int](repeating: -1, count: parts.count)
        var next = -1
        for index in parts.indices.reversed() {
            nextContent[index] = next
            if parts[index].kind == .content { next = index }
        }
        for index in parts.indices {
            switch parts[index].kind {
            case .content:
                let span = Span(rank: ranks[index])
                if open.isEmpty { whole.add(span) } else { open[open.count - 1].span.add(span) }
                lastContent = index
            case .start: open.append((index, Span()))
            case .end:
                guard let (start, span) = open.popLast() else {
                    edges.place(index, isLeft: parts[index].isRightToLeft, around: whole)
                    continue
                }
                if span.isEmpty, parts[start].trailsLine {
                    edges.placeEmpty([start, index], after: isRightToLeft ? 0 : content.count - 1, isReversed: isRightToLeft)
                } else if span.isEmpty, nextContent[index] >= 0, lastContent == nil || emptyBoxesJoinNext {
                    let next = nextContent[index]
                    edges.placeEmpty([start, index], before: ranks[next], isReversed: parts[next].level % 2 == 1)
                } else if span.isEmpty {
                    let isReversed = lastContent.map { parts[$0].level % 2 == 1 } ?? false
                    edges.placeEmpty([start, index], after: lastContent.map { ranks[$0] }, isReversed: isReversed)
                } else {
                    edges.place(start, isLeft: !parts[start].isRightToLeft, around: span)
                    edges.place(index, isLeft: parts[index].isRightToLeft, around: span)
                }
                if open.isEmpty { whole.add(span) } else { open[open.count - 1].span.add(span) }
            }
        }
        while let (start, span) = open.popLast() {
            if span.isEmpty { edges.placeEmpty([start], after: lastContent.map { ranks[$0] }, isReversed: false) } else {
                edges.place(start, isLeft: !parts[start].isRightToLeft, around: span)
            }
            if !open.isEmpty { open[open.count - 1].span.add(span) }
        }
        order = edges.merged(with: content)
    }

    /// Visual ranks of content, from the lowest to the highest.
    private struct Span {
        var low = Int.max
        var high = -1
        var isEmpty: Bool { high < low }
        init() {}
        init(rank: Int) { low = rank; high = rank }
        mutating func add(_ other: Span) {
            low = min(low, other.low)
            high = max(high, other.high)
        }
    }

    /// The edges beside each content part, by its rank.
    private struct EdgePlaces {
        /// Innermost first.
        private var before: [[Int]]
        private var after: [[Int]]
        private var leading: [Int] = []

        init(count: Int) {
            before = Array(repeating: [], count: count)
            after = before
        }

        mutating func place(_ edge: Int, isLeft: Bool, around span: Span) {
            if span.isEmpty { leading.append(edge) } else if isLeft { before[span.low].append(edge) } else { after[span.high].append(edge) }
        }

        mutating func placeEmpty(_ edges: [Int], after rank: Int?, isReversed: Bool) {
            guard let rank else { leading += edges; return }
            if isReversed { before[rank] += edges } else { after[rank] += edges }
        }

        mutating func placeEmpty(_ edges: [Int], before rank: Int, isReversed: Bool) {
            if isReversed { after[rank] += edges.reversed() } else { before[rank] += edges.reversed() }
        }

        func merged(with content: [Int]) -> [Int] {
            var order = leading
            for (rank, part) in content.enumerated() { order += before[rank].reversed() + [part] + after[rank] }
            return order
        }
    }

    /// > From the highest level to the lowest odd one, reverse any sequence of parts that are at that level or higher.
    private static func reordered(_ indices: [Int], _ parts: [Part]) -> [Int] {
        var order = indices
        guard let highest = order.map({ parts[$0].level }).max(), let lowest = order.map({ parts[$0].level }).filter({ $0 % 2 == 1 }).min() else {
            return order
        }
        var level = highest
        while level >= lowest, level > 0 {
            var start = 0
            while start < order.count {
                guard parts[order[start]].level >= level else { start += 1; continue }
                var end = start
                while end < order.count, parts[order[end]].level >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
            level -= 1
        }
        return order
    }

    /// The stretches of a box that holds some parts, from left to right.
    /// - Parameter range: logical indices of its parts, edges included.
    func stretches(of range: Range<Int>, startsHere: Bool, endsHere: Bool, isRightToLeft: Bool, visualPositions: [Int]) -> [Stretch] {
        let positions = range.map { visualPositions[$0] }.sorted()
        guard var first = positions.first else { return [] }
        var last = first
        var stretches: [Stretch] = []
        func add() { stretches.append(Stretch(positions: first...last, hasLeft: false, hasRight: false)) }
        for position in positions.dropFirst() {
            if position > last + 1 {
                add()
                first = position
            }
            last = position
        }
        add()
        stretches[0].hasLeft = isRightToLeft ? endsHere : startsHere
        stretches[stretches.count - 1].hasRight = isRightToLeft ? startsHere : endsHere
        return stretches
    }

    /// By part: its place in `order`.
    var visualPositions: [Int] {
        var positions = [Int](repeating: 0, count: order.count)
        for (position, index) in order.enumerated() { positions[index] = position }
        return positions
    }
}
