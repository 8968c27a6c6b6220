import Synchronization
import Testing
import TransitModel

@testable import Matching

@Suite struct ExpiringTableTests {
    private final class Counter: Sendable {
        private let looks = Mutex(0)
        var count: Int { looks.withLock { $0 } }
        func add() { looks.withLock { $0 += 1 } }
    }

    private let counter = Counter()

    private func table() -> ExpiringTable<Int, UnixTime> {
        ExpiringTable(maximum: 3, seconds: 100) { [counter] time in
            counter.add()
            return time
        }
    }

    private func time(_ seconds: Int64) -> UnixTime { UnixTime(seconds: seconds) }

    @Test func `a full table makes room by removing what is outdated`() {
        var table = table()
        for key in 0..<3 { table.set(time(Int64(key)), for: key, at: time(Int64(key))) }
        table.set(time(101), for: 3, at: time(101))
        #expect([table[0], table[1], table[2], table[3]] == [nil, time(1), time(2), time(101)])
    }

    @Test func `a full table takes no new keys, but new values of known ones`() {
        var table = table()
        for key in 0..<4 { table.set(time(0), for: key, at: time(0)) }
        table.set(time(5), for: 2, at: time(5))
        #expect(table[3] == nil)
        #expect(table[2] == time(5))
        table.remove(2)
        table.set(time(5), for: 3, at: time(5))
        #expect(table[3] == time(5))
    }

    @Test func `keys that find no room do not have all entries looked at each time`() {
        var table = table()
        for key in 0..<1000 { table.set(time(0), for: key, at: time(Int64(key % 10))) }
        #expect(counter.count == 3)
        table.set(time(120), for: 1000, at: time(120))
        #expect(counter.count == 6)
        #expect(table[1000] == time(120))
    }
}
