internal import Copyfit

extension PageDrawing {
    /// The borders of a table that collapse, each once, over the cells' backgrounds.
    func drawCollapsedBorders(of table: BoxID) {
        guard isVisible(table) else { return }
        for edge in page.collapsedEdges(of: table) {
            let width = Double(edge.width)
            let rect = (edge.isHorizontal
                ? PaintRect(x: edge.x, y: edge.y, width: edge.length, height: width) : PaintRect(x: edge.x, y: edge.y, width: width, height: edge.length))
                .snapped(scale: canvas.scale)
            // One band is a box with a border on one side only. Inset and outset show as ridge and groove do.
            let style: BorderStyle = switch edge.style {
            case .inset: .ridge
            case .outset: .groove
            default: edge.style
            }
            let widths = BorderWidths(top: edge.isHorizontal ? rect.height : 0, right: 0, bottom: 0, left: edge.isHorizontal ? 0 : rect.width)
            BorderPainter(
                canvas: canvas, rect: rect, widths: widths, styles: Edges(all: style), colors: Edges(all: edge.color), radii: .zero
            ).draw()
        }
    }
}
