private import Glibc

/// What a picture cost, CPU seconds of the thread that made it. Layout is not in it.
public struct PaintTiming: Hashable, Sendable {
    public internal(set) var painting = 0.0
    public internal(set) var encoding = 0.0
    public init() {}
}

/// Reads the CPU time of the calling thread.
struct CPUClock {
    private var last = CPUClock.now

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Seconds since the last call, or since it was made.
    mutating func lap() -> Double {
        let now = CPUClock.now
        defer { last = now }
        return now - last
    }
}
