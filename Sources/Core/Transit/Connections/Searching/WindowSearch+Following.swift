import Raptor
import Routing
import Timetables
import TransitModel

extension WindowSearch {
    /// Returns journeys from the cursor on until there are enough, day by day, each day searched
    /// once.
    ///
    /// Later ones by departure, or earlier ones by arrival. Journeys on the other side of the
    /// cursor's edge within `bounds` are searched too, for comparison.
    func following(
        _ cursor: PageCursor, in reach: Range<Int64>, bounds: Range<Int64>, _ results: Int,
        _ bar: JourneyBar
    ) -> PageContent {
        let isLater = cursor.direction == .later
        let axis = cursor.axis
        let beside = JourneyTimes.neighbourSeconds
        let wide = (reach.lowerBound - beside..<reach.upperBound + beside).clamped(to: bounds)
        var found: [FoundJourney] = []
        var left = 0
        var more = Piece(
            journeys: [], neighbours: [],
            known: isLater
                ? wide.lowerBound..<wide.lowerBound : wide.upperBound..<wide.upperBound,
            hasNeighbours: false)
        while true {
            let passing = more.journeys.filter(bar.passes)
            left += more.journeys.count { bar.mayPass($0.times) } - passing.count
            found += passing
            let all = found + more.neighbours.filter(bar.passes)
            let window = inner(of: more, in: wide, reach, isLater: isLater)
            let paretoOptimal = JourneyTimes.paretoOptimal(
                of: all.map { $0.times }, on: axis, in: window)
            if paretoOptimal.count >= results || more.known == wide {
                return PageContent(journeys: paretoOptimal.map { all[$0] }, window: window)
            }
            let old = found.map { $0.times }
            // Walks are known only afterwards: where many were left out, more are searched at once.
            let wanted = results + left
            more = piece(after: more.known, of: wide, isLater: isLater) { criteriaList in
                let times = old + criteriaList.filter(bar.mayPass)
                let values = JourneyTimes.paretoOptimal(of: times, on: axis, in: reach)
                    .map { times[$0].value(on: axis) }
                guard values.count >= wanted else { return nil }
                return isLater ? values[wanted - 1] : values[values.count - wanted]
            }
        }
    }

    /// Returns all journeys of the needed part of a window, one departure or arrival after another,
    /// and those beside it that can dominate one of them.
    func following(
        _ axis: PageCursor.Axis, in wide: Range<Int64>, needed window: Range<Int64>
    ) -> [FoundJourney] {
        let isLater = axis == .departure
        let edge = isLater ? window.upperBound - 1 : window.lowerBound
        var known =
            isLater ? wide.lowerBound..<wide.lowerBound : wide.upperBound..<wide.upperBound
        var found: [FoundJourney] = []
        while known != wide {
            let isBeside = known.contains(edge)
            let more = piece(after: known, of: wide, isLater: isLater) { _ in
                isBeside ? nil : edge
            }
            found += more.journeys
            known = more.known
            if known.contains(edge), more.hasNeighbours { return found + more.neighbours }
        }
        return found
    }

    /// What was found on a day.
    private struct Piece {
        let journeys: [FoundJourney]
        /// Journeys beyond the known range: all that dominate one within it.
        let neighbours: [FoundJourney]
        /// The range in which all journeys are known.
        let known: Range<Int64>
        /// Whether the neighbours on the other side of the edge are included.
        let hasNeighbours: Bool
    }

    /// Returns the part of the known range whose neighbours are known too.
    private func inner(
        of piece: Piece, in wide: Range<Int64>, _ reach: Range<Int64>, isLater: Bool
    ) -> Range<Int64> {
        let known = piece.known
        let beside = piece.hasNeighbours ? 0 : JourneyTimes.neighbourSeconds
        if isLater {
            let end = known.upperBound < wide.upperBound ? known.upperBound - beside : .max
            return reach.lowerBound..<max(reach.lowerBound, min(reach.upperBound, end))
        }
        let start = known.lowerBound > wide.lowerBound ? known.lowerBound + beside : .min
        return min(reach.upperBound, max(reach.lowerBound, start))..<reach.upperBound
    }

    /// Returns what follows within the same service day, and the range that is known then.
    private func piece(
        after known: Range<Int64>, of wide: Range<Int64>, isLater: Bool,
        needed: ([JourneyTimes]) -> Int64?
    ) -> Piece {
        let zone = timetable.timeZone
        let day = Self.day(at: isLater ? known.upperBound : known.lowerBound - 1, zone)
        // An arrival may belong to a run of the day before.
        let laid = layout(of: isLater ? day : day.advanced(by: -1))
        let start = laid.start.seconds
        func clock(_ time: Int64) -> ServiceTime {
            ServiceTime(seconds: Int32(clamping: time - start))
        }
        func times(_ criteria: JourneyCriteria) -> JourneyTimes {
            JourneyTimes(
                departure: start + Int64(criteria.departure.seconds),
                arrival: start + Int64(criteria.arrival.seconds), rides: criteria.rides)
        }
        let from = isLater ? known.upperBound : max(wide.lowerBound, zone.start(of: day).seconds)
        let to =
            isLater
            ? min(wide.upperBound, zone.start(of: day.advanced(by: 1)).seconds) : known.lowerBound
        var request = request
        request.guesses = guesses.map {
            JourneyCriteria(
                departure: clock($0.departure), arrival: clock($0.arrival), rides: $0.rides)
        }
        let (wanted, beside) = (request, Int32(JourneyTimes.neighbourSeconds))
        let found = pool.search(laid) { search in
            search.follow(
                wanted,
                isLater
                    ? .departures(from: clock(from), before: clock(to), neighbours: beside)
                    : .arrivals(before: clock(to), from: clock(from), neighbours: beside)
            ) { needed(($0 + $1).map(times)).map(clock) }
        }
        let edge = start + Int64(found.end.seconds)
        return Piece(
            journeys: found.journeys.map { self.found($0, start: start) },
            neighbours: found.neighbours.map { self.found($0, start: start) },
            known: isLater ? known.lowerBound..<edge : edge..<known.upperBound,
            hasNeighbours: isLater
                ? edge + Int64(beside) <= to || to == wide.upperBound
                : edge - Int64(beside) >= from || from == wide.lowerBound)
    }
}
