package import JSONWriting
package import Timetables
package import TransitModel

/// How to book a vehicle that stops only for booked riders; unknown members are omitted.
package struct BookingAnswer: JSONObject {
    let booking: CallBooking
    let zone: TransitTimeZone

    package static let schema = JSONSchema(
        "Booking",
        .text("earliest? latest?", "Between these one may book, local time with offset"),
        .text("phone?"),
        .text("message?", "What the operator says about it"),
        .text("bookingURL?", "Where to book"),
        .text("infoURL?", "Where to read about it"))

    package func writeMembers(to json: inout JSONText) {
        json.member("bookingURL", booking.bookingURL)
        json.member("earliest", booking.earliest.map(zone.iso8601))
        json.member("infoURL", booking.infoURL)
        json.member("latest", booking.latest.map(zone.iso8601))
        json.member("message", booking.message)
        json.member("phone", booking.phone)
    }
}

/// Booking rules in words, for terminals.
package enum BookingSentences {
    /// Returns what must be done for the vehicle to stop, as in `call 044 by 15:00 on 2026-05-03`;
    /// nil where it always stops.
    ///
    /// `time` is when it stops: a deadline on the same day is given without its date. After the
    /// deadline, the sentence says so.
    package static func sentence(
        _ rule: BoardingRule, _ booking: CallBooking?, in zone: TransitTimeZone,
        at time: UnixTime, now: UnixTime
    ) -> String? {
        guard let booking else {
            switch rule {
            case .phoneAgency: return "phone to arrange"
            case .coordinateWithDriver: return "tell the driver"
            case .regular, .none: return nil
            }
        }
        let latest = booking.latest.map { instant($0, zone, at: time) }
        if let latest, let end = booking.latest, end < now { return "booking ended \(latest)" }
        var words =
            rule == .coordinateWithDriver
            ? "tell the driver" + (booking.phone.map { " or call \($0)" } ?? "")
            : booking.phone.map { "call \($0)" } ?? "book"
        if let latest { words += " by \(latest)" }
        if let earliest = booking.earliest, now < earliest {
            words += ", from \(instant(earliest, zone, at: time)) on"
        }
        if let address = booking.bookingURL { words += " at \(address)" }
        return words
    }

    private static func instant(
        _ instant: UnixTime, _ zone: TransitTimeZone, at time: UnixTime
    ) -> String {
        let clock = zone.iso8601(instant).dropFirst(11).prefix(5)
        let day = zone.day(at: instant)
        return day == zone.day(at: time) ? "\(clock)" : "\(clock) on \(day)"
    }
}
