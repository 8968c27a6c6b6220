import Testing

@testable import HTTPServing

@Suite struct TicksTests {
    private let start = ContinuousClock.now

    private func next(at seconds: Double) -> Duration {
        Ticks.next(after: start, every: .seconds(10), now: start + .seconds(seconds)) - start
    }

    @Test func `ticks keep their times, however long the work takes`() {
        #expect(next(at: 0) == .seconds(10))
        #expect(next(at: 3.5) == .seconds(10))
        #expect(next(at: 10) == .seconds(10))
    }

    @Test func `ticks that pass during the work are left out`() {
        #expect(next(at: 10.5) == .seconds(20))
        #expect(next(at: 45) == .seconds(50))
    }

    @Test func `the first tick comes at once, and a cancelled loop ends`() async {
        let task = Task {
            var count = 0
            for await _ in Ticks(every: .seconds(3600)) {
                count += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }
        #expect(await task.value == 1)
    }
}
