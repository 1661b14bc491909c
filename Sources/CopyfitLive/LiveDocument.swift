public import Copyfit
import Synchronization

/// A document that changes after it was loaded, and knows its height after each change.
///
///     let document = try LiveDocument(html: "<details><summary>More</summary><p>Text</p></details>", width: 320, copyfitter: copyfitter)
///     let details = try document.first("details")!
///     try document.update { edit in try edit.toggle(details) }
///     print(document.height)
///
/// Changes are made in an `update`: at its end the height is current, what was computed before being used again, and observers are told if
/// the size is another one. It may be used from several tasks at once; updates then come one after the other. Observers are called
/// outside of updates, each on a task of its own, so one may change the document, and one that never returns holds up nobody else.
public final class LiveDocument: @unchecked Sendable {
    // Unchecked: everything below `lock` is used by its holder only.
    private let lock = RecursiveLock()
    private let tree: LiveTree
    private var handles: NodeHandles
    /// How many `update`s are under way in each other.
    private var depth = 0
    private var published: LiveSize
    private var serial: UInt64 = 0

    private let store: ResourceStore?
    private let loader: (any ResourceLoader)?
    private let deadline: Duration
    private let mailboxes = Mutex<[SizeMailbox]>([])

    private static let numbers = Atomic<UInt64>(0)
    private let number: UInt64

    /// Parses a document and lays it out.
    /// - Parameters:
    ///   - width: CSS px.
    ///   - loader: fetches pictures, fonts and stylesheets. Without one, files in the copyfitter's base directory are read.
    ///   - deadline: how long to wait for an answer of the loader before the height counts as settled without it.
    /// - Throws: `CopyfitError.invalidWidth` for a width that is not positive and finite, or above a million.
    public init(
        html: String, width: Double, copyfitter: Copyfitter, loader: (any ResourceLoader)? = nil, deadline: Duration = .seconds(30)
    ) throws(CopyfitError) {
        try LiveDocument.check(width)
        number = LiveDocument.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        self.loader = loader
        self.deadline = deadline
        let store = loader == nil ? nil : ResourceStore()
        self.store = store
        var provider: ResourceProvider?
        if let store {
            provider = { url, kind in
                switch kind {
                case .stylesheet: store.answer(url, .stylesheet)
                case .image: store.answer(url, .image)
                case .font: store.answer(url, .font)
                }
            }
        }
        tree = LiveTree(
            utf8: Array(html.utf8), width: width, copyfitter: copyfitter,
            resources: PageResources(baseDirectory: copyfitter.options.baseDirectory, provider: provider))
        handles = NodeHandles(document: number)
        published = LiveSize(width: width, height: Double(tree.height), isSettled: store?.isSettled ?? true)
        tree.onRenumbering = { [weak self] numbers in self?.handles.renumber(numbers) }
        sendRequests()
    }

    private static func check(_ width: Double) throws(CopyfitError) {
        guard width > 0, width.isFinite, width <= 1_000_000 else { throw .invalidWidth("\(width)") }
    }

    deinit {
        for mailbox in mailboxes.withLock({ $0 }) { mailbox.close() }
    }

    // MARK: Size

    /// The height of the content at the current width, CSS px.
    public var height: Double { size.height }
    /// What the document measures at the end of its last update.
    public var size: LiveSize { lock.withLock { published } }
    /// Whether no picture, font or stylesheet is being waited for.
    public var isSettled: Bool { store?.isSettled ?? true }
    /// The URLs that are being waited for.
    public var pendingURLs: [String] { store?.pending ?? [] }
    /// What was found wrong in the document as it is now.
    public var diagnostics: [Diagnostic] { lock.withLock { tree.diagnostics } }
    /// How the document is measured: the copyfitter's options, with what updates have changed of them.
    public var options: Options { lock.withLock { tree.options } }

    /// Changes the document; changes made in one call are laid out, and told of, together.
    ///
    /// What `body` did before it threw stays done. A call in another one on the same thread is part of it.
    /// - Returns: what `body` returns.
    @discardableResult
    public func update<Answer, Failure: Error>(_ body: (LiveEdit) throws(Failure) -> Answer) throws(Failure) -> Answer {
        defer { publish() }
        lock.lock()
        depth += 1
        defer {
            endUpdate()
            lock.unlock()
        }
        return try body(LiveEdit(document: self))
    }

    private func endUpdate() {
        depth -= 1
        guard depth == 0 else { return }
        tree.update()
        let size = LiveSize(width: tree.width, height: Double(tree.height), isSettled: store?.isSettled ?? true)
        if size != published {
            published = size
            serial += 1
        }
    }

    /// Tells observers of the current size, and the loader of what is needed.
    private func publish() {
        lock.lock()
        let (size, serial, isNested) = (published, serial, depth > 0)
        lock.unlock()
        if isNested { return }
        for mailbox in mailboxes.withLock({ $0 }) { mailbox.post(size, serial: serial) }
        sendRequests()
    }

    // MARK: Observers

    /// Calls `body` after each change of the size, with what it was told before and what is now. Calls of one observer follow each other.
    ///
    /// Keep the observation: the calls end with it.
    public func observe(_ body: @escaping @Sendable (SizeChange) async -> Void) -> SizeObservation { SizeObservation(mailbox(), body) }

    /// The changes of the size from here on.
    public var changes: SizeChanges { SizeChanges(mailbox: mailbox()) }

    private func mailbox() -> SizeMailbox {
        // Under the lock no change can come between the size and its serial.
        lock.lock()
        defer { lock.unlock() }
        let mailbox = SizeMailbox(published, serial: serial)
        mailboxes.withLock { list in
            list.removeAll { $0.isClosed }
            list.append(mailbox)
        }
        return mailbox
    }

    /// The size once everything has arrived, failed or been given up; after `timeout` what it is then, `isSettled` telling.
    public func settledHeight(timeout: Duration? = nil) async -> LiveSize {
        let mailbox = mailbox()
        defer { mailbox.close() }
        let now = size
        if now.isSettled { return now }
        let timer = timeout.map { timeout in
            Task {
                try? await Task.sleep(for: timeout)
                mailbox.close()
            }
        }
        defer { timer?.cancel() }
        while let change = await mailbox.next() {
            if change.new.isSettled { return change.new }
        }
        return size
    }

    // MARK: Resources

    private func sendRequests() {
        guard let store, let loader else { return }
        for request in store.takeUnsent() {
            loader.load(request) { [weak self] result in self?.receive(result, request) }
            let deadline = deadline
            Task { [weak self] in
                try? await Task.sleep(for: deadline)
                self?.giveUp(request)
            }
        }
    }

    private func receive(_ result: Result<[UInt8], any Error>, _ request: ResourceRequest) {
        guard let store, store.receive(result, for: request.url) else { return }
        update { edit in edit.resourceChanged(request) }
    }

    private func giveUp(_ request: ResourceRequest) {
        guard let store, store.giveUp(request.url) else { return }
        update { edit in edit.resourceChanged(request) }
    }

    // MARK: Reading

    /// The first element with an id; nil where there is none.
    public func element(id: String) -> NodeHandle? { update { edit in edit.element(id: id) } }
    /// The first element that a CSS selector matches.
    public func first(_ selector: String) throws(LiveError) -> NodeHandle? {
        try update { (edit) throws(LiveError) in try edit.first(selector) }
    }
    /// The elements that a CSS selector matches, in document order.
    public func all(_ selector: String) throws(LiveError) -> [NodeHandle] {
        try update { (edit) throws(LiveError) in try edit.all(selector) }
    }
    /// The value of an element's attribute; nil where it has none of that name.
    public func attribute(_ name: String, of node: NodeHandle) throws(LiveError) -> String? {
        try update { (edit) throws(LiveError) in try edit.attribute(name, of: node) }
    }
    /// All text in a node, as `textContent` gives it.
    public func text(of node: NodeHandle) throws(LiveError) -> String { try update { (edit) throws(LiveError) in try edit.text(of: node) } }

    /// An element's border box, CSS px from the top left of the document; nil for elements without a box of their own, as inline ones.
    public func frame(of node: NodeHandle) throws(LiveError) -> NodeFrame? {
        lock.lock()
        defer { lock.unlock() }
        guard let frame = tree.frame(of: try handles.node(node)) else { return nil }
        return NodeFrame(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    }

    /// The whole report of a layout, of the document as it is now: lines, boxes and the like. Costs as much as measuring it anew.
    public func layout(detail: LayoutDetail = []) -> Layout { lock.withLock { tree.report(detail) } }

    // MARK: One change at a time

    /// Lays out at another width, CSS px.
    public func setWidth(_ width: Double) throws(LiveError) { try update { (edit) throws(LiveError) in try edit.setWidth(width) } }

    /// Appends what comes next of the document's text, as a stream delivers it; gives the height then.
    @discardableResult
    public func append(html: String) -> Double {
        update { edit in edit.append(html: html) }
        return height
    }

    // MARK: For edits

    /// Runs in an update only.
    func withTree<R, E: Error>(_ body: (LiveTree, inout NodeHandles) throws(E) -> R) throws(E) -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(tree, &handles)
    }
}
