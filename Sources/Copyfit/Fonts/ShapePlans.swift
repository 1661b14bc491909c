private import CHarfBuzz

/// The shape plans that were needed last, of a fixed number.
///
/// `hb_shape` leaves each plan that a face was shaped by with the face, for good, and searches them one after the other: documents with
/// thousands of styles would take quadratic time, and a long process ever more memory.
struct ShapePlans: ~Copyable {
    struct Key: Equatable {
        /// Sizes of a face share plans where it has no variations and features of its own.
        fileprivate var font: UInt64
        fileprivate var style: UInt32
        fileprivate var script: UInt32
        fileprivate var isRightToLeft: Bool
        fileprivate var ligatures: Bool

        init(_ font: Font, _ style: ShapingStyle, script: UInt32, rightToLeft: Bool, ligatures: Bool) {
            let isPlain = font.request.variations.isEmpty && font.request.features.isEmpty
            self.font = isPlain ? UInt64(font.face.serial) : UInt64(font.instance) | 1 << 32
            self.style = style.serial
            self.script = script
            isRightToLeft = rightToLeft
            self.ligatures = ligatures
        }

        fileprivate var set: Int {
            let numbers = UInt64(style) << 32 | UInt64(script) ^ (isRightToLeft ? 1 : 0) ^ (ligatures ? 2 : 0)
            let hash = (font &* 0x9E37_79B9_7F4A_7C15 ^ numbers) &* 0xA076_1D64_78BD_642F
            return Int(truncatingIfNeeded: hash &>> 60) &* 2
        }
    }

    private struct Entry {
        var key: Key
        /// Holds the face.
        var font: Font
        var plan: OpaquePointer?
    }

    /// Pairs: what comes later pushes the first plan of a pair to the second place and that one out.
    private static let count = 32
    private let entries: UnsafeMutablePointer<Entry?>

    init() {
        entries = .allocate(capacity: Self.count)
        entries.initialize(repeating: nil, count: Self.count)
    }

    deinit {
        for index in 0..<Self.count {
            if let plan = entries[index]?.plan { hb_shape_plan_destroy(plan) }
        }
        entries.deinitialize(count: Self.count)
        entries.deallocate()
    }

    /// The plan for a key, an `hb_shape_plan_t`, made by `make` where it was not needed lately. Valid until the next question.
    @inline(__always) mutating func plan(_ key: Key, of font: Font, make: () -> OpaquePointer?) -> OpaquePointer? {
        let pair = entries + key.set
        if pair[0]?.key == key { return pair[0]?.plan }
        swap(&pair[0], &pair[1])
        if pair[0]?.key == key { return pair[0]?.plan }
        if let plan = pair[0]?.plan { hb_shape_plan_destroy(plan) }
        let made = make()
        pair[0] = Entry(key: key, font: font, plan: made)
        return made
    }
}
