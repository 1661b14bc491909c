/// Which faces served the text of a layout.
enum FontReport {
    static func uses(in context: LayoutContext) -> [FontUse] { [] }
}
