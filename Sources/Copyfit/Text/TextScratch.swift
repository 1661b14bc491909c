/// Working memory of the text stage, owned by one task: break iterators, bidi objects and arrays that outlive a paragraph.
package final class TextScratch {
    package init() {}
}
