/// The custom properties of one style: those declared here and, by `parent`, those inherited.
struct CustomEnvironment: Sendable {
    /// In `CustomProperties.environments`; 0 is empty.
    var parent: UInt32
    /// How many parents there are; long chains are made one.
    var depth: UInt32
    /// Nil is the guaranteed-invalid value.
    var values: [String: CSSTokenSlice?]
}

/// Custom properties and `var()` (https://www.w3.org/TR/css-variables-1/).
///
/// Bounds: a value grows to at most 1 MiB, all substitutions of a document together to 64 MiB, references nest 200 deep; beyond that a
/// value is invalid. A document's styles declare at most two million values; styles after that inherit all of theirs.
struct CustomProperties: Sendable {
    private(set) var environments: [CustomEnvironment] = [CustomEnvironment(parent: 0, depth: 0, values: [:])]
    /// `@property` rules by name.
    var registered: [String: PropertyRule] = [:]
    private var budget = 64 << 20
    private var declarationBudget = 2_000_000

    private static let maximumSize = 1 << 20
    private static let maximumDepth = 200
    private static let maximumChain: UInt32 = 8

    // MARK: Environments

    func value(of name: String, in environment: UInt32) -> CSSTokenSlice? {
        var current = environment
        while current != 0 {
            let scope = environments[Int(current)]
            if let found = scope.values[name] { return found }
            current = scope.parent
        }
        return registered[name]?.initialValue
    }

    /// What children start from: properties registered as not inheriting are left out.
    func inherited(_ environment: UInt32) -> UInt32 { environment }

    /// The environment of an element that declares `winners`, whose parent has `parent`.
    mutating func environment(parent: UInt32, declaring winners: [String: CustomDeclaration]) -> UInt32 {
        declarationBudget -= winners.count
        guard declarationBudget >= 0 else { return parent }
        var resolver = Resolver(declared: winners, parent: parent)
        for name in winners.keys { _ = resolve(name, &resolver) }
        var values = resolver.results
        var link = parent
        var depth = environments[Int(parent)].depth + 1
        if depth > CustomProperties.maximumChain {
            // One dictionary for the whole chain, the nearest value winning.
            var current = parent
            while current != 0 {
                values.merge(environments[Int(current)].values) { mine, _ in mine }
                current = environments[Int(current)].parent
            }
            link = 0
            depth = 1
        }
        environments.append(CustomEnvironment(parent: link, depth: depth, values: values))
        return UInt32(clamping: environments.count - 1)
    }

    private struct Resolver {
        let declared: [String: CustomDeclaration]
        let parent: UInt32
        var results: [String: CSSTokenSlice?] = [:]
        /// The names being resolved, outermost first.
        var stack: [String] = []
        var cyclic: Set<String> = []
    }

    private mutating func resolve(_ name: String, _ resolver: inout Resolver) -> CSSTokenSlice? {
        if let known = resolver.results[name] { return known }
        guard let declaration = resolver.declared[name] else { return value(of: name, in: resolver.parent) }
        if let position = resolver.stack.firstIndex(of: name) {
            // > All custom properties in the cycle are invalid at computed-value time.
            resolver.cyclic.formUnion(resolver.stack[position...])
            return nil
        }
        guard resolver.stack.count < CustomProperties.maximumDepth else { return nil }
        var result: CSSTokenSlice?
        switch declaration.wide {
        case .initial?: result = registered[name]?.initialValue
        case .inherit?, .unset?, .revert?, .revertLayer?:
            result = registered[name]?.inherits == false && declaration.wide != .inherit ? registered[name]?.initialValue : value(of: name, in: resolver.parent)
        default:
            if declaration.hasReferences {
                resolver.stack.append(name)
                result = substitute(declaration.value) { custom, reference in custom.resolve(reference, &resolver) }
                resolver.stack.removeLast()
                if resolver.cyclic.contains(name) { result = nil }
            } else {
                result = declaration.value
            }
        }
        resolver.results[name] = .some(result)
        return result
    }

    // MARK: Substitution

    /// `value` with the references replaced by what they stand for in `environment`; nil where that is invalid.
    mutating func substitute(_ value: CSSTokenSlice, in environment: UInt32) -> CSSTokenSlice? {
        substitute(value) { custom, name in custom.value(of: name, in: environment) }
    }

    private mutating func substitute(
        _ value: CSSTokenSlice, _ lookUp: (inout CustomProperties, String) -> CSSTokenSlice?
    ) -> CSSTokenSlice? {
        var bytes: [UInt8] = []
        guard write(value.cursor, into: &bytes, lookUp), bytes.count <= CustomProperties.maximumSize, bytes.count <= budget else { return nil }
        budget -= bytes.count
        return CSSTokenBuffer(bytes, base: value.buffer.base).all
    }

    /// Recursion goes as deep as fallbacks nest, which the cursor bounds.
    private mutating func write(
        _ start: CSSTokenCursor, into bytes: inout [UInt8], _ lookUp: (inout CustomProperties, String) -> CSSTokenSlice?
    ) -> Bool {
        var cursor = start
        while !cursor.isAtEnd {
            guard bytes.count <= CustomProperties.maximumSize else { return false }
            let isVariable = cursor.isFunction("var")
            if isVariable || cursor.isFunction("env") {
                guard var inside = cursor.block() else { return false }
                inside.skipWhitespace()
                guard let name = inside.takeIdentText() else { return false }
                if !isVariable { while inside.kind == .number || inside.kind == .whitespace { inside.next() } }
                inside.skipWhitespace()
                let hasFallback = inside.kind == .comma
                guard hasFallback || inside.isAtEnd else { return false }
                let found = isVariable ? lookUp(&self, name) : CustomProperties.environmentVariable(name)
                if let found {
                    // Comments keep neighbours from joining into one token.
                    bytes += [0x2F, 0x2A, 0x2A, 0x2F]
                    bytes += found.buffer.bytes[found.sourceRange]
                    bytes += [0x2F, 0x2A, 0x2A, 0x2F]
                } else if hasFallback {
                    inside.next()
                    guard write(inside, into: &bytes, lookUp) else { return false }
                } else {
                    return false
                }
                continue
            }
            let token = cursor.next()
            bytes += cursor.buffer.bytes[Int(token.start)..<Int(token.end)]
        }
        return true
    }

    /// A page here has no notch and no keyboard: their insets are 0 (https://www.w3.org/TR/css-env-1/).
    private static func environmentVariable(_ name: String) -> CSSTokenSlice? {
        switch name {
        case "safe-area-inset-top", "safe-area-inset-right", "safe-area-inset-bottom", "safe-area-inset-left", "keyboard-inset-top",
            "keyboard-inset-right", "keyboard-inset-bottom", "keyboard-inset-left", "keyboard-inset-width", "keyboard-inset-height",
            "safe-area-max-inset-top", "safe-area-max-inset-right", "safe-area-max-inset-bottom", "safe-area-max-inset-left":
            return zeroLength
        default: return nil
        }
    }

    private static let zeroLength = CSSTokenBuffer("0px").all
}
