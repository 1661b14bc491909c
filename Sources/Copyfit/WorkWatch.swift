private import Glibc

/// What may stop the work on a document: limits, the clock, and the end of the task. Stages ask it now and then, and leave their loops when it
/// says so; who started them throws `failure` and drops what they made. One task at a time uses it, hence Sendable; its few values are read
/// and written one at a time, so accesses go unchecked.
package final class WorkWatch: @unchecked Sendable {
    private let limits: Limits
    /// Why the work has to stop.
    @exclusivity(unchecked) package private(set) var failure: CopyfitError?
    /// How often it looked whether to stop: each time stands for `stride` questions.
    @exclusivity(unchecked) package private(set) var lookCount = 0
    @exclusivity(unchecked) private var countdown: Int32 = WorkWatch.stride
    @exclusivity(unchecked) private var start: UInt64 = 0
    /// How many questions go by between two looks at the clock: a question stands for a few µs of work.
    package static let stride: Int32 = 48

    package init(_ limits: Limits) { self.limits = limits }

    /// To be called before each piece of work that the caller waits for.
    package func begin() {
        failure = nil
        countdown = WorkWatch.stride
        start = limits.seconds == nil ? 0 : WorkWatch.now()
        if Task.isCancelled { failure = .cancelled }
    }

    /// Whether to leave the loop. Cheap enough for each element, block and line.
    @inline(__always) package func mustStop() -> Bool {
        countdown &-= 1
        return countdown < 0 ? look() : failure != nil
    }

    /// The same after work that took as long as so many questions stand for.
    @inline(__always) @discardableResult package func mustStop(after questions: Int) -> Bool {
        countdown &-= Int32(truncatingIfNeeded: min(questions, Int(WorkWatch.stride)))
        return countdown < 0 ? look() : failure != nil
    }

    /// Throws what stopped the work, if it was stopped.
    package func check() throws(CopyfitError) {
        if look(), let failure { throw failure }
    }

    package func count(nodes: Int) { if let limit = limits.nodes, nodes > limit { fail("node", limit, nodes) } }
    package func count(boxes: Int) { if let limit = limits.boxes, boxes > limit { fail("box", limit, boxes) } }
    package func count(text: Int) { if let limit = limits.textLength, text > limit { fail("text length", limit, text) } }

    private func fail(_ name: String, _ limit: Int, _ actual: Int) {
        if failure == nil { failure = .limitExceeded(name: name, limit: limit, actual: actual) }
    }

    /// The same for loops that ask now and then only: looks at once.
    package func mustStopNow() -> Bool { look() }

    private func look() -> Bool {
        countdown = WorkWatch.stride
        lookCount &+= 1
        if failure != nil { return true }
        if Task.isCancelled {
            failure = .cancelled
        } else if let seconds = limits.seconds {
            let spent = Double(WorkWatch.now() &- start) / 1e9
            if spent > seconds { failure = .deadlineExceeded(limit: seconds, spent: spent) }
        }
        return failure != nil
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }
}
