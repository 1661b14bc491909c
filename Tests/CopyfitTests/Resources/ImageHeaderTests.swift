import Testing

@testable import Copyfit

@Suite struct ImageHeaderTests {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 48, 0, 0, 1, 2, 8, 6, 0, 0, 0]
    static let gif: [UInt8] = Array("GIF89a".utf8) + [10, 0, 20, 1, 0, 0, 0]
    static let bmp: [UInt8] = Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 7, 0, 0, 0, 0xF7, 0xFF, 0xFF, 0xFF]
    static let ico: [UInt8] = [0, 0, 1, 0, 2, 0] + [16, 16] + [UInt8](repeating: 0, count: 14) + [32, 48] + [UInt8](repeating: 0, count: 14)
    static let lossy: [UInt8] =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [0, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 0x90, 0x01, 0x2C, 0x01]
    static let lossless: [UInt8] =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8L".utf8) + [0, 0, 0, 0, 0x2F, 0x8F, 0xC1, 0x4A, 0x00]
    static let extended: [UInt8] =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x8F, 0x01, 0, 0x2B, 0x01, 0]

    /// A JPEG of 40×20 with an EXIF segment of the given directory entries (tag, type, value).
    static func jpeg(_ entries: [(tag: UInt16, type: UInt16, value: UInt32)] = [], isLittle: Bool = false) -> [UInt8] {
        func number(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: isLittle ? value.littleEndian : value.bigEndian) { Array($0) }
        }
        var tiff = Array(isLittle ? "II".utf8 : "MM".utf8) + number(UInt16(42)) + number(UInt32(8)) + number(UInt16(entries.count))
        for entry in entries {
            tiff += number(entry.tag) + number(entry.type) + number(UInt32(1))
            tiff += entry.type == 3 ? number(UInt16(entry.value)) + [0, 0] : number(entry.value)
        }
        tiff += number(UInt32(0)) + number(UInt32(144)) + number(UInt32(1))   // a rational, 144/1, for resolutions
        let exif = Array("Exif\0\0".utf8) + tiff
        let length = exif.count + 2
        return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif
            + [0xFF, 0xC0, 0, 17, 8, 0, 20, 0, 40, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    }

    @Test(arguments: [
        (png, ImageInfo.Format.png, 48, 258), (gif, .gif, 10, 276), (bmp, .bmp, 7, 9), (ico, .ico, 32, 48), (lossy, .webp, 400, 300),
        (lossless, .webp, 400, 300), (extended, .webp, 400, 300), (jpeg(), .jpeg, 40, 20),
    ] as [([UInt8], ImageInfo.Format, Float, Float)])
    func sizesOfBitmaps(bytes: [UInt8], format: ImageInfo.Format, width: Float, height: Float) throws {
        let info = try #require(ImageHeader.info(of: bytes))
        #expect(info.format == format)
        #expect(info.width == width)
        #expect(info.height == height)
        #expect(info.ratio == width / height)
    }

    @Test(arguments: 1...8, [false, true])
    func orientationTurnsJPEG(orientation: Int, isLittle: Bool) throws {
        let info = try #require(ImageHeader.info(of: ImageHeaderTests.jpeg([(0x0112, 3, UInt32(orientation))], isLittle: isLittle)))
        #expect(info.orientation == UInt8(orientation))
        #expect(info.width == (orientation < 5 ? 40 : 20))
        #expect(info.height == (orientation < 5 ? 20 : 40))
    }

    @Test func densityCountsOnlyWhereThePixelSizeConfirmsIt() throws {
        // Six entries of 12 bytes after the 10 of header and count, then the next-directory link: the rational is at 8 + 2 + 60 + 4.
        func picture(_ pixelWidth: UInt32) -> [UInt8] {
            ImageHeaderTests.jpeg([(0x011A, 5, 74), (0x011B, 5, 74), (0x0128, 3, 2), (0xA002, 4, pixelWidth), (0xA003, 4, 10)])
        }
        let confirmed = try #require(ImageHeader.info(of: picture(20))), stray = try #require(ImageHeader.info(of: picture(21)))
        #expect(confirmed.seen(by: .chromium).width == 20)
        #expect(confirmed.seen(by: .webkit).width == 40)
        #expect(stray.seen(by: .chromium).width == 40)
    }

    /// As measured: an image of 90 px of each is 90×60 in WebKit and 90×150 in Chromium.
    @Test func stretchedSVGs() throws {
        let info = try #require(ImageHeader.info(of: Array(#"<svg width="60" viewBox="0 0 30 20" preserveAspectRatio="none">"#.utf8)))
        #expect(info.seen(by: .webkit).ratio == 1.5)
        #expect(info.seen(by: .webkit).width == 60)
        #expect(info.seen(by: .chromium).ratio == nil)
        #expect(info.seen(by: .chromium).width == nil)
    }

    @Test(arguments: [
        (#"<svg width="30" height="15"/>"#, 30, 15, 2),
        (#"<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg [<!ENTITY x "y>">]> <svg xmlns='x' width='1in' height='72pt' viewBox="0 0 5 1">"#, 96, 96, 1),
        (#"<svg viewBox="0,0 40 20">"#, nil, nil, 2),
        (#"<svg width="100%" height="2e1px" viewBox="0 0 40 20">"#, nil, 20, 2),
        (#"<svg width="10" viewBox="0 0 40 20" preserveAspectRatio="none">"#, 10, nil, 2),
        (#"<s:svg width="12px" height="3em" style="width:99px">"#, 12, 48, 0.25),
        (#"<svg width="-5" viewBox="0 0 0 0">"#, nil, nil, nil),
    ] as [(String, Float?, Float?, Float?)])
    func dimensionsOfSVG(text: String, width: Float?, height: Float?, ratio: Float?) throws {
        let info = try #require(ImageHeader.info(of: Array(text.utf8)))
        #expect(info.width == width)
        #expect(info.height == height)
        #expect(info.ratio == ratio)
    }

    @Test(arguments: ["", "<html>", "<svg width=3>", "<svg width=\"3", "<!DOCTYPE \"", "text", "<", "\u{FEFF}"])
    func whatIsNoPictureHasNoSize(text: String) {
        #expect(ImageHeader.info(of: Array(text.utf8)) == nil)
    }

    @Test func primaryItemOfAVIF() throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let size = content.count + 8
            return [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array(type.utf8) + content
        }
        func size(_ width: UInt8, _ height: UInt8) -> [UInt8] { box("ispe", [0, 0, 0, 0, 0, 0, 0, width, 0, 0, 0, height]) }
        let properties = box("ipco", size(200, 100) + size(60, 40) + box("irot", [1]))
            + box("ipma", [0, 0, 0, 0, 0, 0, 0, 2] + [0, 1, 1, 0x81] + [0, 2, 2, 0x02, 0x83])
        let meta = box("meta", [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 2]) + box("iprp", properties))
        let info = try #require(ImageHeader.info(of: box("ftyp", Array("avif".utf8) + [0, 0, 0, 0]) + meta))
        #expect(info.format == .avif)
        #expect(info.width == 40)
        #expect(info.height == 60)
    }

    /// Hostile bytes never trap: every cut and many single-byte changes of every format.
    @Test func cutAndChangedHeadersDoNotTrap() {
        let samples = [
            ImageHeaderTests.png, ImageHeaderTests.gif, ImageHeaderTests.bmp, ImageHeaderTests.ico, ImageHeaderTests.lossy,
            ImageHeaderTests.lossless, ImageHeaderTests.extended, ImageHeaderTests.jpeg([(0x0112, 3, 6), (0x8769, 4, 8)]),
            Array(#"<!DOCTYPE svg [ <!ENTITY a "b"> ]><svg width="3" viewBox='0 0 1 1'>"#.utf8),
        ]
        for sample in samples {
            for length in sample.indices { _ = ImageHeader.info(of: Array(sample[..<length])) }
            for index in sample.indices {
                for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = sample
                    changed[index] = value
                    _ = ImageHeader.info(of: changed)
                }
            }
        }
    }
}
