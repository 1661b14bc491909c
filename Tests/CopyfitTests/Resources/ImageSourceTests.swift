import Testing

@testable import Copyfit

@Suite struct ImageSourceTests {
    private func environment(_ ratio: Double = 1, width: Double = 400) -> ImageSource.Environment {
        ImageSource.Environment(
            devicePixelRatio: ratio, viewportWidth: width,
            matches: { $0 == "(min-width: 300px)" || $0 == "screen" },
            length: { text in
                if text.hasSuffix("px") { return Double(text.dropLast(2)) }
                if text.hasSuffix("vw") { return Double(text.dropLast(2)).map { $0 * width / 100 } }
                return text.hasPrefix("calc(") ? 100 : nil
            })
    }

    @Test func srcsetIsParsedAsTheStandardSays() {
        typealias C = ImageSource.Candidate
        #expect(ImageSource.parse(srcset: "a.png, b.png 2x,c.png 300w") == [C(url: "a.png"), C(url: "b.png", density: 2), C(url: "c.png", width: 300)])
        #expect(ImageSource.parse(srcset: "data:image/png;base64,AA== 1.5x") == [C(url: "data:image/png;base64,AA==", density: 1.5)])
        #expect(ImageSource.parse(srcset: ",, a.png,,, b.png 2x") == [C(url: "a.png"), C(url: "b.png", density: 2)])
        #expect(ImageSource.parse(srcset: "a 1x 2x, b -1w, c 0w, d 10h, e 10w 5h, f foo, g (a,b) 2x, h 1e1x")
            == [C(url: "e", width: 10), C(url: "h", density: 10)])
    }

    @Test(arguments: [(1.0, "a"), (1.2, "a"), (1.5, "b"), (2.0, "b"), (3.0, "b")])
    func densityChoosesTheCandidate(ratio: Double, url: String) {
        let image = ImageSource.Attributes(src: "a", srcset: "b 2x")
        #expect(ImageSource.select(image: image, in: environment(ratio))?.url == url)
    }

    @Test func widthsAreWeighedWithSizes() {
        let srcset = "s 200w, m 400w, l 800w"
        func chosen(_ sizes: String?, _ ratio: Double = 1) -> ImageSource? {
            ImageSource.select(image: .init(src: "x", srcset: srcset, sizes: sizes), in: environment(ratio))
        }
        #expect(chosen(nil) == ImageSource(url: "m", density: 1))
        #expect(chosen("200px") == ImageSource(url: "s", density: 1))
        #expect(chosen("(min-width: 300px) 50vw, 100vw")?.url == "s")
        #expect(chosen("(min-width: 900px) 50vw, 100vw")?.url == "m")
        #expect(chosen("calc(10px + (2 * 3px))", 2) == ImageSource(url: "s", density: 2))
        #expect(chosen("auto, 800px")?.url == "l")
        #expect(chosen("nonsense")?.url == "m")
        #expect(chosen("0px")?.url == "s")
    }

    @Test func pictureTakesTheFirstSourceThatFits() {
        let sources: [ImageSource.Attributes] = [
            .init(srcset: "no.avif", media: "(min-width: 900px)"), .init(srcset: "no.xyz", type: "image/xyz"), .init(srcset: " "),
            .init(srcset: "yes.webp 2x", media: "(min-width: 300px)", type: "image/webp"), .init(srcset: "later.png"),
        ]
        #expect(ImageSource.select(sources: sources, image: .init(src: "img"), in: environment()) == ImageSource(url: "yes.webp", density: 2))
        #expect(ImageSource.select(image: .init(src: " "), in: environment()) == nil)
        #expect(ImageSource.select(image: .init(src: "img", srcset: "broken 1q"), in: environment())?.url == "img")
    }
}
