package import JSONWriting

/// A call in the times of its service day, of which line timetables and trips make their calls.
///
/// Times are GTFS times: hours, minutes and seconds from the start of the service day, above 24
/// hours after midnight.
package struct PlannedCallAnswer: JSONObject {
    let arrival: String
    let departure: String
    let expectedArrival: String?
    let expectedDeparture: String?
    let skipped: Bool?
    let pickup: String?
    let dropOff: String?
    let pickupBooking: BookingAnswer?
    let dropOffBooking: BookingAnswer?

    package static let schema = JSONSchema(
        "PlannedCall",
        .text("arrival departure", "As in `25:10:00`, from the start of the service day"),
        .text("expectedArrival? expectedDeparture?", "The same with live data"),
        .flag("skipped?", "True if the vehicle does not stop there"),
        .text("pickup? dropOff?", "As in `none` or `phoneAgency`; omitted where it is as usual"),
        .object(
            "pickupBooking? dropOffBooking?", BookingAnswer.schema,
            "Omitted where no booking is needed"))

    package func writeMembers(to json: inout JSONText) {
        json.member("arrival", arrival)
        json.member("departure", departure)
        json.member("dropOff", dropOff)
        json.member("dropOffBooking", dropOffBooking)
        json.member("expectedArrival", expectedArrival)
        json.member("expectedDeparture", expectedDeparture)
        json.member("pickup", pickup)
        json.member("pickupBooking", pickupBooking)
        json.member("skipped", skipped)
    }
}
