import Testing

@testable import Copyfit

/// Lengths beyond all bounds, and floats at their edges, end in a height.
@Suite struct HostileLayoutTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "<div style='margin:1e30px'><p style='width:calc(1px/0)'>x",
            "<div style='height:50%;width:-5px;margin:1e30px;padding:nanpx'><p style='width:calc(1px/0)'>x",
            "<div style='margin-left:1e30px'><i style='float:left;width:1e30px;height:1e30px'></i>some words",
            "<div style='margin-top:1e30px'><i style='float:left;width:300px;height:1px'></i>wonderfulness<i style='float:right;width:9px;height:9px'></i>",
            "<div style='margin-top:1e30px'><i style='float:left;width:300px;height:9px'></i><table><td>wonderfulness",
        ], [Profile.webkit, Profile.chromium])
    func extremeLengths(html: String, profile: Profile) throws {
        var options = Options()
        options.profile = profile
        let layout = try Copyfitter(options: options).prepare(html: html).layout(width: 320, detail: [.lines, .boxes, .widths])
        #expect(layout.height >= 0)
        #expect(layout.lineCount >= 1)
    }

    /// Each float looks at those in its way alone, and a line at each once.
    @Test(.timeLimit(.minutes(3)), arguments: [Profile.webkit, .chromium])
    func manyFloats(profile: Profile) throws {
        var options = Options()
        options.profile = profile
        let html = String(repeating: "<div style='float:left;width:1px;height:1px'></div>", count: 6000) + "x"
        let layout = try Copyfitter(options: options).prepare(html: "<body style='margin:0;font:16px/20px serif'>" + html).layout(width: 320)
        // Rows of 320, and the word below the last that is full.
        #expect(layout.rootHeight == 38)
        #expect(layout.lineCount == 1)
    }
}
