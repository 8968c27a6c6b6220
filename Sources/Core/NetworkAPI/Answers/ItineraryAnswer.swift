package import JSONWriting
import Realtime
package import Timetables
package import Transit
import TransitModel

/// A connection in the answers of `/api/v1/connections`.
package struct ItineraryAnswer: JSONObject {
    package var id = ""
    package var departure = EventAnswer()
    package var arrival = EventAnswer()
    package var durationSeconds = 0
    package var vehicles = 0
    package var walkMetres = 0
    package var status = ""
    package var troubles: [TroubleAnswer]?
    package var live = false
    package var wheelchair: String?
    /// Whether all of its vehicles take bicycles, as `yes`; omitted unless requested.
    package var bicycles: String?
    package var legs: [LegAnswer] = []
    package var transfers: [TransferAnswer] = []
    package var alerts: [String]?

    package static let schema = JSONSchema(
        "Connection",
        .text("id", "Finds the connection again, on another day too"),
        .object("departure arrival", EventAnswer.schema),
        .int("durationSeconds", "From departure to arrival, as expected"),
        .int("vehicles", "The number of rides"),
        .int("walkMetres"),
        .text("status", "`works`, `broken` (a transfer or a stop is missed) or `cancelled`"),
        .list("troubles?", of: TroubleAnswer.schema, "Why it does not work"),
        .live,
        .text("wheelchair?", "`yes`, `no` or `unknown` of the whole way; with `wheelchair=true`"),
        .text("bicycles?", "`yes` or `unknown` of all vehicles; with `bicycle=true`"),
        .list("legs", .either([.object(WalkAnswer.schema), .object(RideAnswer.schema)])),
        .list("transfers", of: TransferAnswer.schema),
        .alertIDs)

    /// A reason why a connection is impossible.
    package struct TroubleAnswer: JSONObject {
        let kind: String
        let ride: Int?
        let transfer: Int?
        let detail: String

        package static let schema = JSONSchema(
            "Trouble",
            .text("kind", "`cancelled`, `skipped` or `missed`"),
            .int("ride? transfer?", "The index of the ride, or of the transfer, from 0"),
            .text("detail"))

        package func writeMembers(to json: inout JSONText) {
            json.member("detail", detail)
            json.member("kind", kind)
            json.member("ride", ride)
            json.member("transfer", transfer)
        }
    }

    package init() {}

    /// Describes a connection, with the paths of its rides if requested.
    package init(_ itinerary: Itinerary, in timetable: Timetable, includesPaths: Bool = false) {
        let zones = (
            Self.place(itinerary.legs.first, isEnd: false).timeZone,
            Self.place(itinerary.legs.last, isEnd: true).timeZone
        )
        id = itinerary.id
        departure = EventAnswer(itinerary.departure, zones.0)
        arrival = EventAnswer(itinerary.arrival, zones.1)
        durationSeconds = Int(
            itinerary.arrival.expected.seconds - itinerary.departure.expected.seconds)
        vehicles = itinerary.rideCount
        walkMetres = Int(itinerary.walkMetres)
        let isCancelled = itinerary.rides.contains { $0.isCancelled }
        status = itinerary.troubles.isEmpty ? "works" : isCancelled ? "cancelled" : "broken"
        let rides = itinerary.rides
        troubles =
            itinerary.troubles.isEmpty
            ? nil
            : itinerary.troubles.map { trouble in
                let detail = ItinerarySentences.sentence(trouble, itinerary, timetable)
                switch trouble {
                case .cancelled(let ride):
                    return TroubleAnswer(
                        kind: "cancelled", ride: ride, transfer: nil, detail: detail)
                case .skipped(let ride):
                    return TroubleAnswer(
                        kind: "skipped", ride: ride, transfer: nil, detail: detail)
                case .missed(let transfer):
                    return TroubleAnswer(
                        kind: "missed", ride: nil, transfer: transfer, detail: detail)
                }
            }
        live = itinerary.usesLiveData
        wheelchair = itinerary.wheelchair?.word
        bicycles = itinerary.bicycles?.word
        legs = itinerary.legs.map { LegAnswer($0, timetable, includesPaths: includesPaths) }
        transfers = itinerary.transfers.map { TransferAnswer($0, timetable) }
        alerts = itinerary.alerts.isEmpty ? nil : itinerary.alerts.map { $0.id }
        precondition(!rides.isEmpty, "an itinerary has a ride")
    }

    private static func place(_ leg: ItineraryLeg?, isEnd: Bool) -> ItineraryPlace {
        switch leg {
        case .walk(let walk): isEnd ? walk.to : walk.from
        case .ride(let ride): isEnd ? ride.alight.place : ride.board.place
        case nil: preconditionFailure("an itinerary has a leg")
        }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("alerts", alerts)
        json.member("arrival", arrival)
        json.member("bicycles", bicycles)
        json.member("departure", departure)
        json.member("durationSeconds", durationSeconds)
        json.member("id", id)
        json.member("legs", legs)
        json.member("live", live)
        json.member("status", status)
        json.member("transfers", transfers)
        json.member("troubles", troubles)
        json.member("vehicles", vehicles)
        json.member("walkMetres", walkMetres)
        json.member("wheelchair", wheelchair)
    }
}

/// The times of an event; members other than `scheduled` need live data.
package struct EventAnswer: JSONObject {
    package var scheduled: String?
    package var expected: String?
    package var expectedEarliest: String?
    package var expectedLatest: String?
    package var leaveBy: String?
    package var delaySeconds: Int?

    package static let schema = JSONSchema(
        "Moment",
        .text("scheduled?", "By the timetable, local time with offset"),
        .text("expected?", "By live data; omitted without"),
        .text("expectedEarliest? expectedLatest?", "Eight of ten cases are between them"),
        .text(
            "leaveBy?",
            "When to be at the stop, or to leave for it, to most likely reach the vehicle"),
        .int("delaySeconds?", "Negative if early"))

    package init() {}

    init(_ time: EventTime, _ zone: TransitTimeZone) {
        scheduled = time.scheduled.map(zone.iso8601)
        expected = time.isLive ? zone.iso8601(time.expected) : nil
        let span = time.isLive ? time.span : nil
        expectedEarliest = span.map { zone.iso8601($0.earliest) }
        expectedLatest = span.map { zone.iso8601($0.latest) }
        leaveBy = span?.leaveBy.map(zone.iso8601)
        delaySeconds = time.delaySeconds
    }

    init(_ call: BoardCall, _ zone: TransitTimeZone) {
        scheduled = call.scheduled.map(zone.iso8601)
        expected = call.expected.map(zone.iso8601)
        expectedEarliest = call.span.map { zone.iso8601($0.earliest) }
        expectedLatest = call.span.map { zone.iso8601($0.latest) }
        leaveBy = call.span?.leaveBy.map(zone.iso8601)
        delaySeconds = call.delaySeconds
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("delaySeconds", delaySeconds)
        json.member("expected", expected)
        json.member("expectedEarliest", expectedEarliest)
        json.member("expectedLatest", expectedLatest)
        json.member("leaveBy", leaveBy)
        json.member("scheduled", scheduled)
    }
}

/// A place of a connection: a stop, or a requested place.
package struct WayPlaceAnswer: JSONObject {
    package var id: String?
    package var name = ""
    package var latitude: Double?
    package var longitude: Double?

    package static let schema = JSONSchema(
        "WayPlace",
        .text("id?", "The `stop_id`; omitted for a place that is no stop"),
        .text("name"), .number("latitude? longitude?"))

    package init() {}

    init(_ place: ItineraryPlace, _ timetable: Timetable) {
        id = place.stop.map(timetable.stops.id)
        name = place.name
        latitude = place.coordinate.map { GeoJSON.rounded($0.latitude) }
        longitude = place.coordinate.map { GeoJSON.rounded($0.longitude) }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("id", id)
        json.member("latitude", latitude)
        json.member("longitude", longitude)
        json.member("name", name)
    }
}

/// A transfer between two rides.
package struct TransferAnswer: JSONObject {
    package var from = WayPlaceAnswer()
    package var to = WayPlaceAnswer()
    package var availableSeconds = 0
    package var neededSeconds = 0
    package var marginSeconds = 0
    package var state = ""

    package static let schema = JSONSchema(
        "Transfer", .object("from to", WayPlaceAnswer.schema),
        .int("availableSeconds", "Between arrival and departure"),
        .int("neededSeconds", "For the walk or the transfer at the stop"),
        .int("marginSeconds", "What is to spare, negative where the transfer is missed"),
        .text(
            "state",
            """
            `easy`, `tight` (less than a minute to spare), `broken`, `staySeated` or `guaranteed`
            """))

    package init() {}

    init(_ transfer: Transfer, _ timetable: Timetable) {
        from = WayPlaceAnswer(transfer.from, timetable)
        to = WayPlaceAnswer(transfer.to, timetable)
        availableSeconds = transfer.availableSeconds
        neededSeconds = transfer.neededSeconds
        marginSeconds = transfer.marginSeconds
        state = transfer.state.rawValue
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("availableSeconds", availableSeconds)
        json.member("from", from)
        json.member("marginSeconds", marginSeconds)
        json.member("neededSeconds", neededSeconds)
        json.member("state", state)
        json.member("to", to)
    }
}
