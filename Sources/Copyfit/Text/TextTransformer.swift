enum TextTransformer {
    static func apply(_ transform: TextTransform, to text: [UInt16], language: String, previous: UInt16) -> (text: [UInt16], offsets: [Int32]?) {
        (text, nil)
    }
}
