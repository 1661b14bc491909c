/// Random pages whose heights follow the width in many ways: floats, flex and grid containers, positioned boxes, columns, split words,
/// pictures, tables and blocks of all kinds of widths, in each other. Half of them are full of pictures and of heights that follow widths.
struct RandomWidthPages {
    private var state: UInt64
    private let hasManyPictures: Bool

    init(seed: UInt64) {
        hasManyPictures = seed % 2 == 1
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
        for _ in 0..<4 { _ = random(2) }
    }

    private mutating func random(_ upper: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: state >> 33) % max(1, upper)
    }

    private mutating func pick(_ choices: [String]) -> String { choices[random(choices.count)] }
    private mutating func chance(_ percent: Int) -> Bool { random(100) < percent }

    private static let words = "the quick brown fox jumps over lazy dogs naive state-of-the-art and/or incomprehensibilities unimaginable To AVATAR see http://example.com/a-b/c?d=e&amp;f peut-être große 日本語文字 мир to be of in"
        .split(separator: " ").map(String.init)

    private mutating func text(_ most: Int) -> String {
        let count = 1 + random(most)
        return (0..<count).map { _ in RandomWidthPages.words[random(RandomWidthPages.words.count)] }.joined(separator: " ")
    }

    mutating func page() -> String {
        let doctype = chance(80) ? "<!doctype html>" : ""
        let split = pick(["", "", "overflow-wrap:break-word;", "overflow-wrap:anywhere;", "word-break:break-all;"])
        let body = pick(["margin:0;", "", "padding:0 7px;", "max-width:260px;", "line-height:1.4;", "margin:0 auto;max-width:220px;", "position:relative;", "margin:0 5%;", "padding:3%;"])
        let pictures = pick([
            "max-width:100%;height:auto", "max-width:100%;height:auto", "", "width:50%", "width:100%", "display:block;max-width:100%", "max-width:100%;vertical-align:middle",
            "width:calc(100% - 20px)", "max-width:60%;height:auto",
        ])
        var html = doctype + "<style>img{\(pictures)}body{font:\(13 + random(6))px/\(pick(["normal", "1.3"])) serif;\(split)\(body)}</style>"
        let count = 1 + random(3)
        for _ in 0..<count { html += block(0) }
        return html
    }

    private mutating func picture(_ style: String = "") -> String {
        var own = ""
        if chance(40) {
            own = pick([
                "width:100%;", "width:40%;", "width:70%;height:40px;", "max-width:100%;max-height:50px;", "width:80%;max-width:90px;", "min-width:60px;max-width:30%;",
                "width:calc(100% - 13.3px);", "width:calc(50% + 5px);", "width:100%;aspect-ratio:3/2;", "width:100%;height:auto;min-height:40px;", "height:30px;max-width:20%;",
                "min-width:50%;", "width:100%;height:30px;", "padding:2%;", "margin:0 4px;", "margin-top:5%;", "border:2px solid;box-sizing:border-box;width:60%;", "width:min(100%,120px);",
                "height:50%;", "max-height:100%;", "width:auto;height:auto;", "display:block;margin:0 auto;", "vertical-align:\(pick(["top", "bottom", "middle", "text-top", "text-bottom", "-6px", "super", "20%"]));",
            ])
        }
        let size = chance(25) ? " width=\(20 + random(260)) height=\(10 + random(160))" : ""
        let shape = pick([
            "width='\(30 + random(200))' height='\(10 + random(80))'", "width='\(30 + random(200))' height='\(10 + random(80))'", "viewBox='0 0 \(2 + random(8)) \(2 + random(4))'",
            "width='\(40 + random(200))'", "height='\(20 + random(50))'",
        ])
        let source = chance(90) ? "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' \(shape)/>" : "data:image/png,none"
        return "<img style=\"\(style)\(own)\"\(size) src=\"\(source)\"\(chance(20) ? " alt=\"\(text(3))\"" : "")>"
    }

    /// Heights that follow the width, or do not follow their contents.
    private mutating func height() -> String {
        guard hasManyPictures, chance(50) else { return "" }
        return pick([
            "aspect-ratio:2;", "aspect-ratio:3/2;width:60%;", "aspect-ratio:4;overflow:hidden;", "padding:5%;", "padding:3% 0;", "padding-top:40%;", "margin:4% 0;", "margin-top:calc(6% - 9px);",
            "padding-top:calc(8% - 12px);", "padding:0 6%;max-width:150px;box-sizing:border-box;", "padding:2% 4%;width:70%;", "margin:0 3%;", "min-height:70px;", "max-height:60px;",
            "height:50px;", "height:70px;overflow:hidden;", "margin-bottom:-14px;", "margin-top:-9px;", "line-height:0;", "font-size:0;", "line-height:1;", "max-width:80%;", "width:calc(100% - 30px);",
            "position:relative;top:-7px;", "border-top:1px solid;", "overflow:hidden;", "height:100%;", "min-width:70%;",
        ])
    }

    private mutating func inline(_ depth: Int) -> String {
        var html = ""
        for _ in 0...random(3) {
            if hasManyPictures, chance(30) {
                switch random(6) {
                case 0 where depth < 3:
                    html += "<span style=\"display:inline-block;\(chance(50) ? width() : "")\(height())\(chance(20) ? "vertical-align:\(pick(["top", "middle", "bottom"]));" : "")\">\(picture())\(chance(60) ? "<br>" + text(4) : "")</span> "
                case 1: html += "<span style=\"\(pick(["position:relative;", "font-size:24px;", "vertical-align:top;", "vertical-align:4px;", "line-height:0;"]))\">\(picture()) \(text(2))</span> "
                default: html += picture() + " "
                }
                continue
            }
            switch random(16) {
            case 0: html += "<b>\(text(3))</b> "
            case 1: html += "<span style=\"padding:0 \(random(9))px;border:1px solid\">\(text(4))</span> "
            case 2: html += "<br>"
            case 3: html += picture() + " "
            case 4 where depth < 3: html += "<span style=\"display:inline-block;\(width())\">\(inline(depth + 1))</span> "
            case 5 where depth < 3: html += float(depth, tag: "span")
            case 6 where depth < 3: html += positioned(depth, tag: "span")
            case 7 where depth < 3: html += "<span style=\"display:inline-flex\"><i>\(text(3))</i><i>\(text(2))</i></span> "
            default: html += text(9) + " "
            }
        }
        return html
    }

    private mutating func width() -> String {
        switch random(12) {
        case 0: return "width:\(20 + random(160))px;"
        case 1: return "width:\(pick(["25", "33.333", "50", "66.6667", "80", "100"]))%;"
        case 2: return "max-width:\(40 + random(200))px;"
        case 3: return "min-width:\(20 + random(140))px;"
        case 4: return "max-width:\(20 + random(80))%;"
        case 5: return "margin:0 \(random(30))px;"
        case 6: return "padding:2px \(random(20))px;"
        case 7: return "width:calc(\(30 + random(60))% - \(random(20))px);"
        case 8: return pick(["margin:0 auto;width:120px;", "margin-left:5%;", "padding-left:4%;", "width:fit-content;", "width:min-content;", "box-sizing:border-box;width:50%;padding:3px;", "padding-top:3%;"])
        default: return ""
        }
    }

    private mutating func content(_ depth: Int) -> String {
        if depth >= 4 || chance(55) { return inline(depth) }
        var html = ""
        for _ in 0...random(2) { html += block(depth + 1) }
        return html
    }

    private mutating func float(_ depth: Int, tag: String) -> String {
        let side = pick(["left", "left", "right"])
        if hasManyPictures, chance(30) { return picture("float:\(side);\(pick(["", "width:\(15 + random(50))%;", "margin:3px;", "max-width:40%;"]))") }
        let inside = chance(30) ? text(2) : chance(50) ? "" : content(depth + 2)
        let size = pick(["width:\(20 + random(120))px;height:\(8 + random(60))px;", width(), width(), "width:\(10 + random(60))%;", "", "width:calc(100% - \(30 + random(90))px);"]) + height()
        return "<\(tag) style=\"float:\(side);\(size)\(pick(["", "", "margin:2px 5px;", "clear:left;", "clear:both;"]))\">\(inside)</\(tag)>"
    }

    private mutating func positioned(_ depth: Int, tag: String) -> String {
        let insets = pick(["", "left:0;", "right:5px;", "left:10%;right:0;", "left:3px;right:7px;", "top:4px;", "bottom:0;left:0;", "top:100%;", "top:0;bottom:0;", "top:30%;", "bottom:-20px;"])
        return "<\(tag) style=\"position:\(pick(["absolute", "absolute", "fixed"]));\(insets)\(width())\(height())\">\(inline(depth + 1))</\(tag)>"
    }

    private mutating func block(_ depth: Int) -> String {
        guard depth < 4 else { return "<p>\(inline(depth))</p>" }
        if hasManyPictures, chance(12) {
            return "<\(pick(["div", "figure", "p"])) style=\"\(pick(["", width()]))\(height())\">\(picture())\(chance(40) ? "<figcaption>\(text(6))</figcaption>" : "")</div>"
        }
        switch random(20) {
        case 0, 1: return float(depth, tag: "div")
        case 2, 3, 4: return flex(depth)
        case 5, 6: return grid(depth)
        case 7: return positioned(depth, tag: "div")
        case 8: return "<div style=\"position:relative;\(width())\">\(content(depth))\(positioned(depth, tag: "div"))</div>"
        case 9: return columns(depth)
        case 10: return table(depth)
        case 11: return "<ul><li>\(inline(depth))</li><li>\(content(depth))</li></ul>"
        case 12: return "<div style=\"overflow:hidden;\(width())\(height())\">\(content(depth))</div>"
        case 13: return "<div style=\"clear:\(pick(["left", "right", "both"]));\(width())\">\(content(depth))</div>"
        case 14: return "<div style=\"display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden\">\(inline(depth))</div>"
        case 15: return "<div style=\"text-align:\(pick(["center", "right", "justify"]));\(width())\">\(content(depth))</div>"
        default: return "<\(pick(["p", "div"])) style=\"\(width())\(height())\">\(content(depth))</div>"
        }
    }

    private mutating func flex(_ depth: Int) -> String {
        let direction = pick(["", "", "", "flex-direction:column;", "flex-wrap:wrap;", "flex-wrap:wrap;", "flex-direction:row-reverse;"])
        let other = pick(["", "", "gap:\(random(12))px;", "align-items:center;", "justify-content:space-between;", "align-items:baseline;", "column-gap:3%;"])
        var html = "<div style=\"display:flex;\(direction)\(other)\(chance(20) ? width() : "")\">"
        for _ in 0...random(3) {
            let item = pick(["", "flex:1;", "flex:1;min-width:0;", "flex:none;", "flex:0 0 50%;", "flex:0 0 33.3333%;max-width:33.3333%;", "flex:2 1 60px;", "flex:0.5;", "flex-grow:3;", "flex-shrink:0;", "margin-left:auto;", "align-self:flex-end;", width()])
            html += chance(hasManyPictures ? 40 : 12) ? picture(item) : "<div style=\"\(item)\(height())\">\(content(depth + 1))</div>"
        }
        return html + "</div>"
    }

    private mutating func grid(_ depth: Int) -> String {
        let tracks = pick([
            "1fr 1fr", "2fr 1fr", "80px 1fr", "auto 1fr", "auto auto", "1fr minmax(0,2fr) 40px", "repeat(auto-fill,minmax(60px,1fr))", "repeat(auto-fit,90px)",
            "min-content 1fr", "30% 1fr", "minmax(40px,100px) auto", "fit-content(90px) 1fr", "50% 50%", "repeat(3,1fr)",
        ])
        let other = pick(["", "gap:\(random(10))px;", "justify-content:space-between;", "align-items:start;", "justify-items:center;", "column-gap:2%;", "justify-content:center;"])
        var html = "<div style=\"display:grid;grid-template-columns:\(tracks);\(other)\">"
        for _ in 0...random(4) {
            if hasManyPictures, chance(30) {
                html += picture(pick(["", "justify-self:start;", "align-self:end;", "width:100%;height:auto;", "height:100%;"]))
                continue
            }
            html += "<div style=\"\(pick(["", "", "grid-column:span 2;", "justify-self:start;", width(), "align-self:end;"]))\(height())\">\(content(depth + 1))</div>"
        }
        return html + "</div>"
    }

    private mutating func columns(_ depth: Int) -> String {
        let columns = pick(["columns:2;", "columns:90px;", "columns:70px 3;", "column-count:3;column-gap:\(random(20))px;", "columns:2;column-gap:4%;"])
        return "<div style=\"\(columns)\(chance(20) ? width() : "")\">\(content(depth + 1))\(chance(20) ? "<h4 style=\"column-span:all\">\(text(4))</h4><p>\(inline(3))</p>" : "")</div>"
    }

    private mutating func table(_ depth: Int) -> String {
        var html = "<table style=\"\(pick(["", "width:100%;", "width:60%;", "table-layout:fixed;width:100%;", "border-collapse:collapse;"]))\">"
        for _ in 0...random(2) {
            html += "<tr>"
            for _ in 0...random(2) { html += "<td style=\"\(pick(["", "", "width:30%;", "width:50px;", "padding:4px;", "padding:2%;", "height:60px;vertical-align:bottom;"]))\">\(hasManyPictures && chance(30) ? picture() : content(depth + 2))</td>" }
            html += "</tr>"
        }
        return html + "</table>"
    }
}
