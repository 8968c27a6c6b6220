import FolderTesting
import Foundation
import GTFSImport
import Timetables
import TransitModel

/// A GTFS feed drawn as text, for tests.
///
/// Each line of a drawing is a trip: its name, a colon, and its calls as `stop time` or
/// `stop arrival/departure`, times as `H:MM`:
/// ```
/// red-1: A 8:00  B 8:10/8:12  C 8:20
/// ```
/// The part before the last dash names the route. Stops are on a west-east line, 0.01 degrees apart
/// in order of their names, and every trip runs every day of the week. Tests can replace or add
/// whole files.
package struct TextFeed {
    /// The contents by file name.
    package var files: [String: String] = [:]

    /// The first day on which drawn trips run.
    package static let firstDay = "20260101"
    /// The last day on which drawn trips run.
    package static let lastDay = "20261231"

    /// Parses a drawing.
    package init(_ drawing: String) {
        var stops = Set<String>()
        var routes: [String] = []
        var trips = "route_id,service_id,trip_id\n"
        var stopTimes = "trip_id,stop_sequence,stop_id,arrival_time,departure_time\n"
        for line in drawing.split(separator: "\n") where line.contains(":") {
            let name = line.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces)
            let words = line.dropFirst(line.prefix { $0 != ":" }.count + 1).split(separator: " ")
            let route = name.split(separator: "-").dropLast().joined(separator: "-")
            if !routes.contains(route) { routes.append(route) }
            trips += "\(route),daily,\(name)\n"
            for (call, position) in stride(from: 0, to: words.count, by: 2).enumerated().map({
                ($0.offset + 1, $0.element)
            }) {
                stops.insert(String(words[position]))
                let times = words[position + 1].split(separator: "/").map {
                    $0 == "-" ? "" : $0 + ":00"
                }
                stopTimes +=
                    "\(name),\(call),\(words[position]),\(times[0]),\(times[times.count - 1])\n"
            }
        }
        files["agency.txt"] =
            "agency_id,agency_name,agency_url,agency_timezone\n1,Test,http://t.example,Europe/Zurich\n"
        files["feed_info.txt"] = """
            feed_publisher_name,feed_publisher_url,feed_lang
            Test,http://t.example,en

            """
        files["stops.txt"] = stops.sorted().enumerated().reduce(
            "stop_id,stop_name,stop_lat,stop_lon\n"
        ) {
            $0 + "\($1.element),Stop \($1.element),47.0,\(8.0 + Double($1.offset) * 0.01)\n"
        }
        files["routes.txt"] = routes.reduce("route_id,agency_id,route_short_name,route_type\n") {
            $0 + "\($1),1,\($1),3\n"
        }
        files["trips.txt"] = trips
        files["stop_times.txt"] = stopTimes
        files["calendar.txt"] = """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            daily,1,1,1,1,1,1,1,\(Self.firstDay),\(Self.lastDay)

            """
    }

    /// Writes the feed into a folder that exists while `body` runs.
    ///
    /// - Throws: An error of writing files, or that of `body`.
    package func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            for (name, contents) in files { try folder.write(contents, to: name) }
            return try body(folder.path)
        }
    }
}

extension TextFeed {
    /// Adds columns to stop_times.txt that drawings do not have.
    package mutating func append(_ columns: String, toStopTimes value: (String, String) -> String) {
        guard let text = files["stop_times.txt"] else { return }
        let lines = text.split(separator: "\n")
        files["stop_times.txt"] = lines.enumerated().map { number, line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return number == 0
                ? "\(line),\(columns)"
                : "\(line),\(value(String(fields[0]), String(fields[2])))"
        }.joined(separator: "\n")
    }

    /// Compiles the feed, with its notices.
    ///
    /// - Throws: An error of writing files, or of the import.
    package func compiled(
        walking: WalkingAssumptions = WalkingAssumptions(), map: ImportMap = ImportMap()
    ) throws -> Timetable {
        try withFolder { path in
            try NetworkImport([.init(path: path, name: "test")], walking: walking, map: map)
                .timetable().0
        }
    }
}

extension [(id: String, feed: TextFeed)] {
    /// Compiles the feeds into one network, each under its id.
    ///
    /// - Throws: An error of writing files, or of the import.
    package func compiled() throws -> Timetable {
        try TemporaryFolder.with { folder in
            for (id, feed) in self {
                for (name, contents) in feed.files {
                    try folder.write(contents, to: "\(id)/\(name)")
                }
            }
            return try NetworkImport(map { .init(path: "\(folder.path)/\($0.id)", name: $0.id) })
                .timetable().0
        }
    }
}

/// Recorded data next to the project, if there is any.
package enum SharedData {
    /// The folder of recorded data; nil if there is none.
    package static let folder: String? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appendingPathComponent("../shared/data").standardized.path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    /// The folder of golden copies of results.
    package static let goldenFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Golden")
}

extension TextFeed {
    /// Returns a time of day, as in `8:00`, on the Monday that tests of drawn timetables use.
    package static func time(_ text: String, in timetable: Timetable) -> UnixTime {
        let day = ServiceDay("20260504") ?? ServiceDay(daysSince1970: 0)
        return timetable.timeZone.time(
            ServiceTime(text + ":00") ?? ServiceTime(seconds: 0), on: day)
    }
}
