import Testing

@testable import Copyfit

/// Formulas that are broken, deep or long end in a height, and soon.
@Suite struct FormulaTests {
    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            "<math><mfrac><msup><mroot><munderover><mtable><mtd><mmultiscripts><mprescripts/>",
            "<math><mtr><mtd>a</mtd></mtr><mtd>b</mtd>x<mi><b>y</b><div>z</div></mi><mtext><table><td><math><mi>n</mi></math></table></mtext>",
            "<math><mo minsize='1e30em' maxsize='-1px' lspace='1e30px'>(</mo><mspace width='1e30em' height='-1e30em'/><mpadded width='1e9%' voffset='-1e30px'><mi>x</mi></mpadded>",
            "<math style='position:absolute'><mi style='position:absolute'>x</mi><mn style='float:left'>1</mn><mo style='display:none'>+</mo></math>",
            "<math><mi style='display:inline-flex'>x</mi><mrow style='display:grid'><mn style='display:contents'>1</mn></mrow></math>",
            "<div style='display:flex'><math><mn>1</mn></math><math display=block><mfrac><mn>1</mn><mn>2</mn></mfrac></math></div>",
            String(repeating: "<math><mrow><msqrt><mfrac><mi>x</mi>", count: 300),
            "<math>" + String(repeating: "<mfrac><mrow><mo>(</mo><msup><mi>x</mi>", count: 200),
            "<math>" + String(repeating: "<mtable><mtr><mtd>", count: 120) + "<mi>x</mi>",
            "<math>" + String(repeating: "<mo>(</mo><mi>x</mi>", count: 20_000) + "</math>",
        ], [Profile.webkit, Profile.chromium])
    func hostileFormulas(html: String, profile: Profile) throws {
        var options = Options()
        options.profile = profile
        let layout = try Copyfitter(options: options).prepare(html: html).layout(width: 320, detail: [.lines, .boxes, .widths])
        #expect(layout.height >= 0)
    }

    /// Heights alone and with all detail, at one width after another and alone.
    @Test(arguments: [Profile.webkit, Profile.chromium])
    func heightsAgreeWithDetail(profile: Profile) throws {
        var options = Options()
        options.profile = profile
        let html = """
            <p>Words around <math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math> and <math><mi>x</mi><mo>=</mo><mn>12</mn></math> in lines.
            <math display=block><mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>y</mi></mtd></mtr></mtable><mo>)</mo></mrow></math>
            <table><td><math><msup><mi>x</mi><mn>2</mn></msup></math><td>cell text</table>
            <p><ruby>base<rt>b <math><mi>x</mi></math></ruby> with a formula over it
            """
        let copyfitter = try Copyfitter(options: options)
        let document = copyfitter.prepare(html: html)
        for width in [320.0, 200, 120, 60, 400, 320] {
            let height = try document.layout(width: width).height
            let detailed = try document.layout(width: width, detail: [.lines, .boxes]).height, fresh = try copyfitter.prepare(html: html).layout(width: width).height
            #expect(height == detailed, "at \(width)")
            #expect(height == fresh, "at \(width)")
        }
    }
}
