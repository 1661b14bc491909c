/// What goes on from a style to its children beside the `ComputedStyle`.
struct StyleContext: Sendable {
    var font = FontProperties()
    /// In `CustomProperties.environments`.
    var customs: UInt32 = 0
    /// `container-name`, in `StyleComputer.containerNames`; 0 is none. Not inherited.
    var containerNames: UInt32 = 0
    /// `color-scheme`: bit 0 light, 1 dark; 0 is normal.
    var colorScheme: UInt8 = 0
}

/// A matched rule, style attribute or set of presentational hints: a place in the cascade.
struct CascadeEntry: Hashable, Sendable {
    enum Origin: UInt8, Sendable { case userAgent, user, hints, author }
    var origin: Origin
    /// In cascade order; unlayered declarations come last. The style attribute has a layer of its own above them.
    var layer: UInt32
    /// In `StyleComputer.sheets`; the last one is the document's own store.
    var sheet: UInt32
    /// In that sheet's `DeclarationStore.blocks`.
    var block: UInt32

    static let unlayered: UInt32 = .max - 1
    static let styleAttribute: UInt32 = .max
}

/// Computes styles from cascaded declarations: the state of one document's resolution.
struct StyleComputer: ~Copyable {
    let profile: Profile
    let isQuirky: Bool
    let fontScale: Float
    /// Text zoom: a factor on font sizes once they are computed, which no other font size is computed from.
    let textScale: Float
    /// Whether `text-size-adjust` counts.
    let adjustsTextSize: Bool
    /// CSS px.
    var viewportWidth: Double = 0
    var viewportHeight: Double = 0
    let fontMetrics: (FontDescription, String) -> FontRelativeMetrics

    /// The declarations of the sheets; the document's own (style attributes, hints, substituted values) lie in `own`.
    var sheets: [DeclarationStore]
    var own: DeclarationCompiler
    var customProperties = CustomProperties()
    var diagnostics = DiagnosticSink()

    var output = StyledDocument()
    /// By `StyleID`.
    var contexts: [StyleContext] = []
    var fontTables = FontTables()
    private var fontNumbers: [FontKey: UInt32] = [:]
    private var metricsByFont: [UInt32: FontRelativeMetrics] = [:]
    var pendingCache: [PendingKey: [Declaration]] = [:]
    var objectNumbers: [UInt64: UInt32] = [:]
    var containerNames: [[String]] = [[]]
    var languageNumbers: [String: UInt16] = ["": 0]
    /// Scratch of `cascadeEarly`, by `PropertyID`.
    private var winners = [Declaration](repeating: Declaration(form: .initial), count: Int(PropertyID.lineHeight.rawValue) + 1)
    private var winningEntries = [CascadeEntry](
        repeating: CascadeEntry(origin: .userAgent, layer: 0, sheet: 0, block: 0), count: Int(PropertyID.lineHeight.rawValue) + 1)

    /// Nil where no picture is wanted: then paint properties are passed over.
    var paintRequest: PaintRequest?
    /// Of the element being computed.
    var paintWinners: [PaintWinner] = []

    // The element being computed.
    var style = ComputedStyle()
    var context = StyleContext()
    var parent = ComputedStyle()
    var parentContext = StyleContext()
    var isRoot = false
    /// `font-size` of the root before zoom: what `rem` is.
    var rootFontSize: Float = 16
    var rootFont: UInt32 = 0
    var rootStyle = StyleID.none
    var grid: GridStyle?
    var counters: CounterOperations?
    /// While `font-size` is computed, font-relative units mean the parent's font.
    var unitsAreParents = false

    /// The style before any declaration: initial values, with what only the cascade needs put in.
    let initialStyle: ComputedStyle
    let initialContext: StyleContext

    struct FontKey: Hashable {
        var font: FontProperties
        var size: Float
    }

    struct PendingKey: Hashable {
        var sheet: UInt32
        var index: UInt32
        var environment: UInt32
    }

    init(
        profile: Profile, isQuirky: Bool, fontScale: Float, textScale: Float = 1, adjustsTextSize: Bool = false, sheets: [DeclarationStore],
        fontMetrics: @escaping (FontDescription, String) -> FontRelativeMetrics
    ) {
        self.profile = profile
        self.isQuirky = isQuirky
        self.fontScale = fontScale
        self.textScale = textScale
        self.adjustsTextSize = adjustsTextSize
        self.fontMetrics = fontMetrics
        self.sheets = sheets
        own = DeclarationCompiler(parser: ValueParser(isQuirky: isQuirky, engine: profile.engine))
        var initial = ComputedStyle()
        // A border's initial width is `medium`; it counts where the style is not `none`.
        initial.borderWidth = Edges(all: 3)
        output.listStyles = [.none, .counterStyle("disc")]
        initial.listStyleType = 1
        var context = StyleContext()
        context.font.specifiedSize = FontSizes.size(keyword: 4, isMonospace: false, isQuirky: isQuirky, scale: fontScale)
        initial.fontSize = context.font.specifiedSize * textScale
        initialStyle = initial
        initialContext = context
        rootFontSize = context.font.specifiedSize
        output.fonts = []
        _ = fontNumber(context.font, size: initial.fontSize)
    }

    // MARK: Stores

    /// The number that stands for the document's own store in `CascadeEntry.sheet`.
    var ownSheet: UInt32 { UInt32(clamping: sheets.count) }

    @inline(__always) func declaration(_ sheet: UInt32, _ index: Int) -> Declaration {
        Int(sheet) < sheets.count ? sheets[Int(sheet)].declarations[index] : own.parser.store.declarations[index]
    }
    @inline(__always) func block(_ entry: CascadeEntry) -> DeclarationBlock {
        Int(entry.sheet) < sheets.count ? sheets[Int(entry.sheet)].blocks[Int(entry.block)] : own.parser.store.blocks[Int(entry.block)]
    }
    func math(_ sheet: UInt32, _ declaration: Declaration) -> MathNode {
        Int(sheet) < sheets.count ? sheets[Int(sheet)].maths[Int(declaration.index)] : own.parser.store.maths[Int(declaration.index)]
    }
    func object(_ sheet: UInt32, _ declaration: Declaration) -> SpecifiedObject? {
        guard declaration.form == .object else { return nil }
        return Int(sheet) < sheets.count ? sheets[Int(sheet)].objects[Int(declaration.index)] : own.parser.store.objects[Int(declaration.index)]
    }
    func custom(_ sheet: UInt32, _ index: Int) -> CustomDeclaration {
        Int(sheet) < sheets.count ? sheets[Int(sheet)].customs[index] : own.parser.store.customs[index]
    }

    // MARK: Fonts

    mutating func fontNumber(_ font: FontProperties, size: Float) -> UInt32 {
        let key = FontKey(font: font, size: size)
        if let known = fontNumbers[key] { return known }
        let number = UInt32(clamping: output.fonts.count)
        output.fonts.append(fontTables.description(font, size: size))
        fontNumbers[key] = number
        return number
    }

    mutating func metrics(ofFont number: UInt32, language: UInt16) -> FontRelativeMetrics {
        let key = number << 8 ^ UInt32(language)
        if let known = metricsByFont[key] { return known }
        let language = Int(language) < output.languages.count ? output.languages[Int(language)] : ""
        let metrics = fontMetrics(output.fonts[Int(number)], language)
        metricsByFont[key] = metrics
        return metrics
    }

    // MARK: One element

    /// Computes the style of an element or pseudo-element from its cascade, lowest precedence first. Its font and display are not adjusted yet.
    mutating func compute(_ entries: ArraySlice<CascadeEntry>, parent: ComputedStyle, parentContext: StyleContext, isRoot: Bool) {
        self.parent = parent
        self.parentContext = parentContext
        self.isRoot = isRoot
        context = parentContext
        context.containerNames = 0
        style = initialStyle
        grid = nil
        counters = nil
        copyInherited(from: parent)
        var parts: DeclarationParts = []
        for entry in entries {
            let block = block(entry)
            if !block.normal.early.isEmpty || !block.important.early.isEmpty { parts.insert(.early) }
            if !block.normal.custom.isEmpty || !block.important.custom.isEmpty { parts.insert(.custom) }
            if !block.important.isEmpty { parts.insert(.important) }
        }
        if parts.contains(.custom) { cascadeCustom(entries, parts) }
        if parts.contains(.early) { cascadeEarly(entries, parts) }
        cascadeLate(entries, parts)
        if paintRequest != nil { cascadePaint(entries) }
    }

    struct DeclarationParts: OptionSet {
        var rawValue: UInt8
        static let early = DeclarationParts(rawValue: 1)
        static let custom = DeclarationParts(rawValue: 2)
        static let important = DeclarationParts(rawValue: 4)
    }

    @inline(__always) private mutating func copyInherited(from parent: ComputedStyle) {
        withUnsafeMutableBytes(of: &style) { target in
            withUnsafeBytes(of: parent) { source in
                for field in PropertyTable.inheritedFields {
                    (target.baseAddress.unsafelyUnwrapped + field.offset).copyMemory(from: source.baseAddress.unsafelyUnwrapped + field.offset, byteCount: field.size)
                }
            }
        }
    }

    /// Important declarations in descending precedence: origins turned round, layers too, the style attribute first among the author's.
    func importantEntries(_ entries: ArraySlice<CascadeEntry>) -> [CascadeEntry] {
        var list = entries.filter { !block($0).important.isEmpty }
        // Stable: within an origin and layer the later entry still wins, so it goes first.
        list.reverse()
        func rank(_ entry: CascadeEntry) -> (UInt8, UInt32) {
            (entry.origin.rawValue, entry.layer == CascadeEntry.styleAttribute ? 0 : entry.layer &+ 1)
        }
        return list.enumerated().sorted { a, b in
            let x = rank(a.element), y = rank(b.element)
            return x != y ? x < y : a.offset < b.offset
        }.map(\.element)
    }

    private mutating func cascadeCustom(_ entries: ArraySlice<CascadeEntry>, _ parts: DeclarationParts) {
        var winners: [String: CustomDeclaration] = [:]
        if parts.contains(.important) {
            for entry in importantEntries(entries) {
                for index in block(entry).important.custom.descending {
                    let declaration = custom(entry.sheet, index)
                    if winners[declaration.name] == nil { winners[declaration.name] = declaration }
                }
            }
        }
        // `revert` takes the next lower origin's, of which custom properties have none but the author's: it is as `unset`.
        for entry in entries.reversed() {
            for index in block(entry).normal.custom.descending {
                let declaration = custom(entry.sheet, index)
                if winners[declaration.name] == nil { winners[declaration.name] = declaration }
            }
        }
        context.customs = customProperties.environment(parent: context.customs, declaring: winners)
    }

    // MARK: Early properties

    private mutating func cascadeEarly(_ entries: ArraySlice<CascadeEntry>, _ parts: DeclarationParts) {
        var cascade = Cascade()
        if parts.contains(.important) {
            for entry in importantEntries(entries) {
                for index in block(entry).important.early.descending { considerEarly(declaration(entry.sheet, index), entry, &cascade) }
            }
        }
        for entry in entries.reversed() {
            for index in block(entry).normal.early.descending { considerEarly(declaration(entry.sheet, index), entry, &cascade) }
        }
        let parentFont = context.font
        var fontMayChange = false
        // In the order of `PropertyID`: each may depend on those before it.
        var left = cascade.earlyWinners
        while left != 0 {
            let index = left.trailingZeroBitCount
            left &= left - 1
            let declaration = winners[index]
            if declaration.property == .lineHeight, fontMayChange {
                finishFont(parentFont)
                fontMayChange = false
            }
            applyEarly(declaration, winningEntries[index].sheet, isUserAgent: winningEntries[index].origin == .userAgent)
            if declaration.property.rawValue >= PropertyID.zoom.rawValue, declaration.property != .lineHeight { fontMayChange = true }
        }
        if fontMayChange { finishFont(parentFont) }
    }

    @inline(__always) private mutating func considerEarly(_ declaration: Declaration, _ entry: CascadeEntry, _ cascade: inout Cascade) {
        guard cascade.take(declaration, entry) else { return }
        winners[Int(declaration.property.rawValue)] = declaration
        winningEntries[Int(declaration.property.rawValue)] = entry
    }

    private mutating func finishFont(_ parentFont: FontProperties) {
        adjustForGenericFamily(parentFont)
        style.fontSize = min(context.font.specifiedSize * style.effectiveZoom * textScale * (adjustsTextSize ? context.font.sizeFactor : 1), 1_000_000)
        if style.fontSize < profile.smallestRelativeSize, style.fontSize > 0 { raiseSmallSize() }
        if context.font == parentFont, style.effectiveZoom == parent.effectiveZoom, !isRoot {
            style.font = parent.font
        } else {
            style.font = fontNumber(context.font, size: style.fontSize)
        }
    }

    // MARK: Late properties

    private mutating func cascadeLate(_ entries: ArraySlice<CascadeEntry>, _ parts: DeclarationParts) {
        var cascade = Cascade()
        if parts.contains(.important) {
            for entry in importantEntries(entries) {
                for index in block(entry).important.late.descending { applyLate(declaration(entry.sheet, index), entry, &cascade) }
            }
        }
        for entry in entries.reversed() {
            for index in block(entry).normal.late.descending { applyLate(declaration(entry.sheet, index), entry, &cascade) }
        }
    }

    @inline(__always) private mutating func applyLate(_ original: Declaration, _ entry: CascadeEntry, _ cascade: inout Cascade) {
        var declaration = original
        if declaration.property.isLogical { declaration.property = declaration.property.physical(style.writingMode, style.direction) }
        if cascade.take(declaration, entry) {
            apply(declaration, entry.sheet, isUserAgent: entry.origin == .userAgent, original: original.property)
        }
    }

    /// The winners so far, going down in precedence, and which levels `revert` and `revert-layer` have rolled back.
    struct Cascade {
        private var done = PropertySet()
        private var reverted = PropertySet()
        private var boundaries: [(property: PropertyID, origin: UInt8, layer: UInt32)] = []

        /// The early properties that have a winner, one bit each.
        var earlyWinners: UInt64 { done.firstWord }

        /// Whether the declaration wins its property.
        @inline(__always) mutating func take(_ declaration: Declaration, _ entry: CascadeEntry) -> Bool {
            if done.contains(declaration.property) { return false }
            if reverted.contains(declaration.property), !isBelowBoundary(declaration.property, entry) { return false }
            if declaration.form == .revert || declaration.form == .revertLayer {
                revert(declaration, entry)
                return false
            }
            return done.insert(declaration.property)
        }

        private static func rank(_ origin: CascadeEntry.Origin) -> UInt8 {
            // > Presentational hints count as author origin for `revert`.
            origin == .hints ? CascadeEntry.Origin.author.rawValue : origin.rawValue
        }

        private func isBelowBoundary(_ property: PropertyID, _ entry: CascadeEntry) -> Bool {
            guard let boundary = boundaries.last(where: { $0.property == property }) else { return true }
            let origin = Cascade.rank(entry.origin)
            if origin != boundary.origin { return origin < boundary.origin }
            return (entry.origin == .hints ? 0 : entry.layer) < boundary.layer
        }

        private mutating func revert(_ declaration: Declaration, _ entry: CascadeEntry) {
            _ = reverted.insert(declaration.property)
            let layer = declaration.form == .revertLayer && entry.origin != .hints ? entry.layer : 0
            boundaries.append((declaration.property, Cascade.rank(entry.origin), layer))
        }
    }
}
