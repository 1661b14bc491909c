private import Glibc

/// A lock that its holder may take again.
final class RecursiveLock: @unchecked Sendable {
    private let mutex: UnsafeMutableRawPointer

    init() {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
        self.mutex = UnsafeMutableRawPointer(mutex)
    }

    deinit {
        let mutex = mutex.assumingMemoryBound(to: pthread_mutex_t.self)
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex.assumingMemoryBound(to: pthread_mutex_t.self)) }
    func unlock() { pthread_mutex_unlock(mutex.assumingMemoryBound(to: pthread_mutex_t.self)) }

    func withLock<R>(_ body: () -> R) -> R {
        lock()
        defer { unlock() }
        return body()
    }
}
