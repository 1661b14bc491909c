import Copyfit
import CopyfitPaint
import Testing

/// Pictures of every kind, and bad ones.
@Suite struct ImageTests {
    /// The pixels of a page of 16 × 16 px that shows pictures at its top left: `0xRRGGBB`.
    static func pixels(_ html: String) throws -> (at: (Int, Int) -> UInt32, diagnostics: [Diagnostic]) {
        let painter = PagePainter(document: try Copyfitter().prepare(html: "<!DOCTYPE html><style>img{display:block}</style><body style='margin:0'>" + html))
        var options = PictureOptions()
        options.height = 16
        let picture = try painter.pixels(width: 16, options: options)
        return ({ picture.pixels[$1 * picture.width + $0] & 0xFFFFFF }, painter.diagnostics)
    }

    /// Red, green, blue, black: 16 bits a channel, interlaced.
    static let deepInterlaced = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAABEAIAAAFRyXRPAAAAEUlEQVR4nGP4/58BBsBMBB8AYrgF+8WbA50AAAAASUVORK5CYII="
    /// 16 × 8 px, left half red, right half blue, to be turned clockwise.
    static let turned = "data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABwj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAACQf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdEMKmAjjB0f/Z"
    /// Two frames of 2 × 1 px: red and blue, then blue and red.
    static let animated = "data:image/gif;base64,R0lGODdhAgABAIEAAP8AAAAA/wAAAAAAACwAAAAAAgABAAAIBQABBAgIACwAAAAAAgABAIH/AAAAAP8AAAAAAAAIBQADAAgIADs="
    static let webp = "data:image/webp;base64,UklGRh4AAABXRUJQVlA4TBEAAAAvAQAAAA8Q87//8x8OMqL/AQA="
    static let halfTransparent = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8Dwn4HhPwMADvoC/uLqlUwAAAAASUVORK5CYII="
    /// A header that claims 30 000 × 30 000 px.
    static let bomb = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAdTAAAHUwAQAAAABOXMUXAAAADElEQVR4nGNgoD0AAABkAAGGZDw1AAAAAElFTkSuQmCC"

    @Test func deepAndInterlaced() throws {
        let page = try Self.pixels("<img src='\(Self.deepInterlaced)'>")
        #expect((0..<5).map { page.at($0, 0) } == [0xFF0000, 0x00FF00, 0x0000FF, 0x000000, 0xFFFFFF])
    }

    @Test func orientationIsApplied() throws {
        // Clockwise: what was left is on top.
        let page = try Self.pixels("<img src='\(Self.turned)'>")
        func isRed(_ pixel: UInt32) -> Bool { pixel >> 16 > 0xE0 && pixel & 0xFF < 0x20 }
        func isBlue(_ pixel: UInt32) -> Bool { pixel >> 16 < 0x20 && pixel & 0xFF > 0xE0 }
        #expect(isRed(page.at(1, 1)) && isRed(page.at(6, 6)))
        #expect(isBlue(page.at(1, 14)) && isBlue(page.at(6, 9)))
        #expect(page.at(9, 1) == 0xFFFFFF)
    }

    @Test(arguments: [ImageTests.animated, ImageTests.webp])
    func firstFrames(source: String) throws {
        let page = try Self.pixels("<img src='\(source)'>")
        #expect((0..<3).map { page.at($0, 0) } == [0xFF0000, 0x0000FF, 0xFFFFFF])
    }

    @Test func transparentPixelsShowTheGround() throws {
        let page = try Self.pixels("<img src='\(Self.halfTransparent)' style='background:lime'>")
        #expect((0..<3).map { page.at($0, 0) } == [0xFF0000, 0x00FF00, 0xFFFFFF])
    }

    @Test func vectorPictures() throws {
        let svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='2' height='1' style='background:blue'%3E%3Crect width='1' height='1' fill='red'/%3E%3C/svg%3E"
        let page = try Self.pixels("<img src=\"\(svg)\">")
        #expect((0..<3).map { page.at($0, 0) } == [0xFF0000, 0x0000FF, 0xFFFFFF])
    }

    @Test func hugePicturesAreNotDecoded() throws {
        let page = try Self.pixels("<img src='\(Self.bomb)' width=4 height=4>")
        #expect(page.diagnostics.contains { "\($0)".contains("900000000 px is more than the limit of 50000000") })
    }

    @Test func cutOffPicturesDoNotStopThePage() throws {
        let cut = String(Self.turned.prefix(200))
        let page = try Self.pixels("<img src='\(cut)' width=4 height=4><div style='height:4px;background:blue'></div>")
        #expect((0..<16).contains { page.at(8, $0) == 0x0000FF })
    }

    /// A frame keeps the place of a picture that is not there.
    @Test func missingPicturesLeaveAFrame() throws {
        let page = try Self.pixels("<img src='nothing.png' width=10 height=8 style='display:block'>")
        // WebKit's two lines of a pixel: one on the edge, one a pixel inside.
        func isGray(_ x: Int, _ y: Int, _ value: Int) -> Bool { abs(Int(page.at(x, y) & 0xFF) - value) <= 2 }
        #expect(isGray(5, 0, 0xD0) && isGray(9, 5, 0xD0) && isGray(5, 1, 0xDF) && page.at(4, 4) == 0xFFFFFF && page.at(11, 0) == 0xFFFFFF)
    }

    @Test func roundedBordersCutPictures() throws {
        let page = try Self.pixels("<img src='\(Self.animated)' style='width:16px;height:16px;border-radius:8px'>")
        #expect(page.at(0, 0) == 0xFFFFFF && page.at(3, 8) == 0xFF0000)
    }
}
