import Testing

@testable import Copyfit

@Suite struct ReuseCacheTests {
    @Test func findsWhatWasInserted() {
        var cache = ReuseCache<String, Int>(maximumSize: 100)
        #expect(cache.find("a") == nil)
        cache.insert("a", 1, size: 10)
        #expect(cache.find("a") == 1)
    }

    @Test func thingsThatComeOnceTakeHalfOfTheRoom() {
        var cache = ReuseCache<Int, Int>(maximumSize: 100)
        for number in 0..<1000 {
            cache.insert(number, number, size: 7)
            #expect(cache.size <= 50)
        }
    }

    @Test func whatIsUsedAgainStays() {
        var cache = ReuseCache<Int, Int>(maximumSize: 100)
        cache.insert(-1, -1, size: 40)
        for number in 0..<1000 {
            #expect(cache.find(-1) == -1)
            cache.insert(number, number, size: 9)
            #expect(cache.size <= 100)
        }
    }

    /// A large sheet that all documents share beside a small one of each.
    @Test func whatComesBackIsNotFresh() {
        var cache = ReuseCache<Int, Int>(maximumSize: 100)
        var misses = 0
        for number in 0..<1000 {
            if cache.find(-1) == nil {
                misses += 1
                cache.insert(-1, -1, size: 80)
            }
            cache.insert(number, number, size: 5)
        }
        #expect(misses <= 2)
    }

    @Test func theLastStaysHoweverLarge() {
        var cache = ReuseCache<Int, Int>(maximumSize: 100)
        for number in 0..<10 {
            cache.insert(number, number, size: 1000)
            #expect(cache.find(number) == number)
            #expect(cache.size == 1000)
        }
    }

    @Test func usedThingsGoWhenTheyAreNoLongerUsed() {
        var cache = ReuseCache<Int, Int>(maximumSize: 100)
        for number in 0..<1000 {
            cache.insert(number, number, size: 9)
            #expect(cache.find(number) == number)
            #expect(cache.size <= 100)
        }
    }
}
