extension HeightAnswer {
    /// The document's height as `scrollHeight` reports it, in whole px.
    func height(viewportHeight: Double) -> Int {
        max(LayoutUnit.truncating(viewportHeight).rounded(), LayoutUnit(rawValue: bottom).rounded())
    }

    func layout(width: Double, viewportHeight: Double, mode: QuirksMode) -> Layout {
        Layout(
            width: width, height: height(viewportHeight: viewportHeight), rootHeight: Double(rootHeight) / 64, bodyHeight: Double(bodyHeight) / 64,
            isQuirks: mode == .quirks, lineCount: lineCount, naturalWidth: nil, minWidth: nil, lines: nil, boxes: nil, fonts: nil, diagnostics: [])
    }
}

/// Measures a prepared document's height at one width after the other: the first time by a layout, then, where that can be done, as a sum
/// of which only those parts are found anew that change.
final class DocumentHeights {
    private let context: LayoutContext
    private var isLaidOut = false
    /// No plan has gone on from the context’s layout.
    private var layoutStands = false
    private var plan: HeightPlan?
    /// Plans that could not tell; documents of the wrong kind are not asked again and again.
    private var failures = 0
    private static let mostFailures = 3
    private var latest: HeightAnswer?

    init(_ boxes: PreparedBoxes, shaper: TextShaper, viewport: Size, watch: WorkWatch) {
        context = LayoutContext(prepared: boxes, shaper: shaper, viewport: viewport, segmentTables: SegmentTables(boxes))
        context.watch = watch
    }

    /// The last answer, if it holds at a width.
    @inline(__always) func known(at width: LayoutUnit) -> HeightAnswer? {
        guard let latest, width.rawValue >= latest.narrowest, width.rawValue <= latest.widest else { return nil }
        return latest
    }

    /// - Parameter alike: the widths at which the prepared part is the same.
    /// - Parameter seeksSteps: whether every width will be asked for at which the height is another.
    func measure(_ viewport: Size, seeksSteps: Bool, within alike: @autoclosure () -> ClosedRange<Int32>) -> HeightAnswer {
        if let known = known(at: viewport.width) { return known }
        context.seeksSteps = seeksSteps
        var answer = sum(viewport.width) ?? layOut(viewport)
        if answer.narrowest < answer.risesTo {
            let alike = alike()
            answer.narrowest = max(answer.narrowest, alike.lowerBound)
            answer.widest = min(answer.widest, alike.upperBound)
            answer.risesTo = min(answer.risesTo, alike.upperBound)
        }
        latest = answer
        return answer
    }

    private func sum(_ width: LayoutUnit) -> HeightAnswer? {
        guard isLaidOut, failures < DocumentHeights.mostFailures else { return nil }
        layoutStands = false
        context.startTrackingRoom()
        if plan == nil {
            plan = HeightPlan(context)
            if plan == nil { failures = DocumentHeights.mostFailures }
        }
        if let answer = plan?.measure(viewport: width) { return answer }
        // The layout that follows is the next plan's.
        plan = nil
        failures += 1
        return nil
    }

    private func layOut(_ viewport: Size) -> HeightAnswer {
        if isLaidOut {
            context.reset(viewport: viewport, isStanding: layoutStands && context.tracksRoom)
            context.startTrackingRoom()
        }
        isLaidOut = true
        layoutStands = true
        context.layout()
        let width = viewport.width.rawValue
        guard !context.tree.boxes.isEmpty else { return HeightAnswer(narrowest: width, widest: width, risesTo: width, bottom: 0, rootHeight: 0, bodyHeight: 0, lineCount: 0) }
        let body = context.tree.boxes.firstIndex { $0.flags.contains(.body) }
        let room = context.tracksRoom ? context.room : .none
        let widths = room.widths(around: width)
        return HeightAnswer(
            narrowest: widths.lowerBound, widest: widths.upperBound, risesTo: room.risesTo(from: width), bottom: OverflowMeasure.bottom(of: context).rawValue,
            rootHeight: context.fragments[.root].size.height.rawValue, bodyHeight: body.map { context.fragments.boxes[$0].size.height.rawValue } ?? 0, lineCount: context.lineCount)
    }
}
