package import JSONWriting
package import LiveMap
import NetworkAPI
import Prediction
import Realtime
package import Timetables
import TransitModel
import WireAPI

/// A vehicle in the answers of `/api/v1/vehicles` and its stream.
package struct VehicleAnswer: JSONObject {
    let id: String
    let label: String?
    let route: String?
    let line: String?
    let mode: TransitMode
    let colour: String
    let textColour: String
    let headsign: String?
    let trip: String?
    let serviceDay: ServiceDay?
    let delaySeconds: Int?
    let occupancy: OccupancyAnswer?
    let state: String
    let updatedAt: Int64
    let nextStop: NextStop?
    let heading: Double?
    let pathStart: Int64
    let path: JSONRows

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

    package init(_ shown: MapVehicle, in timetable: Timetable) {
        let vehicle = shown.vehicle
        id = vehicle.id
        label = vehicle.fix.label
        // Columns that are bound to a name, or methods of them, are copied for each vehicle.
        route = vehicle.route.map { timetable.routes.id($0) }
        line = vehicle.route.map { timetable.routes.lineName($0) }
        mode = vehicle.route.map { timetable.routes.mode($0) } ?? .other
        colour = vehicle.route.map { timetable.routes.colour($0).hex } ?? "#5A6470"
        textColour = vehicle.route.map { timetable.routes.textColour($0).hex } ?? "#FFFFFF"
        headsign = vehicle.progress.flatMap { progress in
            let position = max(0, (progress.nextCall ?? 1) - 1)
            return timetable.trips.stopHeadsign(progress.trip, at: position)
                ?? timetable.trips.headsign(progress.trip)
                ?? timetable.patterns.stops(of: progress.pattern).last.map(timetable.stops.name)
        }
        trip = vehicle.progress?.statedTrip.map { timetable.trips.id($0) }
        serviceDay = vehicle.progress?.serviceDay
        delaySeconds = shown.delaySeconds
        occupancy = vehicle.fix.occupancy.map(OccupancyAnswer.init)
        state = shown.freshness.rawValue
        updatedAt = vehicle.fix.time.milliseconds
        let zone = vehicle.progress.map { timetable.timeZone(of: $0.pattern) } ?? timetable.timeZone
        nextStop = shown.nextStop.map { next in
            NextStop(
                id: timetable.stops.id(next.stop), name: timetable.stops.name(next.stop),
                scheduled: zone.iso8601(next.scheduled), expected: zone.iso8601(next.expected),
                expectedEarliest: next.span.map { zone.iso8601($0.earliest) },
                expectedLatest: next.span.map { zone.iso8601($0.latest) })
        }
        heading = shown.trajectory.headingDegrees.map { $0.rounded() }
        let start = shown.trajectory.points[0].time
        pathStart = start.milliseconds
        var path = JSONRows(width: 3)
        for point in shown.trajectory.points {
            path.numbers.append((point.time.seconds(since: start) * 10).rounded() / 10)
            path.numbers.append(GeoJSON.rounded(point.coordinate.longitude))
            path.numbers.append(GeoJSON.rounded(point.coordinate.latitude))
        }
        self.path = path
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("colour", colour)
        json.member("delaySeconds", delaySeconds)
        json.member("heading", heading)
        json.member("headsign", headsign)
        json.member("id", id)
        json.member("label", label)
        json.member("line", line)
        json.member("mode", mode)
        json.member("nextStop", nextStop)
        json.member("occupancy", occupancy)
        json.member("path", path)
        json.member("pathStart", pathStart)
        json.member("route", route)
        json.member("serviceDay", serviceDay)
        json.member("state", state)
        json.member("textColour", textColour)
        json.member("trip", trip)
        json.member("updatedAt", updatedAt)
    }
}
