private import Glibc

/// Lets threads take values from one source, and hands their answers to one sink, in the order in which the values were taken.
///
/// A thread reads its values itself, one thread at a time: their memory is then its own, and no further thread is needed. At most `capacity`
/// values are not written yet: a slow reader of the answers slows the whole down instead of filling memory.
final class BatchQueue<Value>: @unchecked Sendable {
    private enum Slot {
        case empty
        case running
        case answered([UInt8])
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Held by the thread that waits for room and then reads.
    private let reading = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// The next value; nil at the end, after which it is not asked again.
    private let source: () -> Value?
    private var hasEnded = false
    /// Writes answers; false ends the whole.
    private let sink: ([UInt8]) -> Bool

    // All guarded by the mutex. Indices count values since the start; a value's slot is its index modulo the capacity.
    private var slots: [Slot]
    private var takenCount = 0
    private var writtenCount = 0
    private var isWriting = false
    private var hasFailed = false

    init(capacity: Int, source: @escaping () -> Value?, sink: @escaping ([UInt8]) -> Bool) {
        slots = Array(repeating: .empty, count: max(1, capacity))
        self.source = source
        self.sink = sink
        pthread_mutex_init(mutex, nil)
        pthread_mutex_init(reading, nil)
        pthread_cond_init(hasRoom, nil)
    }

    deinit {
        pthread_cond_destroy(hasRoom)
        pthread_mutex_destroy(mutex)
        pthread_mutex_destroy(reading)
        hasRoom.deallocate()
        mutex.deallocate()
        reading.deallocate()
    }

    /// Waits for room and reads the next value; nil when there will be none, or nothing more is wanted as the sink has failed.
    func take() -> (index: Int, value: Value)? {
        pthread_mutex_lock(reading)
        defer { pthread_mutex_unlock(reading) }
        let isWanted = locked {
            while takenCount - writtenCount >= slots.count && !hasFailed { pthread_cond_wait(hasRoom, mutex) }
            return !hasFailed
        }
        guard isWanted, !hasEnded, let value = source() else {
            hasEnded = true
            return nil
        }
        return locked {
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
                while writtenCount < takenCount, case .answered(let next) = slots[writtenCount % slots.count] {
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
                if !hasWorked { hasFailed = true }
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
