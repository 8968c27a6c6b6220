package import TransitModel

/// One text file of a GTFS feed.
package struct FeedFile: Sendable {
    /// As in `stops.txt`.
    package let name: String
    /// UTF-8 text with a header line; lines end with a line feed.
    package let contents: String
}

/// The invented network of Seewil: a town by a lake with trams, buses, trains, a ship, a funicular
/// and the shuttles of a campus.
///
/// Every place, line and time is made up. The drawing lies in `Town`: streets with named way
/// points, places, and lines as lists of places with a timetable.
package struct DemoFeed {
    /// The network as GTFS files; equal ranges give equal files.
    ///
    /// The range holds the service days `from` to `to`, both included; `from` must not be later
    /// than `to`. About 13 MB of text, whatever the range.
    package static func files(from: ServiceDay, to: ServiceDay) -> [FeedFile] {
        let map = TownMap(
            places: Town.places, junctions: Streets.junctions, streets: Streets.all)
        let calendar = ServiceCalendar(from: from, to: to)
        let plans = Lines.all.flatMap { Self.plans(of: $0, on: map) }
        let planning = TripPlanning(plans: plans, services: calendar.activeServices)
        let tables =
            FeedFiles.tables(calendar: calendar)
            + StopFiles(map: map).tables()
            + LineFiles(map: map, plans: plans, planning: planning).tables()
            + TransferFiles(map: map, plans: plans, planning: planning).tables()
        return tables.map { FeedFile(name: $0.name, contents: $0.text) }
    }

    /// Both directions of each course of a line.
    static func plans(of line: Line, on map: TownMap) -> [CoursePlan] {
        line.courses.indices.flatMap { index in
            let course = line.courses[index]
            let path = map.path(of: course.calls, for: line.vehicle)
            return (course.runsBothWays ? [true, false] : [true]).map { isOutbound in
                CoursePlan(
                    line: line, courseIndex: index, isOutbound: isOutbound, outboundPath: path,
                    map: map)
            }
        }
    }
}
