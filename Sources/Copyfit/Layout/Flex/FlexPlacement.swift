// Alignment along both axes and the final layout of items (https://www.w3.org/TR/css-flexbox-1/#main-alignment).

extension FlexFormatting {
    mutating func placeItems() {
        for line in lines {
            placeAlongMain(line)
            for index in line.range {
                placeAcross(index, line: line)
                layoutAndPlace(index, line)
            }
        }
    }

    private mutating func placeAlongMain(_ line: FlexLine) {
        var free = innerMain - mainGap * (line.range.count - 1)
        var autos = 0
        for index in line.range {
            free -= items[index].outerMain
            if items[index].hasAutoMain.start { autos += 1 }
            if items[index].hasAutoMain.end { autos += 1 }
        }
        if autos > 0 {
            // > If the remaining free space is positive and at least one main-axis margin is auto, distribute it equally among them.
            let share = max(.zero, free) / autos
            for index in line.range {
                if items[index].hasAutoMain.start { items[index].mainMargin.start = share }
                if items[index].hasAutoMain.end { items[index].mainMargin.end = share }
            }
            if free > .zero { free = .zero }
        }
        let distribution = ContentDistribution(
            style.justifyContent, free: free, count: line.range.count, isReversed: axes.isReversed,
            isLeftAtEnd: axes.isRow && axes.isMainFlipped)
        var offset = distribution.offset
        for index in line.range {
            items[index].mainOffset = offset + items[index].mainMargin.start
            offset += items[index].outerMain + distribution.between + mainGap
        }
    }

    private mutating func placeAcross(_ index: Int, line: FlexLine) {
        let item = items[index]
        let free = line.cross - item.outerCross
        var offset = LayoutUnit.zero
        switch (item.hasAutoCross.start, item.hasAutoCross.end) {
        case (true, true): offset = max(.zero, free / 2)
        case (true, false): offset = max(.zero, free)
        case (false, true): break
        case (false, false):
            switch item.alignment {
            case .flexEnd: offset = free
            case .center: offset = free / 2
            case .baseline: offset = line.ascent - item.ascent
            case .lastBaseline: offset = line.cross - line.lastDescent - item.ascent
            default: break
            }
        }
        items[index].crossOffset = line.offset + offset + item.crossMargin.start
    }

    /// Lays an item out at its used size and sets where it stands.
    private mutating func layoutAndPlace(_ index: Int, _ line: FlexLine) {
        let item = items[index]
        let itemSpace = itemSpace(item, main: item.main, cross: item.hasFixedCross ? item.cross : nil)
        following(item, line) { _ = context.layoutIndependent(item.box, itemSpace) }
        let main = axes.isMainFlipped ? innerMain - item.mainOffset - item.main : item.mainOffset
        let cross = axes.isCrossFlipped ? innerCross - item.crossOffset - item.cross : item.crossOffset
        let origin = Point(x: edges.left + (axes.isRow ? main : cross), y: edges.top + (axes.isRow ? cross : main))
        items[index].top = origin.y
        context.setOrigin(of: item.box, origin)
    }
}
