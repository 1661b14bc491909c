private import Glibc

/// CPU time, so that other work on the machine counts for little.
enum BenchClock {
    /// Nanoseconds of the calling thread.
    static func thread() -> Double { read(CLOCK_THREAD_CPUTIME_ID) }
    /// Nanoseconds of all threads of the process.
    static func process() -> Double { read(CLOCK_PROCESS_CPUTIME_ID) }
    /// Nanoseconds of the wall clock.
    static func wall() -> Double { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The CPU time of the calling thread for `body`, in nanoseconds.
    @inline(__always) static func time(_ body: () -> Void) -> Double {
        let start = thread()
        body()
        return thread() - start
    }
}

/// Samples of one quantity, sorted.
struct BenchSamples {
    private let sorted: [Double]

    init(_ samples: [Double]) { sorted = samples.sorted() }

    var count: Int { sorted.count }
    var median: Double { percentile(50) }
    var sum: Double { sorted.reduce(0, +) }
    /// Half the distance between the quartiles, as a share of the median: how far to trust it.
    var spread: Double { median > 0 ? (percentile(75) - percentile(25)) / 2 / median : 0 }

    /// Between the two nearest samples.
    func percentile(_ percent: Double) -> Double {
        guard let last = sorted.last else { return 0 }
        let place = percent / 100 * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
    }
}

/// A bar on standard error where that is a terminal.
final class BenchProgress {
    private let isShown = isatty(2) == 1
    private let total: Int
    private var done = 0

    init(total: Int) { self.total = max(1, total) }

    func step(_ what: String) {
        done += 1
        guard isShown else { return }
        let filled = min(30, done * 30 / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        write("\r\u{1B}[K\(bar) \(min(100, done * 100 / total)) %  \(what)")
    }

    func end() { if isShown { write("\r\u{1B}[K") } }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
    }
}
