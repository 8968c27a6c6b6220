import Persistence
import Testing
import TransitModel

/// Whether a clock is trusted when something old is deleted.
@Suite struct RetentionClockTests {
    private static let start: Int64 = 1_777_852_800
    private static let month = 31.0 * 24

    /// Reads a clock at some hours after the start, and returns when it was trusted.
    private func trusted(_ clock: RetentionClock, _ hours: Double...) -> [Double] {
        var clock = clock
        return hours.filter {
            clock.trusts(UnixTime(seconds: Self.start).advanced(bySeconds: $0 * 3600))
        }
    }

    @Test func `a clock that goes on is trusted from its first reading`() {
        #expect(trusted(RetentionClock(), 0, 1, 20, 43) == [0, 1, 20, 43])
    }

    @Test func `one that leaps is not, until it stands by that for an hour`() {
        let month = Self.month
        #expect(
            trusted(RetentionClock(), 0, month, month + 0.9, month + 1) == [0, month + 1])
    }

    @Test func `back from a leap it is trusted at once, and the next leap is another`() {
        #expect(trusted(RetentionClock(leapSeconds: 1800), 0, 1, 0.01, 1.01) == [0, 0.01])
    }

    @Test func `a second leap within the hour begins another hour`() {
        #expect(
            trusted(RetentionClock(leapSeconds: 1800), 0, 1, 2, 2.4, 2.8, 3) == [0, 3])
    }

    @Test func `after a start an unproven clock is not trusted for an hour`() {
        #expect(trusted(.unproven, 0, 0.5, 1, 2) == [1, 2])
    }

    @Test func `what was trusted before a start still counts`() {
        #expect(trusted(RetentionClock(believed: Self.start), 1, Self.month) == [1])
    }
}
