package import Timetables

/// A place found by a search: a station with its platforms, or a stop.
package struct StopHit: Sendable, Equatable {
    /// The station, or the stop that leads a group.
    package let stop: StopIndex
    /// The stops where vehicles call, in the order of the feed.
    ///
    /// The platforms, or the stop itself and adjacent stops with the same name; empty for a station
    /// without platforms.
    package let members: [StopIndex]
    /// The name to display.
    package let name: String
    /// The name that matched if it is another one (a translation, a platform's own name); otherwise
    /// nil.
    package let matchedName: String?
    /// The language of ``matchedName``, such as `fr`; nil if the feed states none.
    package let matchedLanguage: String?
    /// The typed parts of ``matchedName``, or else of ``name``, as ranges in UTF-16 units, in
    /// order.
    package let highlights: [Range<Int>]
    /// The importance by the number of calls, 0...1; 1 for the network's main station.
    package let importance: Double
    /// The straight-line distance to the query's coordinate in metres; nil without one or if the
    /// stop has no coordinate.
    package let distanceMetres: Double?
    package let match: Match

    /// How well a place matches the typed text, the best first.
    package enum Match: Sendable, Comparable {
        /// The full name, a stop code or a stop id.
        case exact
        /// The name begins with the text.
        case nameBeginning
        /// Every typed word begins a word of the name.
        case words
        /// The number of letters that are wrong, missing, extra or swapped.
        case typos(Int)
        /// Nothing was typed: the place is important, or near.
        case listed
    }
}

extension StopHit {
    /// How well the stop matches in a list with other places, where what goes without saying counts
    /// as typed: the locality (`hochwacht` of `Seewil, Hochwacht`), and that a station is one
    /// (`Bahnhof Zug`).
    package var matchAmongPlaces: Match {
        switch match {
        case .nameBeginning: isWholeStation ? .exact : .nameBeginning
        case .words: isWholeStation ? .exact : matchAfterLocality
        case .exact, .typos, .listed: match
        }
    }

    /// Whether vehicles call at the stop, on any day of the timetable.
    package var isServed: Bool { importance > 0 }

    private var matchedUnits: [UInt16] { Array((matchedName ?? name).utf16) }

    private var typedCount: Int { highlights.reduce(0) { $0 + $1.count } }

    /// Whether nothing but a word for a railway station was typed beside the stop's whole name, or
    /// beside nothing.
    private var isWholeStation: Bool {
        let name = matchedUnits
        let spaces = name.count { $0 == 0x20 }
        return typedCount == 0 || typedCount + spaces >= name.count
    }

    /// How well the part of the name after a comma matches.
    private var matchAfterLocality: Match {
        let name = matchedUnits
        guard let first = highlights.first?.lowerBound, first <= name.count else { return .words }
        let before = name[..<first].reversed().drop { $0 == 0x20 }
        guard before.first == 0x2C else { return .words }
        let spaces = name[first...].count { $0 == 0x20 }
        return typedCount + spaces >= name.count - first ? .exact : .nameBeginning
    }
}
