/// The widths of shaped words, shared by documents and threads.
package final class WordCache: Sendable {
    /// `byteLimit` bounds the memory it may hold; older entries give way.
    package init(byteLimit: Int = 16 << 20) {}
}
