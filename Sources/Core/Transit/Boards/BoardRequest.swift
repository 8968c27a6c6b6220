package import Timetables
package import TransitModel

/// A request for a page of a board.
package struct BoardRequest: Hashable, Sendable {
    /// The calls that a board lists.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Calls where riders board.
        case departures
        /// Calls where riders alight.
        case arrivals
    }

    /// The stop or platform, or the station with all its platforms; an entrance means its
    /// station.
    package var stop: StopIndex
    /// Stops that riders consider the same place although no station joins them; only the first
    /// `maximumOthers` count.
    package var others: [StopIndex] = []
    package var kind = Kind.departures
    /// The start of the page, or its end if it goes back.
    package var cursor: BoardCursor
    /// Whether the page is before the cursor.
    package var goesBack = false
    /// The searched time from the cursor, clamped to `1...maximumSpanSeconds`.
    package var spanSeconds = 86_400
    /// The maximum number of calls on the page, clamped to `1...maximumLimit`.
    package var limit = 20
    /// The maximum number of a run's further calls with each entry, clamped to
    /// `0...maximumFurtherCalls`.
    package var furtherCalls = 0

    package static let maximumOthers = 200
    /// A week.
    package static let maximumSpanSeconds = 7 * 86_400
    package static let maximumLimit = 500
    package static let maximumFurtherCalls = 200

    /// Requests the departures of a stop from an instant on, in whole seconds.
    package init(stop: StopIndex, from time: UnixTime) {
        self.stop = stop
        cursor = BoardCursor(time)
    }
}

/// A position between two calls on a stop's endless board; pages that share one neither overlap nor
/// leave a gap, as long as nothing changes in between.
package struct BoardCursor: Hashable, Comparable, Sendable {
    /// Unix seconds of the call that follows: as expected, else as scheduled.
    let seconds: Int64
    /// The row of the run; an added run has a number beyond all rows.
    let number: UInt64
    let day: Int32
    let position: Int32

    /// The first number of an added run.
    static let firstAdded: UInt64 = 1 << 32
    /// The instant of the year 10000.
    private static let maximumSeconds: Int64 = 253_402_300_800

    init(seconds: Int64, number: UInt64, day: Int32, position: Int32) {
        self.seconds = seconds
        self.number = number
        self.day = day
        self.position = position
    }

    /// Lies before everything of that second, which is clamped to the years 1 to 9999.
    package init(_ time: UnixTime) {
        self.init(
            seconds: min(Self.maximumSeconds, max(-Self.maximumSeconds, time.seconds)), number: 0,
            day: .min,
            position: 0)
    }

    /// Parses ``text``; nil for anything else.
    package init?(text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let seconds = Int64(parts[0]), let number = UInt64(parts[1]),
            let day = Int32(parts[2]), let position = Int32(parts[3]),
            seconds.magnitude <= Self.maximumSeconds.magnitude, position >= 0
        else { return nil }
        self.init(seconds: seconds, number: number, day: day, position: position)
    }

    /// The text for URLs; only ``init(text:)`` in the same network interprets it.
    package var text: String { "\(seconds).\(number).\(day).\(position)" }

    package var time: UnixTime { UnixTime(seconds: seconds) }

    /// The cursor right behind the call that this one precedes.
    var next: BoardCursor {
        BoardCursor(
            seconds: seconds, number: number, day: day,
            position: position == .max ? .max : position + 1)
    }

    /// Orders by time; calls of the same second have a fixed order.
    package static func < (left: BoardCursor, right: BoardCursor) -> Bool {
        if left.seconds != right.seconds { return left.seconds < right.seconds }
        if left.number != right.number { return left.number < right.number }
        if left.day != right.day { return left.day < right.day }
        return left.position < right.position
    }
}
