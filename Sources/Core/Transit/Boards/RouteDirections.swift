package import Timetables
import TransitModel

/// The directions of a route's patterns: GTFS `direction_id` or, where the feed gives the route
/// none, 0 and 1 by the order in which patterns call at the same places.
package struct RouteDirections {
    private var ofPattern: [PatternIndex: Int] = [:]

    /// - Complexity: O(n m) in the calls of all patterns and of the one with the most trips, where
    ///   the feed gives no direction.
    package init(of route: RouteIndex, in timetable: Timetable) {
        let patterns = timetable.routes.patterns(of: route)
        for pattern in patterns {
            ofPattern[pattern] = timetable.patterns.direction(of: pattern)
        }
        guard ofPattern.isEmpty, let main = Self.main(timetable.ways(of: route), in: timetable)
        else { return }
        var places = LineStopPlaces(timetable)
        let rows = places.places(of: main)
        for pattern in patterns {
            let list = places.places(of: pattern)
            let forward = LineRows.matches(list, rows).count
            let backward = LineRows.matches(list.reversed(), rows).count
            ofPattern[pattern] = backward > forward ? 1 : 0
        }
        if !ofPattern.values.contains(1) { ofPattern = [:] }
    }

    /// Nil where the feed gives none and all patterns go the same way.
    package subscript(pattern: PatternIndex) -> Int? { ofPattern[pattern] }

    /// The known ones, in order.
    package var all: [Int] { Set(ofPattern.values).sorted() }

    /// Returns the pattern with the most trips, of equal ones the longest; nil if there are none.
    package static func main(_ all: [PatternIndex], in timetable: Timetable) -> PatternIndex? {
        let patterns = timetable.patterns
        return all.max { left, right in
            let (one, other) = (patterns.allRunCount(of: left), patterns.allRunCount(of: right))
            if one != other { return one < other }
            let (short, long) = (patterns.stops(of: left).count, patterns.stops(of: right).count)
            return short != long ? short < long : left > right
        }
    }
}
