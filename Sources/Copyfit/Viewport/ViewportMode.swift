/// How a view chooses the width that a page is laid out at.
public enum ViewportMode: Hashable, Sendable {
    /// The page is laid out at this width in CSS px, whatever it says: as in a desktop browser, or in a view that was told so.
    case fixed(width: Double)
    /// As on a phone whose view is this wide, in CSS px: `<meta name=viewport>` decides, and without it the page is laid out at 980 px and scaled to
    /// fit. `text-size-adjust` in percent counts. With `scalesToFit` what is wider than the layout is scaled down to fit, unless the page says
    /// `shrink-to-fit=no`.
    ///
    /// After WebKit's published source. **Unverified**: no phone was measured. Text is not enlarged by itself (`text-size-adjust: auto`).
    case mobile(deviceWidth: Double, scalesToFit: Bool = true)
}

/// A document laid out in a viewport, before and after scaling.
public struct ViewportLayout: Sendable {
    /// As laid out, in CSS px before scaling.
    public var layout: Layout
    /// The width laid out at, CSS px.
    public var layoutWidth: Double
    /// The width of what there is to see: that of the layout, or more where something sticks out.
    public var contentWidth: Double
    /// The factor that the page is shown with at first.
    public var scale: Double
    /// The height that was laid out, CSS px before scaling.
    public var layoutHeight: Double { Double(layout.height) }
    /// The height that the view sees.
    public var scaledHeight: Double { layoutHeight * scale }
    /// The width that the content takes in the view.
    public var scaledWidth: Double { contentWidth * scale }
}

extension PreparedDocument {
    /// Lays the document out as a view with this kind of viewport does.
    /// - Throws: `CopyfitError.invalidWidth` for a width that is zero, negative or not finite.
    public func layout(viewport: ViewportMode, detail: LayoutDetail = []) throws(CopyfitError) -> ViewportLayout {
        switch viewport {
        case .fixed(let width):
            let context = try laidOut(width: width)
            return ViewportLayout(
                layout: LayoutReport(context: context, width: width, detail: detail).layout(), layoutWidth: width,
                contentWidth: max(width, context.contentWidth.doublePx), scale: 1)
        case .mobile(let deviceWidth, let scalesToFit):
            guard deviceWidth > 0, deviceWidth <= 100_000 else { throw .invalidWidth("\(deviceWidth)") }
            let meta = preparation.document.viewportMeta
            let width = meta.layoutWidth(deviceWidth: deviceWidth)
            let context = try laidOut(width: width, isMobile: true)
            let contentWidth = max(width, context.contentWidth.doublePx)
            return ViewportLayout(
                layout: LayoutReport(context: context, width: width, detail: detail).layout(), layoutWidth: width, contentWidth: contentWidth,
                scale: meta.scale(deviceWidth: deviceWidth, layoutWidth: width, contentWidth: contentWidth, scalesToFit: scalesToFit))
        }
    }
}
