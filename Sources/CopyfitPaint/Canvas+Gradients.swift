private import CCairo
internal import Copyfit

extension Canvas {
    /// A stop's place from 0 to 1.
    struct GradientStop {
        var offset: Double
        var color: PaintColor
    }

    func fillLinear(_ rect: PaintRect, from start: (Double, Double), to end: (Double, Double), stops: [GradientStop], isRepeating: Bool) {
        guard let pattern = cairo_pattern_create_linear(start.0, start.1, end.0, end.1) else { return }
        fill(rect, pattern, stops, isRepeating: isRepeating, matrix: nil)
    }

    /// An ellipse of the given radii; Cairo's circle is stretched.
    func fillRadial(_ rect: PaintRect, center: (Double, Double), rx: Double, ry: Double, stops: [GradientStop], isRepeating: Bool) {
        guard rx > 0, ry > 0, let pattern = cairo_pattern_create_radial(0, 0, 0, 0, 0, rx) else { return }
        var matrix = cairo_matrix_t()
        cairo_matrix_init_scale(&matrix, 1, rx / ry)
        cairo_matrix_translate(&matrix, -center.0, -center.1)
        fill(rect, pattern, stops, isRepeating: isRepeating, matrix: matrix)
    }

    private func fill(_ rect: PaintRect, _ pattern: OpaquePointer, _ stops: [GradientStop], isRepeating: Bool, matrix: cairo_matrix_t?) {
        for stop in stops {
            cairo_pattern_add_color_stop_rgba(
                pattern, stop.offset, Double(stop.color.red), Double(stop.color.green), Double(stop.color.blue), Double(stop.color.alpha))
        }
        cairo_pattern_set_extend(pattern, isRepeating ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        if var matrix { cairo_pattern_set_matrix(pattern, &matrix) }
        cairo_set_source(context, pattern)
        cairo_new_path(context)
        cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
        cairo_fill(context)
        cairo_pattern_destroy(pattern)
    }
}
