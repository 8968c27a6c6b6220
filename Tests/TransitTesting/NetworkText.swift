import Timetables
import TransitModel

/// Prints a network so that two networks are equal if their texts are.
package enum NetworkText {
    /// Returns patterns with their runs, as `route direction: A-B-C` and, per run, `trip A 8:00 B
    /// 8:10/8:12`.
    package static func patterns(_ timetable: Timetable) -> String {
        var lines: [String] = []
        for pattern in timetable.patterns.indices {
            let stops = timetable.patterns.stops(of: pattern).map(timetable.stops.id)
            let route = timetable.routes.id(timetable.patterns.routes[pattern])
            let direction = timetable.patterns.direction(of: pattern).map { " \($0)" } ?? ""
            lines.append("\(route)\(direction): \(stops.joined(separator: "-"))")
            for run in timetable.patterns.runs(of: pattern) {
                let trip = timetable.trips.id(timetable.patterns.runTrips[run])
                let calls = stops.indices.map { position in
                    let times = timetable.patterns.times(of: run, in: pattern, at: position)
                    let arrival = short(times.arrival)
                    let departure = short(times.departure)
                    return arrival == departure ? arrival : "\(arrival)/\(departure)"
                }
                lines.append("  \(trip) \(calls.joined(separator: " "))")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns a time as `8:05`, with seconds only if they are not zero.
    package static func short(_ time: ServiceTime) -> String {
        let seconds = Int(time.seconds)
        let minutes =
            "\(seconds / 3600):" + (seconds / 60 % 60 < 10 ? "0" : "") + "\(seconds / 60 % 60)"
        return seconds % 60 == 0 ? minutes : minutes + ":\(seconds % 60)"
    }

    /// Returns walks as `A-B 120 s`.
    package static func walks(_ timetable: Timetable) -> String {
        var lines: [String] = []
        for stop in timetable.stops.indices {
            for row in timetable.footpaths.offsets[stop] {
                let target = timetable.stops.id(timetable.footpaths.targets[row])
                lines.append(
                    "\(timetable.stops.id(stop))-\(target) \(timetable.footpaths.seconds[row]) s")
            }
        }
        return lines.sorted().joined(separator: "\n")
    }

    /// Returns notices as `code file:line field value`.
    ///
    /// - Throws: An error if the network file cannot be read.
    package static func notices(_ timetable: Timetable) throws -> String {
        try timetable.sources.notices().map { notice in
            let place = notice.line > 0 ? "\(notice.file):\(notice.line)" : notice.file
            return [notice.code, place, notice.field, notice.value].filter { !$0.isEmpty }
                .joined(separator: " ")
        }.joined(separator: "\n")
    }
}
