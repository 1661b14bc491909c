import Copyfit
import Synchronization

/// What a document's loader was asked and has answered.
final class ResourceStore: Sendable {
    private enum Answer {
        case waiting
        /// The deadline passed; an answer still counts.
        case givenUp
        case bytes([UInt8])
        case failed(String)
    }

    private struct State {
        var answers: [String: Answer] = [:]
        /// Asked for, but not yet of the loader.
        var unsent: [ResourceRequest] = []
        var pendingCount = 0
    }

    private let state = Mutex(State())

    /// The answer for a URL, which is asked for if it was not yet.
    func answer(_ url: String, _ kind: ResourceRequest.Kind) -> ProvidedResource {
        state.withLock { state in
            switch state.answers[url] {
            case .waiting: return .pending
            case .givenUp: return .failed("the loader did not answer in time")
            case .bytes(let bytes): return .bytes(bytes)
            case .failed(let reason): return .failed(reason)
            case nil:
                state.answers[url] = .waiting
                state.pendingCount += 1
                state.unsent.append(ResourceRequest(url: url, kind: kind))
                return .pending
            }
        }
    }

    func takeUnsent() -> [ResourceRequest] {
        state.withLock { state in
            let requests = state.unsent
            state.unsent = []
            return requests
        }
    }

    /// Keeps an answer; false for one that comes too often.
    func receive(_ result: Result<[UInt8], any Error>, for url: String) -> Bool {
        state.withLock { state in
            switch state.answers[url] {
            case .waiting: state.pendingCount -= 1
            case .givenUp: break
            default: return false
            }
            switch result {
            case .success(let bytes): state.answers[url] = .bytes(bytes)
            case .failure(let error): state.answers[url] = .failed("\(error)")
            }
            return true
        }
    }

    /// Waits no longer for an answer; false where there is one.
    func giveUp(_ url: String) -> Bool {
        state.withLock { state in
            guard case .waiting = state.answers[url] else { return false }
            state.answers[url] = .givenUp
            state.pendingCount -= 1
            return true
        }
    }

    var isSettled: Bool { state.withLock { $0.pendingCount == 0 } }

    var pending: [String] {
        state.withLock { state in
            state.answers.compactMap { url, answer in
                if case .waiting = answer { url } else { nil }
            }.sorted()
        }
    }
}
