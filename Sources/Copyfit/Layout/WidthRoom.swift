/// How much narrower and wider a width may become, in 1/64 px, while what a layout tells of heights stays the same.
///
/// Where only heights are asked for, each layout finds this as it goes: lines know by how much their pieces fit or do not, blocks pass on
/// what their contents say, and what cannot tell says `none`. While a box's contents are laid out, `LayoutContext.room` is about the width
/// of its content box; what is handed to its container is about the container's.
struct WidthRoom: Hashable, Sendable {
    /// `Int32.max` stands for any.
    var less: Int32
    private(set) var more: Int32
    /// How much wider the width may become while heights that do not stay only grow with it, as pictures do that follow it; `more` at least.
    ///
    /// What adds heights up or takes the largest of them passes it on; what heights decide in other ways makes do with `still`.
    private(set) var rising: Int32

    static let unlimited = WidthRoom(less: .max, more: .max)
    static let none = WidthRoom(less: 0, more: 0)

    @inline(__always) var isEmpty: Bool { less <= 0 && more <= 0 }

    @inline(__always) mutating func limit(to other: WidthRoom) {
        less = min(less, other.less)
        more = min(more, other.more)
        rising = min(rising, other.rising)
    }

    @inline(__always) mutating func limitMore(to most: Int32) {
        more = min(more, most)
        rising = min(rising, most)
    }

    /// The widths at which heights stay what they are, and no others.
    @inline(__always) var still: WidthRoom { WidthRoom(less: less, more: more) }

    /// Heights may only grow where they stayed, at all wider widths that they are known for.
    @inline(__always) var growing: WidthRoom { WidthRoom(less: 0, more: 0, rising: rising) }

    /// What is left where widths inside may change by `slack` more than the width outside, or by as much in the other direction: two parts
    /// of a width that are both rounded leave less when it grows by 1/64 px.
    @inline(__always) func reduced(by slack: Int32) -> WidthRoom { reduced(less: slack, more: slack) }

    /// The same where the slack is another while the width shrinks and while it grows.
    @inline(__always) func reduced(less slackLess: Int32, more slackMore: Int32) -> WidthRoom {
        let stillMore = less < slackMore ? 0 : more == .max ? .max : max(0, more &- slackMore)
        // A width that may shrink on the way takes heights with it.
        return WidthRoom(
            less: more < slackLess ? 0 : less == .max ? .max : max(0, less &- slackLess), more: stillMore, rising: slackMore == 0 ? rising : stillMore)
    }

    /// The same, and that of a width inside, which for `even` changes by no more than the width outside and in the same direction.
    @inline(__always) func extended(by inner: WidthRoom, within even: Int32) -> WidthRoom {
        WidthRoom(less: less, more: max(more, min(inner.more, even)), rising: max(rising, min(inner.rising, even)))
    }

    /// Room for a width that first stays the same for `self`, then follows at most as fast as the width outside does.
    @inline(__always) func followed(by inner: WidthRoom) -> WidthRoom {
        func sum(_ a: Int32, _ b: Int32) -> Int32 { a == .max || b == .max ? .max : Int32(clamping: Int(a) + Int(b)) }
        return WidthRoom(less: sum(less, inner.less), more: sum(more, inner.more), rising: sum(more, inner.rising))
    }

    /// Whether a width may change by `change`.
    @inline(__always) func holds(_ change: Int32) -> Bool { change >= 0 ? change <= more : -Int(change) <= Int(less) }

    /// The same widths, seen from one that is larger by `change`.
    @inline(__always) func moved(by change: Int32) -> WidthRoom {
        func sum(_ a: Int32, _ b: Int32) -> Int32 { a == .max ? .max : Int32(clamping: max(0, Int(a) + Int(b))) }
        return WidthRoom(less: sum(less, change), more: sum(more, 0 &- change), rising: sum(rising, 0 &- change))
    }

    /// The widths that it stands for around one, 1/64 px.
    func widths(around width: Int32) -> ClosedRange<Int32> {
        (less == .max ? 0 : width &- less)...(more == .max ? .max : Int32(clamping: Int(width) + Int(more)))
    }

    /// The widest width, 1/64 px, up to which heights only grow.
    func risesTo(from width: Int32) -> Int32 { rising == .max ? .max : Int32(clamping: Int(width) + Int(rising)) }

    /// The room of a width between two others, 1/64 px.
    @inline(__always) init(width: LayoutUnit, narrowest: Int32, widest: Int32) {
        less = narrowest == .min ? .max : max(0, width.rawValue &- narrowest)
        more = widest == .max ? .max : max(0, widest &- width.rawValue)
        rising = more
    }

    @inline(__always) init(less: Int32, more: Int32) {
        self.less = less
        self.more = more
        rising = more
    }

    @inline(__always) init(less: Int32, more: Int32, rising: Int32) {
        self.less = less
        self.more = more
        self.rising = max(more, rising)
    }

    /// As long as a width clamped between two others follows `available`: where it is at one of them it does not change.
    @inline(__always) init(clamped width: LayoutUnit, available: LayoutUnit) {
        self = width < available ? WidthRoom(less: (available - width).rawValue, more: .max)
            : width > available ? WidthRoom(less: .max, more: (width - available).rawValue) : .none
    }

    /// The widest change, in 1/64 px, by which rounding lets a percentage stray.
    static let percentageSlack: Int32 = 4
}

/// What rounding does to a width that percentages are part of.
///
/// A part of p % is rounded down, so with a width that changes by n/64 px it changes by at least 0 and less than np/100 + 1: that is at most
/// n, as long as f32 keeps the sum below that. The whole is what it is part of, exactly, where its hundredfold is an f32.
struct PercentageRounding {
    private var count: Int32 = 0
    private(set) var isLarge = false
    private(set) var isWhole = false

    init(_ style: ComputedStyle) {
        add(style.width)
        add(style.minWidth)
        add(style.maxWidth)
        add(style.margin.left)
        add(style.margin.right)
        add(style.padding.left)
        add(style.padding.right)
    }

    private mutating func add(_ length: Length) {
        guard length.dependsOnPercentage, length.percent != 0 || length.kind == .expression else { return }
        count += 1
        if length.kind == .percentage, length.percent == 100 { isWhole = true } else if length.percent > 98 { isLarge = true }
    }

    /// How much more than the width outside it may change, in 1/64 px.
    func slack(available: Int32) -> Int32 {
        if count == 0 { return 0 }
        if count == 1, !isLarge, available <= PercentageRounding.exact { return 0 }
        return 2 + 2 * count
    }

    /// The widths that `slack` holds for.
    func bounded(_ room: WidthRoom) -> WidthRoom {
        if count == 0 { return room }
        var room = room
        // Products with percentages are less and less exact.
        room.limitMore(to: isWhole ? PercentageRounding.exact : 1 << 20)
        return room
    }

    /// 1024 px: the hundredfold of twice as much has 24 bits.
    static let exact: Int32 = 1 << 16
}

extension LayoutContext {
    /// Lays out a block in its container's formatting context, or another part of a box, and hands its room on.
    ///
    /// `room` is that of the contents while `layout` runs.
    @inline(__always) func nestingRoom<Result>(_ outside: (WidthRoom) -> WidthRoom, _ layout: () -> Result) -> Result {
        let outer = room
        room = .unlimited
        let result = layout()
        let own = outside(room)
        room = outer
        room.limit(to: own)
        return result
    }

    /// What the room of a block container's contents is for the width that it was laid out in: the available one, or the one it was given.
    /// - Parameter width: of its border box.
    func roomOutside(of id: BoxID, space: ConstraintSpace, content: WidthRoom, width: LayoutUnit) -> WidthRoom {
        let style = style(of: id)
        var content = content
        // A marker is aligned with what stands in the item.
        if !tree.markers.isEmpty, tree.markers[id] != nil { content = content.still }
        guard style.aspectRatio > 0 || dependsOnWidthVertically(style) else { return roomAcross(id, style, space: space, content: content, width: width) }
        // Such heights grow with the width; what is inside follows it as ever.
        guard growsVertically(id, style, containingWidth: space.availableWidth) else { return .none }
        if style.aspectRatio > 0 {
            // So does a height in proportion to a width that does.
            guard style.height.isAuto, style.minHeight.isAuto, style.maxHeight.kind == .none, edgeStyle(of: id).hasFixedPadding, fragments[id].size.height > .zero,
                PercentageRounding(style).slack(available: space.availableWidth.rawValue) == 0, atomicDepth == 0
            else { return .none }
        }
        return roomAcross(id, style, space: space, content: content, width: width).growing
    }

    /// The same for a box whose height is that of its contents, but for what does not follow the width.
    private func roomAcross(_ id: BoxID, _ style: ComputedStyle, space: ConstraintSpace, content: WidthRoom, width: LayoutUnit) -> WidthRoom {
        var slack: Int32 = 0
        let hasPercentPadding = style.padding.left.dependsOnPercentage || style.padding.right.dependsOnPercentage
        if hasPercentPadding {
            guard isPartOfWidth(style.padding.left), isPartOfWidth(style.padding.right) else { return .none }
            // Given widths do not tell what the percentages refer to.
            if space.fixedWidth != nil || space.roomBesideFloats != nil { return .none }
            slack = PercentageRounding(style).slack(available: space.availableWidth.rawValue)
        }
        // Boxes without width do not overflow.
        var content = content
        if width <= .zero { content.limitMore(to: 0) }
        content.less = min(content.less, max(0, width.rawValue - 1))
        // Of what stands beside floats the room is that of its own width (`BlockFlow.layoutBesideFloats`).
        if space.fixedWidth != nil || space.roomBesideFloats != nil { return content.reduced(by: slack) }
        guard let own = ownWidthRoom(of: style, id, space: space, width: width) else { return .none }
        if hasPercentPadding, !paddingLeavesContent(style) {
            // Percentages take more and more of a border box that may stay as it is.
            let rounded = WidthFollow(low: 0 - paddingShare(style), high: 1, noise: Double(max(slack, 4))).room(content)
            return rounded.extended(by: content, within: evenGrowth(of: id, style, available: space.availableWidth))
        }
        guard own.isExact, slack == 0 else {
            let rounding = PercentageRounding(style)
            let rounded = content.reduced(by: max(slack, rounding.slack(available: space.availableWidth.rawValue)))
            return rounding.bounded(rounded.extended(by: content, within: evenGrowth(of: id, style, available: space.availableWidth)))
        }
        return own.room.followed(by: content)
    }

    /// For how many more 1/64 px of the available width the margins and paddings of a box stay what they are, percentages of it rounded: so
    /// far its content box does not shrink, nor grow by more. 0 where that is not asked for.
    func evenGrowth(of id: BoxID, _ style: ComputedStyle, available: LayoutUnit) -> Int32 {
        guard seeksSteps, available > .zero, available.rawValue < PercentageRounding.exact, !PercentageRounding(style).isLarge else { return 0 }
        let lengths = [style.margin.left, style.margin.right, style.padding.left, style.padding.right]
        guard lengths.contains(where: { $0.dependsOnPercentage }) else { return PercentageRounding.exact - available.rawValue }
        guard lengths.allSatisfy(isPartOfWidth) else { return 0 }
        func edges(_ more: Int32) -> (LayoutUnit, LayoutUnit, LayoutUnit, LayoutUnit) {
            let width = LayoutUnit(rawValue: available.rawValue &+ more)
            let margins = margins(of: id, containingWidth: width), padding = padding(of: id, containingWidth: width)
            return (margins.left, margins.right, padding.left, padding.right)
        }
        let now = edges(0)
        var even: Int32 = 0, step: Int32 = 1 << 11
        while step > 0 {
            if edges(even + step) == now { even += step }
            step /= 2
        }
        return even
    }

    /// What percentages of padding take of the width they refer to.
    func paddingShare(_ style: ComputedStyle) -> Double {
        Double(max(0, style.padding.left.dependsOnPercentage ? style.padding.left.percent : 0)) / 100
            + Double(max(0, style.padding.right.dependsOnPercentage ? style.padding.right.percent : 0)) / 100
    }

    /// Whether vertical margins and paddings that follow the width grow with it. Where there is no padding yet, margins collapse that would
    /// not once there is; quirks go by whether margins are zero.
    private func growsVertically(_ id: BoxID, _ style: ComputedStyle, containingWidth: LayoutUnit) -> Bool {
        if !dependsOnWidthVertically(style) { return true }
        let padding = padding(of: id, containingWidth: containingWidth)
        if style.padding.top.dependsOnPercentage, padding.top <= .zero { return false }
        if style.padding.bottom.dependsOnPercentage, padding.bottom <= .zero { return false }
        return prepared.mode != .quirks && [style.margin.top, style.margin.bottom, style.padding.top, style.padding.bottom].allSatisfy {
            !$0.dependsOnPercentage || (($0.kind == .percentage || $0.kind == .calculated) && $0.percent >= 0)
        }
    }

    /// Whether vertical margins or paddings follow the width of the containing block.
    @inline(__always) func dependsOnWidthVertically(_ style: ComputedStyle) -> Bool {
        style.margin.top.dependsOnPercentage || style.margin.bottom.dependsOnPercentage || style.padding.top.dependsOnPercentage
            || style.padding.bottom.dependsOnPercentage
    }

    /// Whether the content box gets no narrower as the container grows: percentages of padding take more and more of a border box that does
    /// not grow with it.
    func paddingLeavesContent(_ style: ComputedStyle) -> Bool {
        guard style.boxSizing == .borderBox, style.padding.left.dependsOnPercentage || style.padding.right.dependsOnPercentage else { return true }
        return style.width.isAuto && style.maxWidth.kind == .none && (style.minWidth.isAuto || style.minWidth == .zero)
    }

    /// A percentage that makes a length change by no more than what it refers to.
    @inline(__always) private func isPartOfWidth(_ length: Length) -> Bool {
        switch length.kind {
        case .fixed, .auto, .none: true
        case .percentage, .calculated: length.percent >= 0 && length.percent <= 100
        default: false
        }
    }

    /// For which available widths the border-box width of a block, flex or grid container stays what it is. Not exact: it follows the
    /// available width, though not evenly. Nil: it may do anything.
    func ownWidthRoom(of style: ComputedStyle, _ id: BoxID, space: ConstraintSpace, width: LayoutUnit) -> (room: WidthRoom, isExact: Bool)? {
        if style.margin.left.dependsOnPercentage || style.margin.right.dependsOnPercentage {
            guard isPartOfWidth(style.margin.left), isPartOfWidth(style.margin.right) else { return nil }
            return isPartOfWidth(style.width) && isPartOfWidth(style.minWidth) && isPartOfWidth(style.maxWidth) ? (.none, false) : nil
        }
        guard isPartOfWidth(style.minWidth), isPartOfWidth(style.maxWidth) else { return nil }
        let isLimited = style.minWidth.dependsOnPercentage || style.maxWidth.dependsOnPercentage
        switch style.width.kind {
        case .fixed: return isLimited ? (.none, false) : (.unlimited, true)
        case .percentage: return isPartOfWidth(style.width) ? (.none, false) : nil
        case .auto:
            if isLimited { return (.none, false) }
            let margins = margins(of: id, containingWidth: space.availableWidth).horizontal
            return (WidthRoom(clamped: width, available: space.availableWidth - margins), true)
        default: return nil
        }
    }

    /// For which available or given widths a replaced element is as tall as it is.
    func replacedRoom(of id: BoxID, space: ConstraintSpace) -> WidthRoom {
        let style = style(of: id)
        if dependsOnWidthVertically(style) { return .none }
        let size = fragments[id].size
        let own = space.fixedWidth == nil ? replacedWidthRoom(of: id, space: space) : .none
        guard size.width > .zero, size.height > .zero, growsWithWidth(style), replacedHeightGrows(id, space: space) else { return own }
        if replacedHeightStays(id, space: space) { return WidthRoom(less: own.less, more: .max) }
        // A height in proportion to the width, between limits, grows with it.
        return WidthRoom(less: own.less, more: own.more, rising: max(own.more, PercentageRounding.exact))
    }

    private func growsWithWidth(_ style: ComputedStyle) -> Bool {
        for length in [style.width, style.minWidth, style.maxWidth] {
            switch length.kind {
            case .percentage, .calculated: if length.percent < 0 { return false }
            case .fixed, .auto, .none, .stretch: break
            default: return false
            }
        }
        for length in [style.padding.left, style.padding.right, style.margin.left, style.margin.right] where length.dependsOnPercentage { return false }
        return true
    }

    /// For which available widths a replaced element has the same size.
    func replacedWidthRoom(of id: BoxID, space: ConstraintSpace) -> WidthRoom {
        let style = style(of: id)
        if dependsOnWidthVertically(style) { return .none }
        func follows(_ length: Length) -> Bool { length.dependsOnPercentage || length.kind == .stretch }
        guard !follows(style.width), !follows(style.minWidth), !follows(style.padding.left), !follows(style.padding.right),
            !follows(style.margin.left), !follows(style.margin.right)
        else { return .none }
        let natural = naturalSize(of: id, style: style)
        // A ratio alone fills the container.
        if natural.width == nil, natural.height == nil, style.width.kind != .fixed, style.height.kind != .fixed { return .none }
        guard follows(style.maxWidth) else { return .unlimited }
        guard style.maxWidth.kind == .percentage || style.maxWidth.kind == .calculated, style.maxWidth.percent > 0 else { return .none }
        let added = style.maxWidth.kind == .calculated ? Double(style.maxWidth.px) * 64 : 0
        // > max-width: 100% is no limit where the picture has room.
        var wide = space
        wide.availableWidth = LayoutUnit(rawValue: 1 << 26)
        let size = usedReplacedSize(of: id, space: wide)
        guard size == fragments[id].size else { return .none }
        let needed = (Double(size.width.rawValue) + 2 - added) * 100 / Double(style.maxWidth.percent) + 2
        let spare = Double(space.availableWidth.rawValue) - needed
        return spare <= 0 ? .none : WidthRoom(less: Int32(clamping: Int(min(spare, 1e9))), more: .max)
    }

    /// What the width of a replaced element on a line takes of each more px of its container: all, a part, or nothing. Nil where something
    /// else may happen.
    func replacedShare(of id: BoxID, space: ConstraintSpace) -> (share: Double, own: WidthRoom)? {
        let style = style(of: id)
        if style.margin.left.dependsOnPercentage || style.margin.right.dependsOnPercentage { return nil }
        let own = replacedWidthRoom(of: id, space: space)
        if own.more > 0 { return (0, own) }
        guard !dependsOnWidthVertically(style), growsWithWidth(style), !style.minWidth.dependsOnPercentage, style.margin.left.px >= 0,
            style.margin.right.px >= 0, space.availableWidth.rawValue > 1024, space.availableWidth.rawValue < PercentageRounding.exact
        else { return nil }
        for length in [style.width, style.maxWidth] {
            switch length.kind {
            // A few px less than all of it.
            case .calculated where length.percent == 100 && length.px < 0 && -length.px * 64 * 4 < Float(space.availableWidth.rawValue):
                // f32 rounds to one unit or its neighbour where the difference is nearly one, but not exactly.
                let rest = length.px * 64 - (length.px * 64).rounded(.down)
                guard rest == 0 || (rest > 0.05 && rest < 0.95) else { return nil }
            case .calculated, .stretch: return nil
            default: break
            }
        }
        // A ratio alone fills the container.
        let natural = naturalSize(of: id, style: style)
        let fills = natural.width == nil && natural.height == nil && style.width.isAuto && style.height.isAuto
        let percent = min(
            style.width.dependsOnPercentage ? style.width.percent : fills ? 100 : .infinity,
            style.maxWidth.dependsOnPercentage ? style.maxWidth.percent : .infinity)
        guard percent > 0, percent <= 98 || percent == 100 else { return nil }
        return (Double(percent) / 100, .none)
    }

    /// For which available widths the margin box of an atomic inline is as wide as it is.
    func atomicWidthRoom(of id: BoxID, space: ConstraintSpace) -> WidthRoom {
        let style = style(of: id)
        if style.margin.left.dependsOnPercentage || style.margin.right.dependsOnPercentage { return .none }
        switch tree[id].kind {
        case .replaced: return replacedWidthRoom(of: id, space: space)
        case .table: return tableWidthRoom(of: id, space: space).flatMap { $0.isExact ? $0.room : nil } ?? .none
        default:
            if style.aspectRatio > 0 || style.padding.left.dependsOnPercentage || style.padding.right.dependsOnPercentage { return .none }
            guard let own = ownWidthRoom(of: style, id, space: space, width: fragments[id].size.width), own.isExact else { return .none }
            return own.room
        }
    }

    /// What the widths of all atomic inlines of a content, which were laid out, say of the available width: for what fits on lines.
    ///
    /// One that follows the container leaves what fits fitting and what does not fit where it is, as it takes no more of each px than there
    /// is; so do those that take more than half of it, no two of them on one line.
    /// - Parameter isFree: neither floats nor tabs take of what the container gives to lines.
    func atomicsWidthRoom(of boxes: [BoxID], space: ConstraintSpace, isFree: Bool) -> WidthRoom {
        var room = WidthRoom.unlimited
        var hasPart = false, hasWhole = false
        for id in boxes {
            guard isFree, tree[id].kind == .replaced, let (share, own) = replacedShare(of: id, space: space) else {
                room.limit(to: atomicWidthRoom(of: id, space: space))
                continue
            }
            if share == 0 {
                room.limit(to: own)
                continue
            }
            room.less = 0
            if hasPart || hasWhole && share < 0.52 { return .none }
            if share < 0.52 { hasPart = true } else { hasWhole = true }
        }
        // Up to where whole widths are exact.
        if hasPart || hasWhole { room.limitMore(to: max(0, PercentageRounding.exact - space.availableWidth.rawValue)) }
        return room
    }

    /// For which available widths a table's border box is as wide as it is; as `ownWidthRoom`.
    func tableWidthRoom(of id: BoxID, space: ConstraintSpace) -> (room: WidthRoom, isExact: Bool)? {
        let style = style(of: id)
        if space.roomBesideFloats != nil || dependsOnWidthVertically(style) { return nil }
        guard !style.padding.left.dependsOnPercentage, !style.padding.right.dependsOnPercentage else { return nil }
        guard columnsFollowEvenly(of: id) else { return nil }
        if space.fixedWidth != nil { return (.none, true) }
        // A width of 0 is none.
        if style.width.kind == .fixed, style.width.px <= 0 { return nil }
        return ownWidthRoom(of: style, id, space: space, width: fragments[id].size.width)
    }

    /// What the room of a table's cells and captions is for the width that it was laid out in.
    func tableRoomOutside(of id: BoxID, space: ConstraintSpace, content: WidthRoom) -> WidthRoom {
        guard let own = tableWidthRoom(of: id, space: space), fragments[id].size.width > .zero else { return .none }
        var content = content
        content.less = min(content.less, fragments[id].size.width.rawValue - 1)
        if own.isExact { return own.room.followed(by: content) }
        let rounding = PercentageRounding(style(of: id))
        return rounding.bounded(content.reduced(by: rounding.slack(available: space.availableWidth.rawValue)))
    }

    /// What an independent layout that just ended says of the width of `space`, `room` being that of its contents.
    func roomOfLayout(of id: BoxID, space: ConstraintSpace) -> WidthRoom {
        switch tree[id].kind {
        case .replaced: return replacedRoom(of: id, space: space)
        // Rows share out heights in ways of their own.
        case .table: return tableRoomOutside(of: id, space: space, content: room.still)
        case .math: return roomOutside(of: id, space: space, content: room.still, width: fragments[id].size.width)
        default: return roomOutside(of: id, space: space, content: room, width: fragments[id].size.width)
        }
    }
}
