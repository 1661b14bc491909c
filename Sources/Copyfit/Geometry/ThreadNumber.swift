private import Glibc

/// Tells threads apart, so that each gets back what it worked with last: memory that another core holds is slow to come by. Only a hint, as
/// the system gives numbers of threads that ended to others.
struct ThreadNumber: Equatable, Sendable {
    private let number: UInt

    static var current: ThreadNumber { ThreadNumber(number: UInt(pthread_self())) }
}
