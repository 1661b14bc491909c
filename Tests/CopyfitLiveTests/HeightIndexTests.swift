import Copyfit
import CopyfitLive
import Testing

/// The index of a long list against plain arrays.
@Suite struct HeightIndexTests {
    /// Numbers without meaning, the same in each run.
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    /// Heights in quarters of a px, and often none, so that rows without height are met.
    private func height(_ random: inout Random) -> Double {
        Int.random(in: 0..<8, using: &random) == 0 ? 0 : Double(Int.random(in: 0...4000, using: &random)) / 4
    }

    @Test(arguments: [(start: 0, steps: 6000, growth: 70), (start: 5000, steps: 8000, growth: 50), (start: 3000, steps: 9000, growth: 15)])
    func agreesWithAnArray(_ plan: (start: Int, steps: Int, growth: Int)) throws {
        var random = Random(state: UInt64(plan.start + plan.growth))
        var plain = (0..<plan.start).map { _ in (height: height(&random), isMeasured: true) }
        var index = try HeightIndex(heights: plain.map(\.height))
        for step in 0..<plan.steps {
            let kind = Int.random(in: 0..<100, using: &random)
            let value = height(&random), isMeasured = Bool.random(using: &random)
            if kind < plan.growth {
                let row = kind % 4 == 0 ? plain.count : Int.random(in: 0...plain.count, using: &random)
                try index.insert(height: value, isEstimate: !isMeasured, at: row)
                plain.insert((value, isMeasured), at: row)
            } else if !plain.isEmpty {
                let row = Int.random(in: 0..<plain.count, using: &random)
                switch kind % 5 {
                case 0:
                    let change = isMeasured ? try index.setHeight(of: row, to: value) : try index.setEstimate(of: row, to: value)
                    #expect(change == value - plain[row].height)
                    plain[row] = (value, isMeasured)
                case 1:
                    let target = Int.random(in: 0..<plain.count, using: &random)
                    try index.move(from: row, to: target)
                    plain.insert(plain.remove(at: row), at: target)
                default: #expect(try index.remove(at: row) == plain.remove(at: row).height)
                }
            }
            guard step % 37 == 0 || step == plan.steps - 1 else { continue }
            try check(index, plain, &random)
        }
    }

    private func check(_ index: HeightIndex, _ plain: [(height: Double, isMeasured: Bool)], _ random: inout Random) throws {
        var offsets: [Double] = [0]
        for row in plain { offsets.append(offsets[offsets.count - 1] + row.height) }
        #expect(index.count == plain.count)
        #expect(index.totalHeight == offsets.last)
        for _ in 0..<min(40, plain.count) {
            let row = Int.random(in: 0..<plain.count, using: &random)
            #expect(try index.offset(of: row) == offsets[row])
            #expect(try index.height(of: row) == plain[row].height)
            #expect(try index.isMeasured(row) == plain[row].isMeasured)
            let y = Double.random(in: -10...(offsets[plain.count] + 10), using: &random)
            let expected = min(plain.count - 1, max(0, (offsets.firstIndex { $0 > max(0, y) } ?? plain.count) - 1))
            let found = try #require(index.row(at: y))
            #expect(found.height == plain[found.index].height && found.offset == offsets[found.index])
            // Past the end any row of no height may stand for the last.
            #expect(found.index == expected || y >= offsets[plain.count])
        }
        #expect(try index.offset(of: plain.count) == offsets.last)
    }

    @Test func visibleRows() throws {
        let index = try HeightIndex(heights: [10, 20, 30, 40])
        #expect(index.rows(from: 0, height: 10) == 0..<1)
        #expect(index.rows(from: 9, height: 22) == 0..<3)
        #expect(index.rows(from: 30, height: 1000) == 2..<4)
        #expect(index.rows(from: -50, height: 50).isEmpty)
        #expect(index.rows(from: -50, height: 51) == 0..<1)
        #expect(index.rows(from: 100, height: 5).isEmpty)
        #expect(HeightIndex().rows(from: 0, height: 5).isEmpty)
    }

    @Test func correctionsDoNotMoveWhatIsOnScreen() throws {
        var random = Random(state: 7)
        var rows = try HeightIndex(count: 10_000, estimate: 64)
        var scroll = 320_010.0
        rows.pin(at: scroll, viewportHeight: 800)
        // The row at 320 000 is cut; the one after it is the first whose top shows.
        let row = try #require(rows.row(at: scroll)).index + 1
        let place = try rows.offset(of: row) - scroll
        for _ in 0..<2000 { try rows.setHeight(of: Int.random(in: 0..<10_000, using: &random), to: Double(Int.random(in: 10...300, using: &random))) }
        scroll = try #require(rows.pinnedOffset)
        #expect(try rows.offset(of: row) - scroll == place)

        // Messages come above, one goes, some move: the row has another number, but the same place.
        for _ in 0..<50 { try rows.insert(height: 90, at: 0) }
        try rows.remove(at: 3)
        try rows.move(from: 9, to: 9000)
        try rows.move(from: 9500, to: 20)
        scroll = try #require(rows.pinnedOffset)
        #expect(try rows.offset(of: row + 49) - scroll == place)
        try rows.remove(at: row + 49)
        #expect(rows.pinnedOffset == scroll)
        rows.unpin()
        #expect(rows.pinnedOffset == nil)
    }

    @Test func badInputThrowsAndChangesNothing() throws {
        var index = try HeightIndex(heights: [10, 20])
        for bad in [-1, Double.nan, .infinity, -.infinity, 1e300] {
            #expect(throws: CopyfitError.self) { try index.setHeight(of: 0, to: bad) }
            #expect(throws: CopyfitError.self) { try index.insert(height: bad, at: 0) }
            #expect(throws: CopyfitError.self) { try HeightIndex(count: 3, estimate: bad) }
            #expect(throws: CopyfitError.self) { try HeightIndex(heights: [1, bad]) }
        }
        for bad in [-1, 2, Int.max, Int.min] {
            #expect(throws: CopyfitError.outOfRange(name: "row", index: bad, count: 2)) { try index.setHeight(of: bad, to: 1) }
            #expect(throws: CopyfitError.self) { try index.height(of: bad) }
            #expect(throws: CopyfitError.self) { try index.isMeasured(bad) }
            #expect(throws: CopyfitError.self) { try index.remove(at: bad) }
            #expect(throws: CopyfitError.self) { try index.move(from: 0, to: bad) }
            #expect(throws: CopyfitError.self) { try index.move(from: bad, to: 0) }
            if bad != 2 {
                #expect(throws: CopyfitError.self) { try index.insert(height: 1, at: bad) }
                #expect(throws: CopyfitError.self) { try index.offset(of: bad) }
            }
        }
        #expect(throws: CopyfitError.self) { try HeightIndex(count: -1, estimate: 1) }
        #expect(throws: CopyfitError.self) { try HeightIndex(count: Int.max, estimate: 1) }
        var tall = try HeightIndex(count: 16_000, estimate: HeightIndex.rowLimit)
        #expect(throws: CopyfitError.self) { for _ in 0..<1000 { try tall.append(height: HeightIndex.rowLimit) } }
        #expect(index.row(at: .nan) == nil)
        #expect(index.row(at: .infinity)?.index == 1)
        #expect(index.row(at: -.infinity)?.index == 0)
        index.pin(at: .nan, viewportHeight: 10)
        #expect(index.pinnedOffset == nil)
        index.pin(at: 5, viewportHeight: .infinity)
        #expect(index.pinnedOffset == 5)
        #expect(index.totalHeight == 30)
    }
}
