package import Timetables
package import TransitModel

/// What a board shall show.
package struct BoardRequest: Hashable, Sendable {
    /// Which calls a board lists.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Where riders get on.
        case departures
        /// Where riders get off.
        case arrivals
    }

    /// The stop or platform, or the station with all its platforms; an entrance stands for its
    /// station.
    package var stop: StopIndex
    /// Stops that riders take for the same place although no station joins them; of more than
    /// `maximumOthers` the first.
    package var others: [StopIndex] = []
    /// Departures or arrivals.
    package var kind = Kind.departures
    /// Where the page begins, or ends if it goes back.
    package var cursor: BoardCursor
    /// The page holds what is before the cursor instead of what follows it.
    package var goesBack = false
    /// How far from the cursor to look, clamped to `1...maximumSpanSeconds`.
    package var spanSeconds = 86_400
    /// The most calls on the page, clamped to `1...maximumLimit`.
    package var limit = 20
    /// How many of a run's further calls to tell with each entry, clamped to
    /// `0...maximumFurtherCalls`.
    package var furtherCalls = 0

    /// The most stops shown beside the one asked for.
    package static let maximumOthers = 200
    /// The longest span: a week.
    package static let maximumSpanSeconds = 7 * 86_400
    /// The longest page.
    package static let maximumLimit = 500
    /// The most further calls of an entry.
    package static let maximumFurtherCalls = 200

    /// Asks for a stop's departures from a moment on, in whole seconds.
    package init(stop: StopIndex, from time: UnixTime) {
        self.stop = stop
        cursor = BoardCursor(time)
    }
}

/// A place between two calls on a stop's endless board; pages that share one neither overlap nor
/// leave a gap, as long as nothing changes in between.
package struct BoardCursor: Hashable, Comparable, Sendable {
    /// Unix seconds of the call that follows: as expected, else as scheduled.
    let seconds: Int64
    /// The row of the run, or the place of an added run beyond all rows.
    let number: UInt64
    let day: Int32
    let position: Int32

    /// The first number of an added run.
    static let firstAdded: UInt64 = 1 << 32
    /// Years 1 to 9999 lie within.
    private static let farthest: Int64 = 253_402_300_800

    init(seconds: Int64, number: UInt64, day: Int32, position: Int32) {
        self.seconds = seconds
        self.number = number
        self.day = day
        self.position = position
    }

    /// Before everything of that second, which is brought into the years 1 to 9999.
    package init(_ time: UnixTime) {
        self.init(
            seconds: min(Self.farthest, max(-Self.farthest, time.seconds)), number: 0, day: .min,
            position: 0)
    }

    /// Reads what ``text`` wrote; nil for anything else.
    package init?(text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let seconds = Int64(parts[0]), let number = UInt64(parts[1]),
            let day = Int32(parts[2]), let position = Int32(parts[3]),
            seconds.magnitude <= Self.farthest.magnitude, position >= 0
        else { return nil }
        self.init(seconds: seconds, number: number, day: day, position: position)
    }

    /// For addresses; means nothing but to ``init(text:)``, in the same network.
    package var text: String { "\(seconds).\(number).\(day).\(position)" }

    /// The moment to which it belongs.
    package var time: UnixTime { UnixTime(seconds: seconds) }

    /// The place right behind the call that this one lies before.
    var next: BoardCursor {
        BoardCursor(
            seconds: seconds, number: number, day: day,
            position: position == .max ? .max : position + 1)
    }

    /// Earlier calls come first; calls of the same second in a fixed order.
    package static func < (left: BoardCursor, right: BoardCursor) -> Bool {
        if left.seconds != right.seconds { return left.seconds < right.seconds }
        if left.number != right.number { return left.number < right.number }
        if left.day != right.day { return left.day < right.day }
        return left.position < right.position
    }
}
