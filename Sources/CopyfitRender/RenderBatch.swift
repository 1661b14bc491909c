internal import Copyfit
internal import CopyfitArguments
internal import CopyfitPaint
private import Glibc

/// `render --batch`: a line `FILE<TAB>OUT` for each picture, an answer a line.
struct RenderBatch {
    let settings: RenderSettings

    func run() throws(CommandError) -> Int32 {
        var options = settings.measure.options
        options.viewportHeight = settings.viewportHeight
        var picture = settings.picture
        picture.minimumHeight = settings.viewportHeight
        let shared: Copyfitter
        do throws(CopyfitError) { shared = try Copyfitter(options: options) } catch { throw CommandError(error) }
        let painter = PagePainter(document: shared.prepare(html: ""))
        var reader = LineReader(descriptor: 0), output = Output(descriptor: 1)
        var hasFailed = false
        var done = 0
        let showsProgress = isatty(2) == 1
        while let line = reader.next() {
            guard case .bytes(let bytes) = line else {
                hasFailed = true
                answer("error line too long", &output)
                continue
            }
            let fields = String(decoding: bytes, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            if fields == [""] { continue }
            if let reason = draw(fields, shared, options, painter, picture) {
                hasFailed = true
                answer("error \(reason)", &output)
            } else {
                answer("ok", &output)
            }
            if settings.showsTiming { _ = Output.writeAll(Array((painter.timingLine + "\n").utf8), to: 2) }
            done += 1
            if showsProgress { progress(done) }
            if output.hasFailed { break }
        }
        if showsProgress, done > 0 { _ = Output.writeAll(Array("\n".utf8), to: 2) }
        return hasFailed ? 1 : 0
    }

    private func answer(_ text: String, _ output: inout Output) {
        output.write(text.split(separator: "\n").joined(separator: " ") + "\n")
        output.flush()
    }

    private func progress(_ count: Int) {
        let bar = String(repeating: "▪", count: (count - 1) % 40 + 1).padded(to: 40)
        _ = Output.writeAll(Array("\r\(bar) \(count) picture\(count == 1 ? "" : "s")".utf8), to: 2)
    }

    /// Nil, or why there is no picture.
    private func draw(_ fields: [String], _ shared: Copyfitter, _ options: Options, _ painter: PagePainter, _ picture: PictureOptions) -> String? {
        guard fields.count == 2, !fields[0].isEmpty, !fields[1].isEmpty else { return "want FILE<TAB>OUT" }
        do throws(CopyfitError) {
            var own = options
            if own.baseDirectory == nil { own.baseDirectory = FileReader.folder(of: fields[0]) }
            painter.document = try shared.with(options: own).prepare(bytes: try FileReader.read(path: fields[0]))
        } catch {
            return error.description
        }
        if case .failure(let error) = PictureFile.draw(painter, width: settings.viewportWidth, picture, to: fields[1]) { return error.description }
        return nil
    }
}
