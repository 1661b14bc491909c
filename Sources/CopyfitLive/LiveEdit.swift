public import Copyfit

/// The changes that can be made to a live document, in one of its updates.
///
/// An edit belongs to its update; one that is kept and used later makes each change an update of its own thing: it is done at once, but
/// laid out only with the next update.
public struct LiveEdit {
    let document: LiveDocument

    /// How deep trees may be; layout follows them by recursion.
    public static let depthLimit = 600

    // MARK: Finding nodes

    /// The first element with an id; nil where there is none.
    public func element(id: String) -> NodeHandle? {
        document.withTree { tree, handles in tree.element(id: id).map { handles.handle(of: $0) } }
    }

    /// The first element that a CSS selector matches.
    /// - Throws: `LiveError.invalidSelector` for what is no selector.
    public func first(_ selector: String) throws(LiveError) -> NodeHandle? { try all(selector, limit: 1).first }

    /// The elements that a CSS selector matches, in document order, of those inside `root`; the search ends after `limit` of them.
    /// - Throws: `LiveError.invalidSelector` for what is no selector.
    public func all(_ selector: String, under root: NodeHandle? = nil, limit: Int = .max) throws(LiveError) -> [NodeHandle] {
        try document.withTree { (tree, handles) throws(LiveError) -> [NodeHandle] in
            var top: NodeID?
            if let root { top = try handles.node(root) }
            guard let nodes = tree.elements(matching: selector, under: top, limit: limit) else { throw .invalidSelector(selector) }
            return nodes.map { handles.handle(of: $0) }
        }
    }

    /// The parent element; nil at the top and for nodes that are not in the document.
    public func parent(of node: NodeHandle) throws(LiveError) -> NodeHandle? {
        try document.withTree { (tree, handles) throws(LiveError) -> NodeHandle? in
            let parent = tree.document[try handles.node(node)].parent
            guard parent.exists, tree.document[parent].kind == .element else { return nil }
            return handles.handle(of: parent)
        }
    }

    /// Elements, texts and comments in a node.
    public func children(of node: NodeHandle) throws(LiveError) -> [NodeHandle] {
        try document.withTree { (tree, handles) throws(LiveError) -> [NodeHandle] in
            var children: [NodeHandle] = []
            var child = tree.document[try handles.node(node)].firstChild
            while child.exists {
                children.append(handles.handle(of: child))
                child = tree.document[child].nextSibling
            }
            return children
        }
    }

    /// All text in a node, as `textContent` gives it.
    public func text(of node: NodeHandle) throws(LiveError) -> String {
        try document.withTree { (tree, handles) throws(LiveError) -> String in tree.text(of: try handles.node(node)) }
    }

    /// The value of an element's attribute; nil where it has none of that name.
    public func attribute(_ name: String, of node: NodeHandle) throws(LiveError) -> String? {
        try document.withTree { (tree, handles) throws(LiveError) -> String? in tree.attribute(name, of: try element(node, tree, handles)) }
    }

    private func element(_ handle: NodeHandle, _ tree: LiveTree, _ handles: NodeHandles) throws(LiveError) -> NodeID {
        let node = try handles.node(handle)
        guard tree.document[node].kind == .element else { throw .notAnElement(handle) }
        return node
    }

    // MARK: Attributes

    /// Gives an element an attribute, or its attribute another value.
    /// - Throws: `LiveError.invalidName` for a name that HTML could not state.
    public func setAttribute(_ name: String, to value: String, of node: NodeHandle) throws(LiveError) {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 <= 0x20 || $0 == 0x3D || $0 == 0x3E || $0 == 0x2F }) else { throw .invalidName(name) }
        try document.withTree { (tree, handles) throws(LiveError) in tree.setAttribute(name, to: value, of: try element(node, tree, handles)) }
    }

    /// Takes an attribute away; an element without it stays as it is.
    public func removeAttribute(_ name: String, of node: NodeHandle) throws(LiveError) {
        try document.withTree { (tree, handles) throws(LiveError) in tree.removeAttribute(name, of: try element(node, tree, handles)) }
    }

    /// Adds a class to an element that does not have it.
    public func addClass(_ name: String, to node: NodeHandle) throws(LiveError) { try changeClass(name, of: node) { _ in true } }
    /// Takes a class from an element that has it.
    public func removeClass(_ name: String, from node: NodeHandle) throws(LiveError) { try changeClass(name, of: node) { _ in false } }
    /// Adds a class to an element that does not have it, and takes it from one that has.
    public func toggleClass(_ name: String, of node: NodeHandle) throws(LiveError) { try changeClass(name, of: node) { !$0 } }

    private func changeClass(_ name: String, of node: NodeHandle, _ isThere: (Bool) -> Bool) throws(LiveError) {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 <= 0x20 }) else { throw .invalidName(name) }
        var names = (try attribute("class", of: node) ?? "").split(whereSeparator: { $0.isWhitespace }).map(String.init)
        let was = names.contains(name)
        let will = isThere(was)
        if was == will { return }
        if will { names.append(name) } else { names.removeAll { $0 == name } }
        try setAttribute("class", to: names.joined(separator: " "), of: node)
    }

    /// Sets a property of an element's `style` attribute; nil removes it.
    /// - Throws: `LiveError.invalidValue` for a value that would end the declaration.
    public func setStyle(_ property: String, to value: String?, of node: NodeHandle) throws(LiveError) {
        let name = property.lowercased()
        guard !name.isEmpty, !name.utf8.contains(where: { $0 <= 0x20 || $0 == 0x3A || $0 == 0x3B }) else { throw .invalidName(property) }
        if let value, !StyleDeclarations.isOneValue(value) { throw .invalidValue(name: property, value: value) }
        var declarations = StyleDeclarations(try attribute("style", of: node) ?? "")
        declarations.set(property.hasPrefix("--") ? property : name, to: value)
        try setAttribute("style", to: declarations.text, of: node)
    }

    /// Opens a `<details>` that is closed, and closes one that is open.
    public func toggle(_ details: NodeHandle) throws(LiveError) {
        if try attribute("open", of: details) == nil { try setAttribute("open", to: "", of: details) } else { try removeAttribute("open", of: details) }
    }

    /// Checks or unchecks a box; a radio button that is checked unchecks the others of its name.
    public func setChecked(_ isChecked: Bool, of input: NodeHandle) throws(LiveError) {
        guard isChecked else {
            try removeAttribute("checked", of: input)
            return
        }
        if try attribute("type", of: input)?.lowercased() == "radio", let name = try attribute("name", of: input), !name.isEmpty {
            for other in try all("input[type=radio i][checked]") where other != input {
                if try attribute("name", of: other) == name { try removeAttribute("checked", of: other) }
            }
        }
        try setAttribute("checked", to: "", of: input)
    }

    // MARK: Content

    /// Replaces the data of a text node, or all that is in an element by one text.
    public func setText(_ text: String, of node: NodeHandle) throws(LiveError) {
        try document.withTree { (tree, handles) throws(LiveError) in
            let id = try handles.node(node)
            if tree.document[id].kind == .element {
                let only = tree.document[id].firstChild
                // The one text that is there keeps its handle.
                if only.exists, only == tree.document[id].lastChild, tree.document[only].kind == .text {
                    tree.setText(text, of: only)
                    return
                }
                removeChildren(of: id, tree, &handles)
                if !text.isEmpty { tree.insert(tree.makeText(text), into: id, before: .none) }
            } else {
                tree.setText(text, of: id)
            }
        }
    }

    /// Parses HTML as a browser does for `innerHTML` and puts it in the place of all that is in an element.
    public func setInnerHTML(_ html: String, of node: NodeHandle) throws(LiveError) {
        try document.withTree { (tree, handles) throws(LiveError) in
            let id = try element(node, tree, handles)
            let nodes = tree.makeFragment(html, context: id)
            try checkDepth(nodes, in: id, tree)
            removeChildren(of: id, tree, &handles)
            for new in nodes { tree.insert(new, into: id, before: .none) }
        }
    }

    /// Parses HTML in an element's context and puts it among its children before one of them, or at their end.
    @discardableResult
    public func insert(html: String, into parent: NodeHandle, before sibling: NodeHandle? = nil) throws(LiveError) -> [NodeHandle] {
        try document.withTree { (tree, handles) throws(LiveError) -> [NodeHandle] in
            let id = try element(parent, tree, handles)
            var place = NodeID.none
            if let sibling {
                place = try handles.node(sibling)
                guard tree.document[place].parent == id else { throw .noPlace(sibling) }
            }
            let nodes = tree.makeFragment(html, context: id)
            try checkDepth(nodes, in: id, tree)
            for new in nodes { tree.insert(new, into: id, before: place) }
            return nodes.map { handles.handle(of: $0) }
        }
    }

    /// Takes a node out of the document for good, with all in it.
    public func remove(_ node: NodeHandle) throws(LiveError) {
        try document.withTree { (tree, handles) throws(LiveError) in
            let id = try handles.node(node)
            guard id != tree.document.documentElement else { throw .noPlace(node) }
            tree.remove(id)
            forget(id, tree, &handles)
        }
    }

    /// Moves a node among the children of an element, before one of them or to their end.
    public func move(_ node: NodeHandle, into parent: NodeHandle, before sibling: NodeHandle? = nil) throws(LiveError) {
        try document.withTree { (tree, handles) throws(LiveError) in
            let id = try handles.node(node)
            let target = try element(parent, tree, handles)
            guard id != tree.document.documentElement else { throw .noPlace(node) }
            guard !tree.document.contains(id, target) else { throw .cycle(node) }
            var place = NodeID.none
            if let sibling {
                place = try handles.node(sibling)
                guard tree.document[place].parent == target else { throw .noPlace(sibling) }
                if place == id { return }
            }
            try checkDepth([id], in: target, tree)
            tree.remove(id)
            tree.insert(id, into: target, before: place)
        }
    }

    private func checkDepth(_ nodes: [NodeID], in parent: NodeID, _ tree: LiveTree) throws(LiveError) {
        let deepest = nodes.map { tree.document.height(below: $0) }.max() ?? 0
        guard tree.document.depth(of: parent) + 1 + deepest <= LiveEdit.depthLimit || deepest == 0 && nodes.isEmpty else {
            throw .tooDeep(limit: LiveEdit.depthLimit)
        }
    }

    private func removeChildren(of id: NodeID, _ tree: LiveTree, _ handles: inout NodeHandles) {
        while tree.document[id].firstChild.exists {
            let child = tree.document[id].firstChild
            tree.remove(child)
            forget(child, tree, &handles)
        }
    }

    private func forget(_ root: NodeID, _ tree: LiveTree, _ handles: inout NodeHandles) {
        if handles.isEmpty { return }
        var node = root
        while node.exists {
            handles.forget(node)
            node = tree.document.nextNode(after: node, within: root)
        }
    }

    /// Goes on parsing where the document's text ended: see `LiveDocument.append(html:)`.
    public func append(html: String) { document.withTree { tree, _ in tree.append(html) } }

    /// The streamed text is complete: what waited for more of it, as the start of a tag, is taken as it is.
    public func finishAppending() { document.withTree { tree, _ in tree.finishAppending() } }

    // MARK: Settings

    /// Replaces one of the stylesheets of `Options.stylesheets`; the one after the last adds one.
    public func setStylesheet(_ number: Int, to css: String) throws(LiveError) {
        try document.withTree { (tree, _) throws(LiveError) in
            guard number >= 0, number <= tree.options.stylesheets.count else { throw .noSuchStylesheet(number) }
            tree.setOptions { options in
                if number == options.stylesheets.count { options.stylesheets.append(css) } else { options.stylesheets[number] = css }
            }
        }
    }

    public func setWidth(_ width: Double) throws(LiveError) {
        guard width > 0, width.isFinite, width <= 1_000_000 else { throw .invalidValue(name: "width", value: "\(width)") }
        document.withTree { tree, _ in tree.setWidth(width) }
    }

    /// The factor of the user's text size setting.
    public func setFontScale(_ scale: Double) throws(LiveError) {
        guard scale > 0, scale.isFinite else { throw .invalidValue(name: "font scale", value: "\(scale)") }
        document.withTree { tree, _ in tree.setOptions { $0.fontScale = scale } }
    }

    public func setColorScheme(_ scheme: Options.ColorScheme) { document.withTree { tree, _ in tree.setOptions { $0.colorScheme = scheme } } }

    func resourceChanged(_ request: ResourceRequest) {
        document.withTree { tree, _ in
            if request.kind == .image { tree.pictureChanged(request.url) } else { tree.resourcesChanged() }
        }
    }
}
