import Testing

@testable import Copyfit

/// Lines of many items with limits are flexed as the loop of the specification flexes them.
@Suite struct FlexFreezingTests {
    /// An item whose flex base size is 0.
    private struct Item {
        var grow: Double
        var minimum: Double
        var maximum: Double
    }

    /// The specification's loop, in px.
    private func flexed(_ items: [Item], _ width: Double) -> [Double] {
        var sizes = items.map { max($0.minimum, min(0, $0.maximum)) }
        var frozen = items.map { $0.grow == 0 || $0.minimum < 0 }
        while frozen.contains(false) {
            var free = width, factors = 0.0
            for index in items.indices {
                if frozen[index] { free -= sizes[index] } else { factors += items[index].grow }
            }
            var violations = items.map { _ in 0.0 }
            for index in items.indices where !frozen[index] {
                let share = max(0, free) * items[index].grow / factors
                sizes[index] = max(items[index].minimum, min(share, items[index].maximum))
                violations[index] = sizes[index] - share
            }
            let total = violations.reduce(0, +)
            for index in items.indices where !frozen[index] {
                frozen[index] = abs(total) < 1e-6 || (total > 0 ? violations[index] > 0 : violations[index] < 0)
            }
        }
        return sizes
    }

    @Test(arguments: [50, 200, 400]) func limitsAreMetOneAfterTheOther(count: Int) throws {
        let items = (1...count).map { (index: Int) -> Item in
            let minimum: Double = index % 7 == 0 ? Double(index % 40) : 0
            return Item(grow: Double(1 + index % 3), minimum: minimum, maximum: Double(index) * 0.75)
        }
        let width = Double(count * count) / 4
        var html = "<!doctype html><style>div > div { flex: 1 1 0; min-width: 0; height: 1px }</style><div style='display: flex; width: \(width)px'>"
        for item in items { html += "<div style='flex-grow: \(item.grow); min-width: \(item.minimum)px; max-width: \(item.maximum)px'></div>" }
        let layout = try Copyfitter(options: Options(), fonts: BrowserCaseTests.fonts).prepare(html: html).layout(width: 5000, detail: .boxes)
        let boxes: [BoxInfo] = try #require(layout.boxes)
        let found: [Double] = boxes.filter { $0.tag == "div" }.dropFirst().map { $0.width }
        #expect(found.count == count)
        for (own, wanted) in zip(found, flexed(items, width)) { #expect(abs(own - wanted) < 0.05) }
    }
}
