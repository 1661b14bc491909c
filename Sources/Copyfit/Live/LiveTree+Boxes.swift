// Making again the boxes that an update may have changed.

extension LiveTree {
    /// False: everything is to be computed anew.
    func updateBoxes(_ parts: inout Update, _ session: StyleSession) -> Bool {
        let styled = session.resolver.styled
        session.resolver.releaseStyles()
        let clamped = facts.clampsLines
        facts.add(styled)
        if facts.clampsLines, !clamped { return false }
        let pictures = pictures
        var work = BoxUpdate(
            tree: self,
            generator: BoxGenerator(
                resuming: parts.tree, anonymousStyles: session.anonymousStyles, document: preparation.document, styled: styled,
                profile: preparation.options.profile, imageSize: pictures.size, imageSource: pictures.source, fontAscent: session.fontAscent(of: styled)),
            facts: facts, principalBoxes: principalBoxes)
        parts.tree = BoxTree()
        principalBoxes = []
        let succeeded = work.run(pending)
        parts.tree = work.generator.tree
        principalBoxes = work.principalBoxes
        session.anonymousStyles = work.generator.anonymousStyles
        discardedBoxes += work.discarded
        session.resolver.restore(work.generator.styled)
        guard succeeded else { return false }

        guard parts.memory != nil else { return true }
        parts.memory?.grow(boxCount: parts.tree.boxes.count, inlineContextCount: parts.tree.inlineContexts.count)
        for box in work.reset { parts.memory?.reset(box) }
        for context in work.emptied where context < contents.count {
            parts.memory?.fragments.lines[context] = LineFragments()
        }
        for box in work.moved { parts.memory?.forgetFlow(before: box) }
        var seen: Set<BoxID> = []
        for box in work.touched {
            var current = box
            while current.exists, seen.insert(current).inserted {
                parts.memory?.forget(current)
                current = parts.tree[current].parent
            }
        }
        return true
    }
}
