import Synchronization

/// What one observer has still to be told: always the difference between the size that it knows and the current one.
///
/// Changes that come while the observer is busy become one, and two that cancel each other none.
final class SizeMailbox: Sendable {
    private struct State {
        var known: LiveSize
        var current: LiveSize
        /// Counts `post`s, so that they may come in any order.
        var serial: UInt64 = 0
        var isClosed = false
        var waiting: CheckedContinuation<SizeChange?, Never>?

        /// The change that is due, which the observer then knows.
        mutating func take() -> SizeChange? {
            guard known != current else { return nil }
            defer { known = current }
            return SizeChange(old: known, new: current)
        }
    }

    private let state: Mutex<State>

    init(_ size: LiveSize, serial: UInt64) { state = Mutex(State(known: size, current: size, serial: serial)) }

    /// The size is `size` from the update `serial` on; an older one than is known says nothing.
    func post(_ size: LiveSize, serial: UInt64) {
        let wake: (CheckedContinuation<SizeChange?, Never>, SizeChange)? = state.withLock { state in
            guard serial > state.serial, !state.isClosed else { return nil }
            state.serial = serial
            state.current = size
            guard let waiting = state.waiting, let change = state.take() else { return nil }
            state.waiting = nil
            return (waiting, change)
        }
        if let (waiting, change) = wake { waiting.resume(returning: change) }
    }

    /// The next change; nil once the mailbox is closed.
    func next() async -> SizeChange? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: SizeChange?? = state.withLock { state in
                    if let change = state.take() { return .some(change) }
                    // One reader at a time: a second one gets the end.
                    if state.isClosed || state.waiting != nil { return .some(nil) }
                    state.waiting = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            close()
        }
    }

    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            let waiting = state.waiting
            state.waiting = nil
            return waiting
        }
        waiting?.resume(returning: nil)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}

/// The size changes of a document, for one reader. A reader that is slow gets several changes as one.
public struct SizeChanges: AsyncSequence, Sendable {
    public typealias Element = SizeChange
    public typealias Failure = Never
    let mailbox: SizeMailbox

    public struct AsyncIterator: AsyncIteratorProtocol {
        let mailbox: SizeMailbox
        public mutating func next() async -> SizeChange? { await mailbox.next() }
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SizeChange? { await mailbox.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(mailbox: mailbox) }
}

/// A callback that is told of size changes, until it is cancelled or let go.
public final class SizeObservation: Sendable {
    private let mailbox: SizeMailbox

    init(_ mailbox: SizeMailbox, _ body: @escaping @Sendable (SizeChange) async -> Void) {
        self.mailbox = mailbox
        Task {
            while let change = await mailbox.next() { await body(change) }
        }
    }

    public func cancel() { mailbox.close() }
    deinit { mailbox.close() }
}
