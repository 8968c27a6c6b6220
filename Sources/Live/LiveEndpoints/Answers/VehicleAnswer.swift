package import JSONWriting
import LiveMap
import NetworkAPI
import Prediction
import Realtime
import Timetables
import TransitModel

/// A vehicle in the answers of `/api/v1/vehicles` and its stream.
package struct VehicleAnswer: JSONObject {
    let shown: MapVehicle
    let timetable: Timetable

    static let schema = JSONSchema(
        "Vehicle", .text("id"),
        .text("label?", "What is written on it, as the source states"),
        .text("route? line? mode colour textColour headsign?"),
        .text("trip?", "Omitted for a run that is in no timetable"),
        .text("serviceDay?"),
        .int("delaySeconds?", "When the vehicle was last seen; negative if early"),
        .object("occupancy?", OccupancyAnswer.schema),
        .text("state", "`live` (last fix at most 90 s old), `old` (at most 300 s) or `stale`"),
        .int("updatedAt", "The time of the last fix, in Unix milliseconds"),
        .object("nextStop?", NextStop.schema),
        .number("heading?", "Degrees clockwise from north"),
        .int("pathStart", "Unix time in milliseconds"),
        .list(
            "path", .list(.number), "Points of seconds after `pathStart`, longitude and latitude"))

    struct NextStop: JSONObject {
        let id: String
        let name: String
        let scheduled: String
        let expected: String
        let expectedEarliest: String?
        let expectedLatest: String?

        static let schema = JSONSchema(
            "NextStop", .text("id name"),
            .text(
                "scheduled expected expectedEarliest? expectedLatest?",
                "Local time with offset, as of any event"))

        func writeMembers(to json: inout JSONText) {
            json.member("expected", expected)
            json.member("expectedEarliest", expectedEarliest)
            json.member("expectedLatest", expectedLatest)
            json.member("id", id)
            json.member("name", name)
            json.member("scheduled", scheduled)
        }
    }

    package func writeMembers(to json: inout JSONText) {
        let vehicle = shown.vehicle
        // Columns that are bound to a name, or methods of them, are copied for each vehicle.
        json.member(
            "colour", vehicle.route.map { timetable.routes.colour($0).hex } ?? "#5A6470")
        json.member("delaySeconds", shown.delaySeconds)
        json.member("heading", shown.trajectory.headingDegrees.map { $0.rounded() })
        json.member("headsign", vehicle.progress.flatMap(headsign))
        json.member("id", vehicle.id)
        json.member("label", vehicle.fix.label)
        json.member("line", vehicle.route.map { timetable.routes.lineName($0) })
        json.member("mode", vehicle.route.map { timetable.routes.mode($0) } ?? .other)
        json.member("nextStop", nextStop)
        json.member("occupancy", vehicle.fix.occupancy.map(OccupancyAnswer.init))
        json.member("path", path)
        json.member("pathStart", shown.trajectory.points[0].time.milliseconds)
        json.member("route", vehicle.route.map { timetable.routes.id($0) })
        json.member("serviceDay", vehicle.progress?.serviceDay)
        json.member("state", shown.freshness.rawValue)
        json.member(
            "textColour", vehicle.route.map { timetable.routes.textColour($0).hex } ?? "#FFFFFF")
        json.member("trip", vehicle.progress?.statedTrip.map { timetable.trips.id($0) })
        json.member("updatedAt", vehicle.fix.time.milliseconds)
    }

    private func headsign(_ progress: VehicleProgress) -> String? {
        let position = max(0, (progress.nextCall ?? 1) - 1)
        return timetable.trips.stopHeadsign(progress.trip, at: position)
            ?? timetable.trips.headsign(progress.trip)
            ?? timetable.patterns.stops(of: progress.pattern).last.map(timetable.stops.name)
    }

    private var nextStop: NextStop? {
        let pattern = shown.vehicle.progress?.pattern
        let zone = pattern.map { timetable.timeZone(of: $0) } ?? timetable.timeZone
        return shown.nextStop.map { next in
            NextStop(
                id: timetable.stops.id(next.stop), name: timetable.stops.name(next.stop),
                scheduled: zone.iso8601(next.scheduled), expected: zone.iso8601(next.expected),
                expectedEarliest: next.span.map { zone.iso8601($0.earliest) },
                expectedLatest: next.span.map { zone.iso8601($0.latest) })
        }
    }

    private var path: JSONRows {
        let start = shown.trajectory.points[0].time
        var path = JSONRows(width: 3)
        for point in shown.trajectory.points {
            path.numbers.append((point.time.seconds(since: start) * 10).rounded() / 10)
            path.numbers.append(GeoJSON.rounded(point.coordinate.longitude))
            path.numbers.append(GeoJSON.rounded(point.coordinate.latitude))
        }
        return path
    }
}
