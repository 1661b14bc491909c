/// The query containers around the element being styled (https://www.w3.org/TR/css-contain-3/#container-queries).
///
/// Styles come before layout, so a container's width is worked out here from the widths of the blocks around it, as block layout would:
/// exact for containers in normal flow, whose width their contents cannot change. Containers that would shrink to their contents are as
/// wide as they are when empty. A class, because the rule matcher asks it while the walk goes on.
final class ContainerSizes {
    private struct Level {
        /// Of the content box, CSS px.
        var width: Float
        var display: Display
        /// In `containers`.
        var containerCount: Int
    }

    private struct Container {
        var names: [String]
        var context: ContainerContext
        var hasBlockSize: Bool
    }

    private var levels: [Level]
    private var containers: [Container] = []
    /// Some query was asked, so the answer depends on the viewport's width.
    private(set) var wasAsked = false

    init(viewportWidth: Float) { levels = [Level(width: viewportWidth, display: .block, containerCount: 0)] }

    /// The walk goes into the children of an element of this style.
    func push(_ style: ComputedStyle, names: [String]) {
        let outer = levels[levels.count - 1]
        var level = Level(width: outer.width, display: style.display == .contents ? outer.display : style.display, containerCount: containers.count)
        if style.display != .contents, style.display != .inline {
            level.width = ContainerSizes.contentWidth(style, outer.width, isItem: outer.display.isFlexOrGrid)
        }
        if style.containerType != 0, style.display != .contents, style.display != .inline {
            let height: Float? = style.containerType == 2 && style.height.kind == .fixed ? style.height.px : style.containerType == 2 ? 0 : nil
            var context = ContainerContext(width: level.width, height: height)
            context.em = style.fontSize
            containers.append(Container(names: names, context: context, hasBlockSize: style.containerType == 2))
        }
        levels.append(level)
    }

    func pop() {
        guard levels.count > 1, let level = levels.popLast() else { return }
        containers.removeSubrange(level.containerCount...)
    }

    /// Whether the nearest container that can answer says yes.
    func matches(_ query: ContainerQuery) -> Bool {
        wasAsked = true
        let needsBlockSize = query.needsBlockSize
        let container = containers.last { container in
            (!needsBlockSize || container.hasBlockSize) && (query.name.map(container.names.contains) ?? true)
        }
        return container.map { query.matches($0.context) } ?? false
    }

    private static func contentWidth(_ style: ComputedStyle, _ available: Float, isItem: Bool) -> Float {
        func resolve(_ length: Length) -> Float? {
            switch length.kind {
            case .fixed: length.px
            case .percentage, .calculated: length.px + length.percent * available / 100
            default: nil
            }
        }
        let inside = (resolve(style.padding.left) ?? 0) + (resolve(style.padding.right) ?? 0) + style.borderWidth.left + style.borderWidth.right
        let isBorderBox = style.boxSizing == .borderBox
        func content(_ length: Length) -> Float? { resolve(length).map { max(0, isBorderBox ? $0 - inside : $0) } }
        var width: Float
        if let given = content(style.width) { width = given } else {
            let shrinks = style.float != .none || style.position == .absolute || style.position == .fixed || style.display.isInlineLevel
            let fills = !shrinks || style.width.kind == .stretch
            let margins = (resolve(style.margin.left) ?? 0) + (resolve(style.margin.right) ?? 0)
            width = fills || isItem ? max(0, available - margins - inside) : 0
        }
        if let limit = content(style.maxWidth) { width = min(width, limit) }
        if let least = content(style.minWidth) { width = max(width, least) }
        return width
    }
}

extension Display {
    var isInlineLevel: Bool {
        switch self {
        case .inline, .inlineBlock, .inlineListItem, .inlineTable, .inlineFlex, .inlineGrid, .inlineWebkitBox, .ruby, .rubyText: true
        default: false
        }
    }
}
