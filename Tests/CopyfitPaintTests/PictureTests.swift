import Copyfit
import CopyfitPaint
import Testing

/// Pictures of small pages, as letters: one a pixel.
@Suite struct PictureTests {
    /// The picture of a page without margins at a width, each color as a letter of `legend`, others as `?`.
    static func picture(_ html: String, width: Double, height: Double? = nil, scale: Double = 1, legend: [UInt32: Character]) throws -> [String] {
        var options = PictureOptions()
        options.height = height
        options.scale = scale
        let painter = PagePainter(document: try Copyfitter().prepare(html: "<!DOCTYPE html><body style='margin:0'>" + html))
        let picture = try painter.pixels(width: width, options: options)
        return (0..<picture.height).map { row in
            String((0..<picture.width).map { legend[picture.pixels[row * picture.width + $0] & 0xFFFFFF] ?? "?" })
        }
    }

    static let legend: [UInt32: Character] = [0xFFFFFF: ".", 0x000000: "#", 0xFF0000: "r", 0x00FF00: "g", 0x0000FF: "b", 0xFFFF00: "y"]

    @Test func backgroundAndBorder() throws {
        let picture = try Self.picture(
            "<div style='width:4px;height:2px;margin:1px;border:1px solid red;background:blue'></div>", width: 8, height: 6, legend: Self.legend)
        #expect(picture == ["........", ".rrrrrr.", ".rbbbbr.", ".rbbbbr.", ".rrrrrr.", "........"])
    }

    @Test func scaleDoublesPixels() throws {
        let picture = try Self.picture("<div style='width:1px;height:1px;background:red'></div>", width: 2, height: 1, scale: 2, legend: Self.legend)
        #expect(picture == ["rr..", "rr.."])
    }

    @Test func layersComeInOrder() throws {
        // Negative levels lie below blocks, blocks below floats, floats below positioned boxes, higher levels above.
        let picture = try Self.picture(
            """
            <style>div{position:absolute;height:1px;top:0}</style>
            <p style='margin:0;height:1px;width:5px;background:red'></p>
            <div style='left:0;width:7px;background:black;z-index:-1'></div>
            <div style='left:1px;width:3px;background:lime;z-index:2'></div>
            <div style='left:2px;width:3px;background:blue;z-index:1'></div>
            """, width: 8, height: 1, legend: Self.legend)
        #expect(picture == ["rgggb##."])
    }

    @Test func overflowClips() throws {
        let picture = try Self.picture(
            "<div style='overflow:hidden;width:2px;height:1px'><p style='margin:0;width:9px;height:9px;background:red'></p></div>", width: 4, height: 2,
            legend: Self.legend)
        #expect(picture == ["rr..", "...."])
    }

    @Test func positionedDescendantsEscapeClipsOfStaticBoxes() throws {
        let picture = try Self.picture(
            "<div style='overflow:hidden;width:1px;height:1px'><p style='position:absolute;margin:0;width:3px;height:2px;background:red'></p></div>",
            width: 4, height: 2, legend: Self.legend)
        #expect(picture == ["rrr.", "rrr."])
    }

    @Test func bodyBackgroundFillsTheCanvas() throws {
        let picture = try Self.picture("<style>body{background:lime;height:1px}</style>", width: 3, height: 2, legend: Self.legend)
        #expect(picture == ["ggg", "ggg"])
    }

    @Test func backgroundImagesRepeatAndStop() throws {
        // A gradient with a hard edge is a picture of two pixels.
        let image = "linear-gradient(to right,red 50%,blue 50%)"
        let once = try Self.picture(
            "<div style='height:1px;background:\(image) 1px 0/2px 1px no-repeat'></div>", width: 6, height: 1, legend: Self.legend)
        #expect(once == [".rb..."])
        let repeated = try Self.picture("<div style='height:1px;background:\(image) 1px 0/2px 1px'></div>", width: 6, height: 1, legend: Self.legend)
        #expect(repeated == ["brbrbr"])
    }

    @Test func collapsedBordersAreDrawnOnce() throws {
        let picture = try Self.picture(
            """
            <table style='border-collapse:collapse' cellpadding=0><tr><td style='border:2px solid red;width:2px;height:2px'>
            <td style='border:2px solid red;width:2px'></table>
            """, width: 12, height: 6, legend: Self.legend)
        #expect(picture[0] == "rrrrrrrrrr..")
        #expect(picture[2] == "rr..rr..rr..")
    }

    @Test func hiddenBoxesShowTheirVisibleChildren() throws {
        let picture = try Self.picture(
            "<div style='visibility:hidden;background:red;height:1px'><p style='visibility:visible;margin:0;width:1px;height:1px;background:blue'></div>",
            width: 3, height: 1, legend: Self.legend)
        #expect(picture == ["b.."])
    }

    @Test func transformsMoveWholePixels() throws {
        let picture = try Self.picture(
            "<div style='width:1px;height:1px;background:red;transform:translate(2px,1px)'></div>", width: 4, height: 2, legend: Self.legend)
        #expect(picture == ["....", "..r."])
    }

    @Test func opacityMixesWithWhatIsBelow() throws {
        let painter = PagePainter(document: try Copyfitter().prepare(html: "<body style='margin:0'><div style='opacity:.5;height:1px;background:black'>"))
        let pixels = try painter.pixels(width: 1).pixels
        #expect((126...129).contains(pixels[0] & 0xFF))
    }

    @Test func tooLargePicturesNameTheLimit() throws {
        let painter = PagePainter(document: try Copyfitter().prepare(html: "<div style='height:8000000px'>"))
        #expect(throws: PaintError.tooLarge(width: 400, height: 8_000_016, limit: PagePainter.pixelLimit)) { try painter.png(width: 400) }
        #expect(throws: PaintError.tooLarge(width: 40_000, height: 8_000_016, limit: PagePainter.widthLimit)) { try painter.png(width: 40_000) }
        #expect(throws: PaintError.invalidScale(0)) { try painter.png(width: 100, options: { var o = PictureOptions(); o.scale = 0; return o }()) }
    }

    @Test func bandsMakeTheSamePicture() throws {
        let rows = (0..<300).map { "<p style='margin:1px;outline:2px solid rgb(\($0 % 256) 0 0)'>Row \($0)</p>" }.joined()
        let painter = PagePainter(document: try Copyfitter().prepare(html: rows))
        let whole = try painter.png(width: 60)
        painter.bandRows = 37
        #expect(try painter.png(width: 60) == whole)
        // What is all gray is written so.
        painter.bandRows = 16_384
        let gray = PagePainter(document: try Copyfitter().prepare(html: "<p>Text"))
        #expect(try gray.png(width: 60)[25] == 0)
        #expect(whole[25] == 2)
    }

    /// What is written is what others read: the PNG of a page, shown on a page, is the page.
    @Test(arguments: [
        ("<p style='margin:2px'>Gray text on white", true),
        ("<div style='height:90px;background:conic-gradient(red,yellow,lime,aqua,blue,magenta,red)'>x</div>", true),
        ("<div style='height:40px;background:repeating-linear-gradient(90deg,#123 0 1px,#fed 1px 3px)'></div><p>Text", true),
        ("<p style='color:#00f8'>See-through", false), ("<div style='height:9px'>", false),
    ])
    func filesAreReadAsTheyWereDrawn(html: String, isOpaque: Bool) throws {
        let painter = PagePainter(document: try Copyfitter().prepare(html: "<!DOCTYPE html><body style='margin:0'>" + html))
        var options = PictureOptions()
        if !isOpaque { options.background = nil }
        let hexadecimal = Array("0123456789ABCDEF")
        let source = try painter.png(width: 97, options: options).map { "%\(hexadecimal[Int($0 >> 4)])\(hexadecimal[Int($0 & 15)])" }.joined()
        let drawn = try painter.pixels(width: 97, options: PictureOptions())
        let reader = PagePainter(document: try Copyfitter().prepare(
            html: "<!DOCTYPE html><body style='margin:0'><img style='display:block' src='data:image/png,\(source)'>"))
        let shown = try reader.pixels(width: 97)
        #expect(shown.width == drawn.width && shown.height == drawn.height)
        func difference(_ a: UInt32, _ b: UInt32) -> Int { [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0 }
        #expect(zip(drawn.pixels, shown.pixels).allSatisfy { difference($0, $1) <= (isOpaque ? 0 : 2) })
    }

    @Test func layoutsDrawThemselves() throws {
        let document = try Copyfitter().prepare(html: "<body style='margin:0'><div style='width:2px;height:1px;background:red'></div>")
        let layout = try document.drawableLayout(width: 4)
        #expect(layout.height == 1)
        #expect(try layout.png(scale: 2)[16..<24] == [0, 0, 0, 8, 0, 0, 0, 2])
        var bitmap = [UInt8](repeating: 0, count: 4 * 4)
        try bitmap.withUnsafeMutableBufferPointer { bitmap in
            var options = PictureOptions()
            options.background = nil
            try layout.draw(into: bitmap.baseAddress!, bitmapWidth: 4, bitmapHeight: 1, bytesPerRow: 16, options: options)
        }
        #expect(bitmap == [0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func openBordersHaveNoSeams() throws {
        // What is left of an inline box's border where it goes on in another line.
        let picture = try Self.picture(
            "<div style='width:5px;height:3px;border:solid red;border-width:3px 0 3px 3px'></div>", width: 9, height: 9, legend: Self.legend)
        #expect(picture == Array(repeating: "rrrrrrrr.", count: 3) + Array(repeating: "rrr......", count: 3) + Array(repeating: "rrrrrrrr.", count: 3))
    }

    @Test func picturesOfColumnsRunThroughAllRows() throws {
        let picture = try Self.picture(
            """
            <table style='border-spacing:0' cellpadding=0><col style='background:linear-gradient(red 50%,blue 50%)'>
            <tr><td style='width:2px;height:2px'><tr><td style='height:2px'></table>
            """, width: 3, height: 4, legend: Self.legend)
        #expect(picture == ["rr.", "rr.", "bb.", "bb."])
    }

    @Test func borderImagesReplaceBorders() throws {
        let picture = try Self.picture(
            "<div style='width:2px;height:1px;border:1px solid black;border-image:linear-gradient(red,blue) 1'></div>", width: 5, height: 4, legend: Self.legend)
        #expect(picture.allSatisfy { !$0.contains("#") })
        #expect(picture[1].hasPrefix("?..?"))
    }

    @Test func masksLetThrough() throws {
        let picture = try Self.picture(
            "<div style='height:1px;width:4px;background:red;mask:linear-gradient(to right,#000 50%,transparent 50%)'></div>", width: 5, height: 1,
            legend: Self.legend)
        #expect(picture == ["rr..."])
    }

    /// Two masks over four red pixels: the upper one opaque on the first two, the lower one on the first and third.
    @Test(arguments: [("add", "rrr."), ("subtract", ".r.."), ("intersect", "r..."), ("exclude", ".rr.")])
    func masksCompose(composite: String, expected: String) throws {
        let picture = try Self.picture(
            """
            <div style='height:1px;width:4px;background:red;mask:linear-gradient(to right,#000 50%,transparent 50%) \(composite),
            repeating-linear-gradient(to right,#000 0 1px,transparent 1px 2px)'></div>
            """, width: 4, height: 1, legend: Self.legend)
        #expect(picture == [expected])
        let longhand = try Self.picture(
            """
            <div style='height:1px;width:4px;background:red;mask-composite:\(composite);mask-image:linear-gradient(to right,#000 50%,transparent 50%),
            repeating-linear-gradient(to right,#000 0 1px,transparent 1px 2px)'></div>
            """, width: 4, height: 1, legend: Self.legend)
        #expect(longhand == [expected])
    }

    @Test func masksLetLightThrough() throws {
        let picture = try Self.picture(
            "<div style='height:1px;width:4px;background:red;mask:linear-gradient(to right,#fff 25%,#000 25% 75%,transparent 75%) luminance'></div>",
            width: 4, height: 1, legend: Self.legend)
        #expect(picture == ["r..."])
    }

    @Test func currentColorIsInheritedAsTheWord() throws {
        let picture = try Self.picture(
            "<div style='color:red;border-top:0 solid'><p style='margin:0;color:blue;border-top:1px solid;border-color:inherit;width:2px'></p></div>", width: 3,
            height: 1, legend: Self.legend)
        #expect(picture == ["bb."])
    }

    @Test(arguments: ["data:font/ttf;base64,AAEAAAALAIAAAwAwR1NVQg==", "data:font/woff2;base64,d09GMgABAAAAAA==", "data:,no%20font", "nowhere.ttf"])
    func brokenFontsLeaveTheNextFamily(source: String) throws {
        func picture(_ family: String) throws -> [UInt32] {
            let html = "<style>@font-face{font-family:Broken;src:url(\(source))}</style><p style='font:16px \(family)'>Text"
            return try PagePainter(document: try Copyfitter().prepare(html: html)).pixels(width: 60).pixels
        }
        let broken = try picture("Broken,sans-serif")
        #expect(broken == (try picture("sans-serif")))
        #expect(broken.contains { $0 != 0xFFFF_FFFF })
    }

    @Test func filesHaveTheirFormat() throws {
        let painter = PagePainter(document: try Copyfitter().prepare(html: "<p>Text"))
        #expect(try painter.png(width: 100).prefix(4) == [0x89, 0x50, 0x4E, 0x47])
        #expect(try painter.pdf(width: 100).prefix(5) == Array("%PDF-".utf8)[...])
        let svg = String(decoding: try painter.svg(width: 100), as: UTF8.self)
        #expect(svg.contains("<svg") && svg.contains(">Text</text>") && svg.hasSuffix("</svg>\n"))
        #expect(String(decoding: try painter.pdf(width: 100), as: UTF8.self).contains("/ToUnicode"))
    }
}
