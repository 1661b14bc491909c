import Copyfit
import Testing

@testable import CopyfitPaint

/// Pictures kept from one document to the next.
@Suite struct PictureCacheTests {
    private func picture(_ side: Int) -> DecodedImage.Content? { ImageSurface(width: side, height: side).map { .pixels($0) } }

    @Test func knownFilesAreDecodedOnce() {
        let cache = PictureCache()
        for _ in 0..<3 { #expect(cache.content(of: [1, 2], .init()) { picture(2) } != nil) }
        _ = cache.content(of: [1, 3], .init()) { picture(2) }
        _ = cache.content(of: [1, 3], .init(isVector: true, fillsWidth: true)) { picture(2) }
        #expect(cache.decodedCount == 3)
        #expect(cache.size == 3 * (2 + 16))
    }

    @Test func brokenFilesAreNotKept() {
        let cache = PictureCache()
        #expect(cache.content(of: [1], .init()) { nil } == nil)
        #expect(cache.size == 0 && cache.decodedCount == 0)
    }

    @Test func theBoundHolds() {
        // 400 bytes of pixels and one of file each: two fit.
        let cache = PictureCache(byteLimit: 1000)
        for number in 0..<50 as Range<UInt8> {
            _ = cache.content(of: [number], .init()) { picture(10) }
            #expect(cache.size <= 1000)
        }
        // The last one is there still, one that is larger than all is shown and not kept.
        _ = cache.content(of: [49], .init()) { picture(10) }
        #expect(cache.decodedCount == 50)
        let before = cache.size
        #expect(cache.content(of: [99], .init()) { picture(100) } != nil)
        #expect(cache.size == before)
    }

    @Test func oneCacheServesABatch() throws {
        let source = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8Dwn4HhPwMADvoC/uLqlUwAAAAASUVORK5CYII="
        let copyfitter = try Copyfitter()
        let painter = PagePainter(document: copyfitter.prepare(html: "<img src='\(source)'>"))
        let first = try painter.pixels(width: 20).pixels
        painter.document = copyfitter.prepare(html: "<p style='margin:0'><img src='\(source)' width=4>")
        _ = try painter.pixels(width: 20)
        painter.document = copyfitter.prepare(html: "<img src='\(source)'>")
        #expect(try painter.pixels(width: 20).pixels == first)
        #expect(painter.decodedPictures == 1)
    }
}
