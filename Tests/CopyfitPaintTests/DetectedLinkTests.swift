import Copyfit
import CopyfitPaint
import Testing

/// Data that was found looks like a link.
@Suite struct DetectedLinkTests {
    @Test func detectedDataIsDrawnAsLinks() throws {
        let copyfitter = try Copyfitter()
        func picture(_ document: PreparedDocument) throws -> [UInt8] { try PagePainter(document: document).png(width: 200) }
        let page = "<!DOCTYPE html><body>Call (415) 555-0132 now"
        let detected = try picture(copyfitter.prepare(html: page, detecting: DataDetection(.phoneNumbers)))
        #expect(try detected == picture(copyfitter.prepare(html: "<!DOCTYPE html><body>Call <a href='tel:4155550132'>(415) 555-0132</a> now")))
        #expect(try detected != picture(copyfitter.prepare(html: page)))
    }
}
