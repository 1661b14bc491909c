private import Glibc

/// Hands values to threads and their answers to one sink, in the order in which the values were put.
///
/// It holds at most `capacity` values that are not written yet: a slow reader of the answers slows the whole down instead of
/// filling memory.
final class BatchQueue<Value>: @unchecked Sendable {
    private enum Slot {
        case empty
        case waiting(Value)
        case running
        case answered([UInt8])
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Writes answers; false ends the whole.
    private let sink: ([UInt8]) -> Bool

    // All guarded by the mutex. Indices count values since the start; a value's slot is its index modulo the capacity.
    private var slots: [Slot]
    private var putCount = 0
    private var takenCount = 0
    private var writtenCount = 0
    private var isClosed = false
    private var isWriting = false
    private var hasFailed = false

    init(capacity: Int, sink: @escaping ([UInt8]) -> Bool) {
        slots = Array(repeating: .empty, count: max(1, capacity))
        self.sink = sink
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(hasRoom, nil)
        pthread_cond_init(hasWork, nil)
    }

    deinit {
        pthread_cond_destroy(hasRoom)
        pthread_cond_destroy(hasWork)
        pthread_mutex_destroy(mutex)
        hasRoom.deallocate()
        hasWork.deallocate()
        mutex.deallocate()
    }

    /// Waits for room. False: the sink has failed, and nothing more is wanted.
    func put(_ value: Value) -> Bool {
        locked {
            while putCount - writtenCount >= slots.count && !hasFailed { pthread_cond_wait(hasRoom, mutex) }
            guard !hasFailed else { return false }
            slots[putCount % slots.count] = .waiting(value)
            putCount += 1
            pthread_cond_signal(hasWork)
            return true
        }
    }

    /// No more values come.
    func close() {
        locked {
            isClosed = true
            pthread_cond_broadcast(hasWork)
        }
    }

    /// Waits for a value that no thread has taken; nil when there will be none.
    func take() -> (index: Int, value: Value)? {
        locked {
            while takenCount == putCount && !isClosed && !hasFailed { pthread_cond_wait(hasWork, mutex) }
            guard takenCount < putCount, !hasFailed, case .waiting(let value) = slots[takenCount % slots.count] else { return nil }
            slots[takenCount % slots.count] = .running
            takenCount += 1
            return (takenCount - 1, value)
        }
    }

    /// Writes the answer as soon as all before it are written: at once, or by the thread that finishes the last of those.
    func finish(_ index: Int, _ answer: [UInt8]) {
        locked { slots[index % slots.count] = .answered(answer) }
        while true {
            var ready: [UInt8] = []
            let mayWrite = locked { () -> Bool in
                guard !isWriting else { return false }   // whoever is writing looks again afterwards
                while writtenCount < putCount, case .answered(let next) = slots[writtenCount % slots.count] {
                    slots[writtenCount % slots.count] = .empty
                    writtenCount += 1
                    ready += next
                }
                isWriting = !ready.isEmpty
                return isWriting
            }
            guard mayWrite else { return }
            let hasWorked = sink(ready)
            locked {
                isWriting = false
                if !hasWorked {
                    hasFailed = true
                    pthread_cond_broadcast(hasWork)
                }
                pthread_cond_signal(hasRoom)
            }
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
