package import JSONWriting
import Timetables
import Transit
import TransitModel

/// The answer of `/api/v1/routes/{id}/timetable`.
///
/// Times are GTFS times: hours, minutes and seconds from the start of the service day, above 24
/// hours after midnight.
package struct LineTimetableAnswer: JSONObject {
    let line: LineTimetable
    let timetable: Timetable

    package static let schema = JSONSchema(
        "LineTimetable", .text("route line"),
        .int("direction?", "The shown one, as of the route; omitted if it has none"),
        .list("directions", .int, "Those of the route"),
        .text("serviceDay timeZone"),
        .list("stops", of: PlaceAnswer.schema, "The rows"),
        .list("trips", of: Trip.schema, "The columns"),
        .flag("more", "Whether there are more trips than are shown"))

    /// A column of the timetable.
    package struct Trip: JSONObject {
        let trip: String
        let headsign: String
        let cancelled: Bool
        let headwaySeconds: Int?
        let lastDeparture: String?
        let cells: [Cell]

        package static let schema = JSONSchema(
            "LineTrip", .text("trip headsign"), .flag("cancelled"),
            .int("headwaySeconds?", "Of a headway service, whose first run this is"),
            .text("lastDeparture?", "Of a headway service"),
            .list("cells", of: Cell.schema, "Its calls, in order of rows"))

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
        /// Its members are those of the cell; nil where the trip passes.
        var call: PlannedCallAnswer?

        package static let schema = JSONSchema(
            "LineCell", continuing: PlannedCallAnswer.schema.optional, .int("row", "From 0"),
            .flag("passes?", "True where it does not call"),
            .text("stop?", "The id, if it is not the row's"),
            .text("platform?"))

        package func writeMembers(to json: inout JSONText) {
            call?.writeMembers(to: &json)
            json.member("passes", passes)
            json.member("platform", platform)
            json.member("row", row)
            json.member("stop", stop)
        }
    }

    private func cell(_ cell: LineTimetable.Cell, _ row: Int) -> Cell? {
        switch cell {
        case .absent: return nil
        case .passes: return Cell(row: row, passes: true)
        case .calls(let call):
            var answer = Cell(row: row, passes: nil)
            answer.stop = call.stop == line.rows[row] ? nil : timetable.stops.id(call.stop)
            answer.platform = timetable.strings.ifAny(timetable.stops.platforms[call.stop])
            answer.call = PlannedCallAnswer(
                arrival: call.arrival.description, departure: call.departure.description,
                expectedArrival: call.expectedArrival?.description,
                expectedDeparture: call.expectedDeparture?.description,
                skipped: call.isSkipped ? true : nil, pickup: call.pickup.unusualWord,
                dropOff: call.dropOff.unusualWord,
                pickupBooking: call.pickupBooking.map {
                    BookingAnswer(booking: $0, zone: line.timeZone)
                },
                dropOffBooking: call.dropOffBooking.map {
                    BookingAnswer(booking: $0, zone: line.timeZone)
                })
            return answer
        }
    }

    package func writeMembers(to json: inout JSONText) {
        let trips = line.trips.map { trip in
            Trip(
                trip: timetable.trips.id(trip.trip), headsign: trip.headsign,
                cancelled: trip.isCancelled, headwaySeconds: trip.headway?.seconds,
                lastDeparture: trip.headway?.last.description,
                cells: trip.cells.enumerated().compactMap { row, cell in self.cell(cell, row) })
        }
        json.member("direction", line.direction)
        json.member("directions", line.directions)
        json.member("line", timetable.routes.lineName(line.route))
        json.member("more", line.isTruncated)
        json.member("route", timetable.routes.id(line.route))
        json.member("serviceDay", line.day)
        json.member("stops", line.rows.map { PlaceAnswer($0, in: timetable) })
        json.member("timeZone", line.timeZone.identifier)
        json.member("trips", trips)
    }
}
