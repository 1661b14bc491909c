private import Glibc

/// A thread with room for deep recursion. The pages are the kernel's until touched, so the size costs nothing.
package final class BigStackThread {
    private static let stackSize = 256 << 20
    private var handle = pthread_t()

    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    package init(_ run: @escaping () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, BigStackThread.stackSize)
        let body = Unmanaged.passRetained(Body(run))
        let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
        if pthread_create(&handle, &attributes, start, body.toOpaque()) != 0 {
            // Under a tight memory limit: the usual size is better than nothing.
            if pthread_create(&handle, nil, start, body.toOpaque()) != 0 { body.takeRetainedValue().run() }
        }
    }

    package func join() { pthread_join(handle, nil) }
}
