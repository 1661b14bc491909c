internal import CopyfitArguments
import Copyfit
import Synchronization

/// Measures JSON lines: each is answered as soon as it and those before it are ready, whatever happens to its neighbours. Short lines that
/// came in together are answered together.
final class MeasureBatch: Sendable {
    private let settings: MeasureSettingsSnapshot
    /// What all lines share, whatever else they differ in: fonts, shaped words.
    private let shared: Copyfitter
    private let hasFailures = Atomic<Bool>(false)

    init(_ settings: MeasureSettings, _ limits: HeightLimits = HeightLimits()) throws(CopyfitError) {
        shared = try Copyfitter(options: settings.options)
        self.settings = MeasureSettingsSnapshot(
            options: settings.options, detail: settings.detail, widths: settings.widths, limits: limits)
    }

    /// What every line starts from.
    private struct MeasureSettingsSnapshot: Sendable {
        let options: Options
        let detail: LayoutDetail
        /// For lines without a width of their own.
        let widths: [Double]
        /// For lines without limits of their own.
        let limits: HeightLimits
    }

    /// Until standard input ends. The exit status is 1 if any line failed.
    func run(jobs: Int) -> Int32 {
        Allocator.keepFreedMemory()
        var reader = LineReader(descriptor: 0)
        if jobs == 1 {
            let worker = Worker(self)
            while let lines = reader.nextLines(), Output.writeAll(worker.answer(lines), to: 1) {}
        } else {
            let queue = BatchQueue(capacity: jobs * 8, source: { reader.nextLines() }, sink: { Output.writeAll($0, to: 1) })
            let threads = (0..<jobs).map { _ in
                BigStackThread {
                    let worker = Worker(self)
                    while let item = queue.take() { queue.finish(item.index, worker.answer(item.value)) }
                }
            }
            for thread in threads { thread.join() }
        }
        return hasFailures.load(ordering: .relaxed) ? 1 : 0
    }

    /// What one thread keeps between lines.
    private final class Worker {
        private let batch: MeasureBatch
        private let settings: MeasureSettingsSnapshot
        private let shared: Copyfitter
        /// The copyfitters of the last few kinds of line: most batches have one.
        private var copyfitters: [Options: Copyfitter] = [:]

        init(_ batch: MeasureBatch) {
            self.batch = batch
            shared = batch.shared.forThread()
            // Strings of its own: every document counts references to them, and threads would have to take the counts from each other.
            var options = batch.settings.options
            options.baseDirectory = options.baseDirectory.map(Worker.copy)
            options.stylesheets = options.stylesheets.map(Worker.copy)
            settings = MeasureSettingsSnapshot(
                options: options, detail: batch.settings.detail, widths: batch.settings.widths, limits: batch.settings.limits)
        }

        private static func copy(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

        func answer(_ lines: [LineReader.Line]) -> [UInt8] {
            if lines.count == 1 { return answer(lines[0]) }
            return lines.reduce(into: []) { $0 += answer($1) }
        }

        private func answer(_ line: LineReader.Line) -> [UInt8] {
            do throws(BatchRequest.Failure) {
                guard case .bytes(let bytes) = line else {
                    throw BatchRequest.Failure(id: nil, code: "line_too_long", message: "longer than \(LineReader.lineLimit) bytes")
                }
                let request = try BatchRequest(bytes)
                do throws(CopyfitError) {
                    return try measure(request).line(id: request.id)
                } catch {
                    throw BatchRequest.Failure(id: request.id, code: error.code, message: error.description)
                }
            } catch {
                batch.hasFailures.store(true, ordering: .relaxed)
                return MeasureAnswer.errorLine(id: error.id, code: error.code, message: error.message)
            }
        }

        private func measure(_ request: BatchRequest) throws(CopyfitError) -> MeasureAnswer {
            var options = settings.options
            options.stylesheets += request.stylesheets
            options.baseDirectory = request.baseDirectory ?? options.baseDirectory ?? "."
            if let height = request.viewportHeight { options.viewportHeight = height }
            let isDefault = request.widths.isEmpty && !request.isList
            let widths = isDefault ? settings.widths : request.widths
            guard !widths.isEmpty else { throw .invalidWidth(request.isList ? "an empty list" : "none given") }
            for width in widths where !(width > 0 && width.isFinite) {
                throw .invalidWidth(width.isFinite ? MeasureText.number(width) : "\(width)")
            }

            let document = try copyfitter(for: options).prepare(utf8: request.html)
            var layouts: [Layout] = []
            layouts.reserveCapacity(widths.count)
            let limits = request.limits.merged(with: settings.limits)
            var fitted: [FittedHeight] = []
            for width in widths {
                let layout = try document.layout(width: width, detail: settings.detail)
                layouts.append(layout)
                if let height = try limits.fit(layout, of: document) { fitted.append(height) }
            }
            return MeasureAnswer(
                layouts: layouts, isList: isDefault ? widths.count > 1 : request.isList, diagnostics: document.diagnostics, fitted: fitted)
        }

        private func copyfitter(for options: Options) throws(CopyfitError) -> Copyfitter {
            if let known = copyfitters[options] { return known }
            let made = try shared.with(options: options)
            if copyfitters.count >= 16 { copyfitters.removeAll() }
            copyfitters[options] = made
            return made
        }
    }
}
