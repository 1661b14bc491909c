extension LaidOutPage {
    /// What a box of a formula draws beside the text in it.
    package func formulaMarks(of box: BoxID) -> [FormulaMark] { tree[box].kind == .math ? MathFormatting(context: context).marks(box) : [] }

    /// Whether the text of an inline formatting context is drawn as marks of the token around it.
    package func marksReplaceText(of container: BoxID) -> Bool {
        let token = tree[container].parent
        guard tree[container].flags.contains(.anonymous), token.exists, tree[token].kind == .math else { return false }
        return MathFormatting(context: context).hidesText(token)
    }
}
