// For which widths a grid container is as high as it is: how its columns follow its width.
//
// What a definite width gives columns is shared out in equal parts up to limits, or by `fr`, so that all of it is used
// (https://www.w3.org/TR/css-grid-1/#algo-track-sizing). What items ask for does not follow the width. So each column grows with the container,
// and all together by no more than it. Where that is not certain there is no room.
extension GridFormatting {
    /// How an item's area follows: nil: it may do anything.
    struct Follow {
        /// For rounding, 1/64 px.
        var slack: Int32
        /// By track: whether it stays as it is at any width.
        var isFixed: [Bool]
    }

    /// Called when columns are sized, before items are laid out; notes the decisions that made the columns.
    mutating func findFollow() {
        guard context.tracksRoom else { return }
        follow = makeFollow()
        noteRepetitions()
    }

    private func makeFollow() -> Follow? {
        guard !style.columnGap.dependsOnPercentage else { return nil }
        var isFixed: [Bool] = []
        var share = 0.0, slack: Int32 = 0
        let sizes = makeSizes()
        guard sizes.count == columns.tracks.count else { return nil }
        for (index, size) in sizes.enumerated() {
            if columns.tracks[index].isCollapsed {
                isFixed.append(true)
                continue
            }
            switch (size.minimum, size.maximum) {
            case (.length(let minimum), .length(let maximum)):
                if minimum.kind == .percentage || maximum.kind == .percentage {
                    guard minimum == maximum, minimum.percent >= 0 else { return nil }
                    share += Double(minimum.percent) / 100
                    slack = WidthRoom.percentageSlack
                    isFixed.append(false)
                } else {
                    guard !minimum.dependsOnPercentage, !maximum.dependsOnPercentage else { return nil }
                    isFixed.append(minimum.kind == .fixed && minimum == maximum)
                    if !isFixed[index] { slack = max(slack, 2) }
                }
            default:
                guard isConstant(size.minimum), isConstant(size.maximum) else { return nil }
                if case .flex = size.maximum {} else { slack = max(slack, 2) }
                isFixed.append(false)
            }
        }
        guard share <= 1 else { return nil }
        // Where shares grow, what spans them and others asks less of the others.
        if share > 0, items.contains(where: { $0.columns.count > 1 }) { return nil }
        if items.contains(where: { $0.columns.count > 1 }) || style.justifyContent != .normal && slack > 0 {
            slack += Int32(truncatingIfNeeded: min(10_000, columns.tracks.count))
        }
        return Follow(slack: slack, isFixed: isFixed)
    }

    private func isConstant(_ breadth: GridStyle.Breadth) -> Bool {
        switch breadth {
        case .length(let length), .fitContent(let length): !length.dependsOnPercentage
        case .flex, .auto, .minContent, .maxContent: true
        }
    }

    /// The size of each column as the style has it.
    private func makeSizes() -> [GridStyle.TrackSize] {
        let explicit = columns.template.tracks
        let pattern = grid.autoColumns.isEmpty ? [GridStyle.TrackSize.auto] : grid.autoColumns
        return columns.tracks.indices.map { index in
            let line = index - columns.leading
            if line >= 0, line < explicit.count { return explicit[line] }
            return line < 0 ? pattern[(line % pattern.count + pattern.count) % pattern.count] : pattern[(line - explicit.count) % pattern.count]
        }
    }

    /// The number of automatic repetitions holds until one more or less fits.
    private func noteRepetitions() {
        for component in grid.templateColumns {
            guard case .repeat(let repetition, _) = component else { continue }
            if case .count = repetition { continue }
            guard let (each, rest) = repetitionRoom else {
                context.room = .none
                return
            }
            context.room.limit(to: WidthRoom(less: rest, more: Int32(clamping: max(0, Int(each) - 1 - Int(rest)))))
            return
        }
    }

    /// Lays out or measures an item, with its room as that of the container's width.
    func following<Result>(_ item: GridItem, _ layout: () -> Result) -> Result {
        guard context.tracksRoom else { return layout() }
        return context.nestingRoom({ own in
            if own == .unlimited { return own }
            guard let follow, item.columns.upperBound <= follow.isFixed.count else { return .none }
            let itemStyle = context.style(of: item.box)
            guard itemStyle.aspectRatio == 0, context.edgeStyle(of: item.box).hasFixedPadding, !itemStyle.margin.left.dependsOnPercentage,
                !itemStyle.margin.right.dependsOnPercentage
            else { return .none }
            // What is distributed between columns is part of areas that span them.
            let isWhole = item.columns.count == 1 || style.justifyContent == .normal || style.justifyContent == .start
            if isWhole, follow.isFixed[item.columns].allSatisfy({ $0 }) { return .unlimited }
            var slack = follow.slack
            for length in [itemStyle.width, itemStyle.minWidth, itemStyle.maxWidth] {
                switch length.kind {
                case .expression, .fitContentFunction, .content: return .none
                case .percentage, .calculated:
                    guard length.percent >= 0, length.percent <= 100 else { return .none }
                    slack += WidthRoom.percentageSlack
                default: break
                }
            }
            return own.still.reduced(by: slack)
        }, layout)
    }
}
