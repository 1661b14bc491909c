import Copyfit
internal import CopyfitArguments

extension Bench {
    /// Words through the cache against bare HarfBuzz, for texts in several scripts.
    func shape(text path: String?, font: String?) throws(CopyfitError) -> BenchTable {
        var table = BenchTable(
            name: "shape", title: "shape: text measured word by word, and by hb_shape alone",
            columns: [
                .init(key: "characters", title: "chars", decimals: 0), .init(key: "bareNanosecondsPerCharacter", title: "hb ns/char"),
                .init(key: "nanosecondsPerCharacter", title: "ns/char", decimals: 2), .init(key: "spread", title: "±%"),
                .init(key: "ratio", title: "× hb"),
                .init(key: "charactersPerSecond", title: "Mchar/s", decimals: 2), .init(key: "wordsPerSecond", title: "Mword/s", decimals: 2),
                .init(key: "glyphsPerSecond", title: "hb Mglyph/s", decimals: 2), .init(key: "hitRate", title: "hits %", decimals: 2),
            ])
        var texts: [(name: String, language: BenchTexts.Language)] = []
        if let path {
            let bytes = try FileReader.read(path: path)
            texts = [(path, BenchTexts.Language(name: path, code: "", sentences: [String(decoding: bytes, as: UTF8.self)]))]
        } else {
            texts = BenchTexts.all.map { ($0.name, $0) }
        }
        var options = settings.options
        var family = "'Titillium Web',sans-serif"
        if let font {
            let full = FileReader.realPath(font) ?? font
            options.baseDirectory = FileReader.folder(of: full)
            options.stylesheets.append("@font-face{font-family:Bench;src:url('\(full.split(separator: "/").last ?? "")')}")
            family = "Bench"
        }
        let copyfitter = try copyfitter.with(options: options)
        for (name, language) in texts {
            var body = ""
            // Natural text meets most of its words again.
            while body.utf8.count < 4000 { for sentence in language.sentences { body += Bench.escaped(sentence) + language.separator } }
            let html = "<!doctype html><p lang='\(language.code)' dir='\(language.isRightToLeft ? "rtl" : "ltr")' style=\"font:13pt \(family)\">\(body)"
            let trial = try ShapingTrial(copyfitter.prepare(html: html))
            var glyphs = 0, words = 0
            words = trial.measureWords()
            glyphs = trial.shapeBare()
            _ = trial.takeStatistics()
            var bare: [Double] = [], cached: [Double] = []
            for _ in 0..<max(5, rounds) {
                bare.append(BenchClock.time { glyphs = trial.shapeBare() })
                cached.append(BenchClock.time { for _ in 0..<8 { words = trial.measureWords() } } / 8)
            }
            let hits = trial.takeStatistics()
            let characters = Double(trial.characterCount)
            let slow = BenchSamples(bare), fast = BenchSamples(cached)
            let asked = Double(max(1, hits.own + hits.shared + hits.shaped))
            table.add(
                "\(name) (\(trial.face))", characters, slow.median / characters, fast.median / characters, fast.spread * 100, slow.median / fast.median,
                characters / fast.median * 1000, Double(words) / fast.median * 1000, Double(glyphs) / slow.median * 1000,
                Double(hits.own + hits.shared) / asked * 100)
            progress.step("shape: \(name)")
        }
        return table
    }

    static func escaped(_ text: String) -> String {
        text.contains { $0 == "<" || $0 == "&" } ? text.map { $0 == "<" ? "&lt;" : $0 == "&" ? "&amp;" : String($0) }.joined() : text
    }
}
