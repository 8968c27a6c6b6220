package import JSONWriting
package import Timetables
package import Transit
import TransitModel

/// The answer of `/api/v1/routes/{id}/timetable`.
///
/// Times are GTFS times: hours, minutes and seconds from the start of the service day, above 24
/// hours after midnight.
package struct LineTimetableAnswer: JSONObject {
    let route: String
    let line: String
    let direction: Int?
    let directions: [Int]
    let serviceDay: ServiceDay
    let timeZone: String
    let stops: [PlaceAnswer]
    let trips: [Trip]
    let more: Bool

    /// A column of the timetable.
    package struct Trip: JSONObject {
        let trip: String
        let headsign: String
        let cancelled: Bool
        let headwaySeconds: Int?
        let lastDeparture: String?
        let cells: [Cell]

        package func writeMembers(to json: inout JSONText) {
            json.member("cancelled", cancelled)
            json.member("cells", cells)
            json.member("headsign", headsign)
            json.member("headwaySeconds", headwaySeconds)
            json.member("lastDeparture", lastDeparture)
            json.member("trip", trip)
        }
    }

    /// A trip's call in a row; rows without a call are omitted.
    package struct Cell: JSONObject {
        let row: Int
        let passes: Bool?
        var stop: String?
        var platform: String?
        var arrival: String?
        var departure: String?
        var expectedArrival: String?
        var expectedDeparture: String?
        var skipped: Bool?
        var pickup: String?
        var dropOff: String?
        var pickupBooking: BookingAnswer?
        var dropOffBooking: BookingAnswer?

        package func writeMembers(to json: inout JSONText) {
            json.member("arrival", arrival)
            json.member("departure", departure)
            json.member("dropOff", dropOff)
            json.member("dropOffBooking", dropOffBooking)
            json.member("expectedArrival", expectedArrival)
            json.member("expectedDeparture", expectedDeparture)
            json.member("passes", passes)
            json.member("pickup", pickup)
            json.member("pickupBooking", pickupBooking)
            json.member("platform", platform)
            json.member("row", row)
            json.member("skipped", skipped)
            json.member("stop", stop)
        }
    }

    package init(_ line: LineTimetable, in timetable: Timetable) {
        route = timetable.routes.id(line.route)
        self.line = timetable.routes.lineName(line.route)
        direction = line.direction
        directions = LineTimetable.directions(of: line.route, in: timetable)
        serviceDay = line.day
        timeZone = line.timeZone.identifier
        stops = line.rows.map { PlaceAnswer($0, in: timetable) }
        trips = line.trips.map { trip in
            Trip(
                trip: timetable.trips.id(trip.trip), headsign: trip.headsign,
                cancelled: trip.isCancelled, headwaySeconds: trip.headway?.seconds,
                lastDeparture: trip.headway?.last.description,
                cells: trip.cells.enumerated().compactMap { row, cell in
                    Self.cell(cell, row, line, timetable)
                })
        }
        more = line.isTruncated
    }

    private static func cell(
        _ cell: LineTimetable.Cell, _ row: Int, _ line: LineTimetable, _ timetable: Timetable
    ) -> Cell? {
        switch cell {
        case .absent: return nil
        case .passes: return Cell(row: row, passes: true)
        case .calls(let call):
            var answer = Cell(row: row, passes: nil)
            answer.stop = call.stop == line.rows[row] ? nil : timetable.stops.id(call.stop)
            answer.platform = timetable.strings.ifAny(timetable.stops.platforms[call.stop])
            answer.arrival = call.arrival.description
            answer.departure = call.departure.description
            answer.expectedArrival = call.expectedArrival?.description
            answer.expectedDeparture = call.expectedDeparture?.description
            answer.skipped = call.isSkipped ? true : nil
            answer.pickup = call.pickup.unusualWord
            answer.dropOff = call.dropOff.unusualWord
            answer.pickupBooking = call.pickupBooking.map { BookingAnswer($0, line.timeZone) }
            answer.dropOffBooking = call.dropOffBooking.map { BookingAnswer($0, line.timeZone) }
            return answer
        }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("direction", direction)
        json.member("directions", directions)
        json.member("line", line)
        json.member("more", more)
        json.member("route", route)
        json.member("serviceDay", serviceDay)
        json.member("stops", stops)
        json.member("timeZone", timeZone)
        json.member("trips", trips)
    }
}
