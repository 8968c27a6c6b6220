package import TransitModel

/// A text file of a GTFS feed.
package struct FeedFile: Sendable {
    /// For example `stops.txt`.
    package let name: String
    /// UTF-8 text with a header line; each line ends with a line feed.
    package let contents: String
}

/// The fictional network of Seewil, a town by a lake.
///
/// It has trams, buses, trains, a ship, a funicular and the shuttles of a campus. All its places,
/// lines and times are invented. They are defined in the folder `Town`: streets with named
/// waypoints, places, and lines as lists of places with a timetable.
package struct DemoFeed {
    /// The network as GTFS files, some 13 MB of text; equal ranges give equal files.
    ///
    /// `from`: The first service day.
    ///
    /// `to`: The last service day, not before `from`.
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

    /// Plans both directions of each course of a line.
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
