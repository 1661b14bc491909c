/// The prepared part of a document: markup parsed once, then styles, boxes and measured text for a viewport.
final class DocumentPreparation {
    let options: Options
    let shared: SharedCaches
    /// Documents that change do so here.
    var document: Document
    let resources: PageResources
    var diagnostics = DiagnosticSink()
    /// The data that was made links, in the order of the document.
    let detected: [DataLinker.Found]
    /// What may stop the work.
    let watch: WorkWatch
    /// Why the document was not parsed to its end.
    let parseFailure: CopyfitError?
    var fontDiagnostics: [Diagnostic] = []
    /// Pictures that are not there, each once, in the order in which they were met.
    private var imageFailures: [ResourceFailure] = []
    private var failedImages: Set<ResourceFailure> = []
    private static let imageFailureLimit = 1000
    /// The URL that the page's relative URLs start from, by `<base href>`.
    let documentBase: String?
    /// Set where the layout is to be painted: then styles have colors.
    var paintRequest: PaintRequest?
    /// A factor on all font sizes.
    var textScale = 1.0
    /// Whether it is laid out as on a phone.
    var isMobile = false
    /// The document's sheets, gathered once.
    var gatheredSheets: [GatheredSheet]?
    /// Those sheets with what they import.
    var sheetSet: SheetSet?
    /// The viewport sizes at which a rule of the sheets starts or stops to apply, found when a second width is asked for.
    private(set) lazy var breakpoints = sheetSet?.breakpoints(fontScale: Float(options.fontScale))

    init(utf8: [UInt8], options: Options, shared: SharedCaches, detection: DataDetection? = nil) {
        self.options = options
        self.shared = shared
        resources = PageResources(baseDirectory: options.baseDirectory)
        watch = WorkWatch(options.limits)
        watch.begin()
        diagnostics.watch = watch
        var document = HTMLParser.parse(
            utf8, rules: HTMLParser.Rules(options.profile), diagnostics: &diagnostics)
        detected = detection.map { DataLinker.link(&document, $0) } ?? []
        self.document = document
        documentBase = DocumentPreparation.baseURL(of: document)
        watch.count(nodes: document.nodes.count)
        parseFailure = watch.failure
    }

    /// For a document that was parsed already, and is watched by who holds it.
    init(document: Document, options: Options, shared: SharedCaches, resources: PageResources) {
        self.options = options
        self.shared = shared
        self.resources = resources
        watch = WorkWatch(Limits())
        parseFailure = nil
        detected = []
        self.document = document
        documentBase = DocumentPreparation.baseURL(of: document)
    }

    /// What was found wrong so far: in markup and styles, then pictures, then fonts.
    var allDiagnostics: [Diagnostic] { diagnostics.diagnostics + imageFailures.map { $0.diagnostic(.image) } + fontDiagnostics }

    /// The first `<base href>` (https://html.spec.whatwg.org/#the-base-element).
    private static func baseURL(of document: Document) -> String? {
        guard document.head.exists else { return nil }
        var node = document[document.head].firstChild
        while node.exists {
            if document.isElement(node, .base), let href = document.attributeString(.href, of: node) { return href }
            node = document[node].nextSibling
        }
        return nil
    }

    /// Styles, boxes and measured text for a viewport.
    func boxes(for viewport: Size) throws(CopyfitError) -> (PreparedBoxes, TextShaper) {
        let session = session(for: viewport)
        try watch.check()
        let document = document
        let environment = imageEnvironment(viewport)
        let elementStyles = session.styles(of: document, media: mediaContext(viewport), diagnostics: &diagnostics)
        // A session that was stopped is not given back.
        try watch.check()
        let (tree, styled) = session.boxes(
            of: document, styled: elementStyles, profile: options.profile, watch: watch, imageSize: { self.naturalSize(of: $0) }, imageSource: { self.selectedImage(for: $0, in: environment) })
        watch.count(boxes: tree.boxes.count)
        try watch.check()
        let shaper = session.shaper(for: styled, words: shared.words, fontBase: options.baseDirectory ?? "")
        shaper.watch = watch
        var builder = InlineContentBuilder(document: document, styled: styled, tree: tree, shaper: shaper, profile: options.profile)
        var contents: [InlineContent] = []
        contents.reserveCapacity(tree.inlineContexts.count)
        var length = 0
        for container in tree.inlineContexts {
            contents.append(builder.build(container))
            length += contents[contents.count - 1].text.count
            watch.count(text: length)
            if watch.mustStop() { break }
        }
        try watch.check()
        let lineStyles = session.lineStyles(of: styled, boxes: (tree, contents), profile: options.profile, watch: watch)
        let edgeStyles = session.edgeStyles(of: styled, watch: watch)
        try watch.check()
        shaper.releaseScratch()
        shaper.watch = nil
        fontDiagnostics = session.fontDiagnostics(of: styled)
        if session.end(styled, shaper) { shared.sessions.give(session) }
        let boxes = PreparedBoxes(
            document: document, styled: styled, tree: tree, inlineContents: contents, lineStyles: lineStyles,
            edgeStyles: edgeStyles, profile: options.profile)
        return (boxes, shaper)
    }

    // MARK: Pictures

    func naturalSize(of image: ImageReference) -> NaturalImageSize? {
        guard let url = image.url else { return nil }
        switch resources.image(url: url, base: image.base ?? documentBase) {
        case .success(let picture):
            let info = picture.seen(by: options.profile)
            return NaturalImageSize(width: info.width, height: info.height, ratio: info.ratio ?? 0)
        case .failure(.pending):
            // Nothing to see, but no broken picture: attributes and `aspect-ratio` reserve its room.
            return NaturalImageSize(width: 0, height: 0, ratio: 0)
        case .failure(let failure):
            if imageFailures.count < DocumentPreparation.imageFailureLimit, failedImages.insert(failure).inserted { imageFailures.append(failure) }
            return nil
        }
    }

    /// The picture that an `<img>` shows (https://html.spec.whatwg.org/#select-an-image-source).
    func selectedImage(for node: NodeID, in environment: ImageSource.Environment) -> SelectedImage? {
        func attributes(_ node: NodeID) -> ImageSource.Attributes {
            ImageSource.Attributes(
                src: document.attributeString(.src, of: node), srcset: document.attributeString(.srcset, of: node),
                sizes: document.attributeString(.sizes, of: node), media: document.attributeString(.media, of: node),
                type: document.attributeString(.type, of: node))
        }
        var sources: [ImageSource.Attributes] = []
        let parent = document[node].parent
        if parent.exists, document.isElement(parent, .picture) {
            var sibling = document[parent].firstChild
            while sibling.exists, sibling != node {
                if document.isElement(sibling, .source) { sources.append(attributes(sibling)) }
                sibling = document[sibling].nextSibling
            }
        }
        guard let source = ImageSource.select(sources: sources, image: attributes(node), in: environment) else { return nil }
        return SelectedImage(url: source.url, density: Float(source.density))
    }
}
