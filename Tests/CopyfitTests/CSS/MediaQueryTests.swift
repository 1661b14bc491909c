import Testing
@testable import Copyfit

@Suite struct MediaQueryTests {
    @Test(arguments: [
        ("", true), ("all", true), ("screen", true), ("print", false), ("not print", true), ("only screen", true), ("tv", false), ("not tv", true),
        ("(width: 600px)", true), ("(min-width: 600px)", true), ("(max-width: 599.9px)", false), ("(width > 600px)", false), ("(width >= 37.5em)", true),
        ("(400px < width <= 600px)", true), ("(600px < width < 900px)", false), ("(400px <= width > 200px)", false), ("(700px > width)", true),
        ("screen and (min-width: 1px) and (max-width: 1000px)", true), ("print and (width)", false), ("print, screen", true),
        ("(orientation: landscape)", true), ("(orientation: portrait)", false), ("(aspect-ratio: 3/2)", true), ("(min-aspect-ratio: 2/1)", false), ("(aspect-ratio > 1)", true),
        ("(resolution: 2dppx)", true), ("(min-resolution: 192dpi)", true), ("(-webkit-min-device-pixel-ratio: 1.5)", true), ("(resolution >= 3x)", false),
        ("(hover)", false), ("(hover: none)", true), ("(pointer: coarse)", true), ("(any-pointer: fine)", false), ("(prefers-color-scheme: dark)", false),
        ("(prefers-color-scheme: light)", true), ("(prefers-reduced-motion)", false), ("(prefers-reduced-motion: no-preference)", true), ("(color)", true), ("(monochrome)", false),
        ("(grid: 0)", true), ("not (hover)", true), ("not screen and (hover)", true), ("not all and (min-width: 1px)", false), ("(hover) or (color)", true),
        ("(hover) and (color)", false), ("(color) and (hover) or (color)", false), ("((color) and (not (hover))) or (hover)", true), ("screen and (hover) or (color)", false),
        ("(unknown)", false), ("not (unknown)", false), ("(unknown) or (color)", true), ("(width: 600)", false), ("(width: 0)", false), ("(min-width: 0)", true), ("(min-width: -1px)", true),
        ("foo bar", false), ("foo bar, screen", true), ("(", false), ("screen and", false), ("&test, screen", true), ("not", false), ("and", false), ("(color)and (color)", true),
        ("(color) and(color)", false), ("func(x)", false), ("not func(x)", false), ("(height <= 400px)", true), ("(scripting: enabled)", true), ("(update: fast)", true), ("(min-width:600px) , (x)", true),
    ])
    func evaluation(_ query: String, _ expected: Bool) {
        var context = MediaContext(width: 600, height: 400)
        context.devicePixelRatio = 2
        #expect(MediaQueryList(parsing: query).matches(context) == expected)
    }

    @Test func breakpoints() {
        let sheet = Stylesheet("@media (min-width: 600px) {a{x:y}} @media (20em < width < 900px) and (height > 5px) {a{x:y}} @import url(x) (width: 1px);")
        let points = sheet.breakpoints(fontScale: 1)
        #expect(points.widths == [320, 600, 900] && points.heights == [5] && !points.dependsOnAspectRatio)
        #expect(points.areEquivalent(MediaContext(width: 601, height: 10), MediaContext(width: 899, height: 10)))
        #expect(!points.areEquivalent(MediaContext(width: 599, height: 10), MediaContext(width: 600, height: 10)))
    }

    @Test(arguments: [
        ("(width > 300px)", true), ("(inline-size <= 20em)", true), ("card (width < 100px)", false), ("(height > 1px)", false), ("not (width > 300px)", false), ("(orientation: portrait)", false),
        ("style(--x: y)", false), ("(width > 300px) or style(--x)", true),
    ])
    func containers(_ text: String, _ expected: Bool) {
        #expect(ContainerQuery(parsing: CSSTokenBuffer(text).all)?.matches(ContainerContext(width: 320, height: nil)) == expected)
    }
}
