/// A parsed document, ready to be laid out at any number of widths.
///
/// What does not depend on the width is done once; a layout at a further width repeats only what does. One task at a time may use it.
public final class PreparedDocument {
    let copyfitter: Copyfitter
    let preparation: DocumentPreparation
    private var latest: Preparation? { didSet { if latest == nil { earlier = [] } } }
    /// What was prepared for viewports in which other media queries match, latest last: they may match again.
    private var earlier: [Preparation] = []
    private static let mostEarlier = 3

    /// What was prepared for a viewport, and holds for those that styles can not tell from it.
    private struct Preparation {
        var viewport: Size
        var boxes: PreparedBoxes
        var shaper: TextShaper
        var fontDiagnostics: [Diagnostic]
        /// Measures heights; kept from width to width.
        var heights: DocumentHeights?
    }

    /// Of a document made from text: where its laid-out text differs from what was given.
    private let textOrigin: TextOrigin?

    init(utf8: [UInt8], copyfitter: Copyfitter, textOrigin: TextOrigin? = nil, detection: DataDetection? = nil) {
        self.copyfitter = copyfitter
        self.textOrigin = textOrigin
        preparation = DocumentPreparation(utf8: utf8, options: copyfitter.options, shared: copyfitter.shared, detection: detection)
    }

    /// What was found wrong in the document so far: markup, styles, fonts and pictures.
    public var diagnostics: [Diagnostic] { preparation.allDiagnostics }

    /// The files that were read, or looked for in vain, so far: style sheets, fonts and pictures.
    public var resourcePaths: [String] { preparation.resources.paths }

    /// Lays the document out.
    /// - Parameters:
    ///   - width: of the viewport in CSS px.
    ///   - detail: what to report beside heights.
    /// - Throws: `CopyfitError.invalidWidth` for a width that is zero, negative or not finite; `.limitExceeded` and `.deadlineExceeded` where the
    ///   document asks for more than `Options.limits` allow; `.cancelled` in a task that was cancelled.
    public func layout(width: Double, detail: LayoutDetail = []) throws(CopyfitError) -> Layout {
        if detail.isEmpty { return try heightAnswer(width: width).layout(width: width, viewportHeight: copyfitter.options.viewportHeight, mode: preparation.document.mode) }
        return LayoutReport(context: try laidOut(width: width), width: width, detail: detail).layout()
    }

    /// The finished layout at a width, for what reads more of it than a `Layout` tells.
    func laidOut(width: Double, isMobile: Bool = false) throws(CopyfitError) -> LayoutContext {
        let viewport = try viewport(width: width, isMobile: isMobile)
        let prepared = try prepared(for: viewport)
        defer { prepared.shaper.releaseScratch() }
        let context = LayoutContext(prepared: prepared.boxes, shaper: prepared.shaper, viewport: viewport)
        context.watch = preparation.watch
        context.layout()
        if let failure = preparation.watch.failure { throw failure }
        return context
    }

    private func viewport(width: Double, isMobile: Bool = false) throws(CopyfitError) -> Size {
        guard width > 0, width.isFinite, width <= 1_000_000 else { throw .invalidWidth("\(width)") }
        if preparation.isMobile != isMobile {
            preparation.isMobile = isMobile
            latest = nil
        }
        return Size(width: .truncating(width), height: .truncating(copyfitter.options.viewportHeight))
    }

    /// What the document measures at a width, and for which other widths that holds.
    /// - Parameter seeksSteps: whether every width will be asked for at which the height is another.
    func heightAnswer(width: Double, seeksSteps: Bool = false) throws(CopyfitError) -> HeightAnswer {
        let viewport = try viewport(width: width)
        if let known = latest?.heights?.known(at: viewport.width) { return known }
        let prepared = try prepared(for: viewport)
        defer { prepared.shaper.releaseScratch() }
        let heights: DocumentHeights
        if let kept = prepared.heights {
            heights = kept
        } else {
            heights = DocumentHeights(prepared.boxes, shaper: prepared.shaper, viewport: viewport, watch: preparation.watch)
            latest?.heights = heights
        }
        let answer = heights.measure(viewport, seeksSteps: seeksSteps, within: preparation.widthsAlike(viewport.width, prepared: prepared.boxes))
        if let failure = preparation.watch.failure {
            latest?.heights = nil
            throw failure
        }
        return answer
    }

    /// An offset in the laid-out text as one in the text that the document was made from, where it was made from text.
    func sourceOffset(_ offset: Int) -> Int { textOrigin?.sourceOffset(offset) ?? offset }

    /// The factor on all font sizes that the document is laid out with.
    public var textScale: Double { preparation.textScale }

    /// Makes all text larger or smaller, as a browser's text zoom does: font sizes of whatever unit, and line heights given in px. Other
    /// lengths stay, but for those in `em` and its kin.
    /// - Throws: `CopyfitError.invalidOption` for a factor that is not in 0.01...100.
    public func setTextScale(_ scale: Double) throws(CopyfitError) {
        guard scale >= 0.01, scale <= 100 else { throw .invalidOption(name: "text scale", value: "\(scale)") }
        guard scale != preparation.textScale else { return }
        preparation.textScale = scale
        latest = nil
    }

    /// Lays the document out for painting; from here on its styles have colors.
    package func laidOutPage(width: Double) throws(CopyfitError) -> LaidOutPage {
        if preparation.paintRequest == nil {
            preparation.paintRequest = PaintRequest(prefersDark: copyfitter.options.colorScheme == .dark)
            latest = nil
        }
        let context = try laidOut(width: width)
        return LaidOutPage(context: context, preparation: preparation, origins: LayoutReport(context: context, width: width, detail: .boxes).origins)
    }

    /// What holds for a viewport: `latest` from then on.
    private func prepared(for viewport: Size) throws(CopyfitError) -> Preparation {
        if let failure = preparation.parseFailure { throw failure }
        preparation.watch.begin()
        if let latest, latest.viewport == viewport || preparation.holds(from: latest.viewport, to: viewport, prepared: latest.boxes) { return latest }
        if let index = earlier.firstIndex(where: { preparation.holds(from: $0.viewport, to: viewport, prepared: $0.boxes) }) {
            let again = earlier.remove(at: index)
            keepLatest()
            latest = again
            preparation.fontDiagnostics = again.fontDiagnostics
            return again
        }
        keepLatest()
        let (boxes, shaper) = try preparation.boxes(for: viewport)
        let prepared = Preparation(viewport: viewport, boxes: boxes, shaper: shaper, fontDiagnostics: preparation.fontDiagnostics)
        latest = prepared
        return prepared
    }

    /// Puts by what is prepared, where it may hold again.
    private func keepLatest() {
        guard let latest, !latest.boxes.styled.dependsOnViewportWidth, !latest.boxes.tree.hasResponsiveImages else { return }
        if earlier.count == PreparedDocument.mostEarlier { earlier.removeFirst() }
        earlier.append(latest)
    }
}
