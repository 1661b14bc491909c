import Testing

@testable import Copyfit

/// What layout says of other widths: its arithmetic, and how evenly columns follow their table.
@Suite struct WidthRoomTests {
    @Test func anyRoomStaysAny() {
        #expect(WidthRoom.unlimited.reduced(by: 100) == .unlimited)
        #expect(WidthRoom.unlimited.moved(by: -70) == .unlimited)
        #expect(WidthRoom.unlimited.followed(by: .none) == .unlimited)
        #expect(WidthRoom.unlimited.holds(.max))
        #expect(WidthRoom.none.isEmpty && WidthRoom.none.holds(0) && !WidthRoom.none.holds(1) && !WidthRoom.none.holds(-1))
    }

    @Test func roomMovesWithTheWidth() {
        let room = WidthRoom(less: 10, more: 20)
        #expect(room.moved(by: 5) == WidthRoom(less: 15, more: 15))
        #expect(room.moved(by: -10) == WidthRoom(less: 0, more: 30))
        #expect(room.holds(20) && !room.holds(21) && room.holds(-10) && !room.holds(-11))
        #expect(room.reduced(by: 15) == WidthRoom(less: 0, more: 0))
        #expect(room.reduced(by: 7) == WidthRoom(less: 3, more: 13))
    }

    /// A width between limits does not follow until it leaves them; then what is inside follows.
    @Test func limitsComeFirst() {
        let atMost = WidthRoom(clamped: 300.layoutUnits, available: 400.layoutUnits)
        #expect(atMost == WidthRoom(less: 6400, more: .max))
        #expect(atMost.followed(by: WidthRoom(less: 64, more: 64)) == WidthRoom(less: 6464, more: .max))
        #expect(WidthRoom(clamped: 300.layoutUnits, available: 200.layoutUnits) == WidthRoom(less: .max, more: 6400))
        #expect(WidthRoom(clamped: 300.layoutUnits, available: 300.layoutUnits) == .none)
    }

    /// Heights that only grow do so at all widths at which they stay, and no longer than the width that they follow does not shrink.
    @Test func heightsGrowWithTheWidth() {
        let room = WidthRoom(less: 5, more: 10, rising: 100)
        #expect(room.moved(by: 4) == WidthRoom(less: 9, more: 6, rising: 96))
        #expect(room.still == WidthRoom(less: 5, more: 10) && room.still.rising == 10)
        #expect(room.reduced(by: 2) == WidthRoom(less: 3, more: 8))
        #expect(room.reduced(less: 3, more: 0) == WidthRoom(less: 2, more: 10, rising: 100))
        #expect(room.reduced(by: 2).extended(by: room, within: 20) == WidthRoom(less: 3, more: 10, rising: 20))
        #expect(WidthRoom(less: 0, more: 30).followed(by: room) == WidthRoom(less: 5, more: 40, rising: 130))
        var limited = room
        limited.limitMore(to: 7)
        #expect(limited == WidthRoom(less: 5, more: 7) && limited.rising == 7)
        #expect(WidthFollow(low: 0, high: 0.5, noise: 1).room(room).rising == 17)
    }

    /// Each track grows with its table, by no more than the table does: what intervals of tables rest on.
    @Test(arguments: [Profile.webkit, .chromium])
    func tracksFollowTheirTableEvenly(profile: Profile) {
        var state: UInt64 = 7
        func random(_ upper: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % upper
        }
        for _ in 0..<150 {
            let kinds: [ColumnConstraint.Kind] = [[.auto], [.auto, .fixed], [.auto, .percent], [.auto, .fixed, .percent], [.percent], [.fixed]][random(6)]
            var tracks: [ColumnConstraint] = []
            var percent: Float = 0
            for _ in 0...random(5) {
                var track = ColumnConstraint(kind: kinds[random(kinds.count)])
                track.minimum = Float(1 + random(5000)) / 64
                track.maximum = track.minimum + Float(random(3) * random(9000)) / 64
                track.isEmpty = false
                if track.kind == .fixed {
                    track.value = Float(1 + random(200))
                    track.maximum = max(track.minimum, track.value)
                } else if track.kind == .percent {
                    track.value = min(100 - percent, Float(random(60)))
                    percent += track.value
                }
                tracks.append(track)
            }
            let slack: Int32 = 2
            var width = tracks.reduce(LayoutUnit.zero) { $0 + .ceiling($1.minimum) }
            var previous: [LayoutUnit]?
            var lastStep: Int32 = 0
            for _ in 0..<160 {
                let widths: [LayoutUnit] = profile.engine == .chromium
                    ? ColumnDistribution.widths(of: tracks[...], target: width, growsFixed: true)
                    : AutoColumnDistribution.widths(of: tracks, width: width.px).map { .ceiling($0) }
                let step = LayoutUnit(rawValue: Int32(1 + random(600)))
                for (old, new) in zip(previous ?? widths, widths) {
                    #expect((new - old).rawValue >= -slack && (new - old).rawValue <= lastStep + slack, "\(tracks) at \(width)")
                }
                previous = widths
                lastStep = step.rawValue
                width += step
            }
        }
    }
}
