package import JSONWriting
import Realtime
package import Timetables
package import Transit
import TransitModel

/// The answer of `/api/v1/connections`, and of `takt plan --json`.
package struct ConnectionsAnswer: JSONObject {
    package var origin = WayPlaceAnswer()
    package var destination = WayPlaceAnswer()
    package var connections: [ItineraryAnswer] = []
    package var walk: WalkAnswer?
    package var onlyWalking = false
    package var earlier: String?
    package var later: String?
    package var windowStart = ""
    package var windowEnd = ""
    package var alertTexts: [AlertAnswer]?

    package static let schema = JSONSchema(
        "Connections", .object("origin destination", WayPlaceAnswer.schema),
        .list("connections", of: ItineraryAnswer.schema, "In order of departure"),
        .object(
            "walk?", WalkAnswer.schema,
            "All the way on foot; omitted with vias, or if it takes more than an hour"),
        .flag("onlyWalking", "Whether walking is the only way"),
        .text("earlier? later?", "Cursors for `cursor`; pages neither overlap nor leave a gap"),
        .text(
            "windowStart",
            "The page has all departures from here, or arrivals if the search is by arrival"),
        .text("windowEnd", "The end of the page's time, which is not part of it"),
        .list("alertTexts?", of: AlertAnswer.schema, "Each alert of the connections once"))

    package init() {}

    /// Describes a page, with the paths of rides and walks if requested.
    package init(_ page: ConnectionPage, in timetable: Timetable, includesPaths: Bool = false) {
        origin = WayPlaceAnswer(page.origin, timetable)
        destination = WayPlaceAnswer(page.destination, timetable)
        connections = page.itineraries.map {
            ItineraryAnswer($0, in: timetable, includesPaths: includesPaths)
        }
        walk = page.directWalk.map { WalkAnswer($0, timetable, includesPath: includesPaths) }
        onlyWalking = page.isOnlyWalking
        earlier = page.earlier?.text
        later = page.later?.text
        windowStart = timetable.timeZone.iso8601(page.windowStart)
        windowEnd = timetable.timeZone.iso8601(page.windowEnd)
        alertTexts = Self.texts(of: page.itineraries)
    }

    /// Returns the text of each alert once, however many connections it affects; nil if there is
    /// none.
    static func texts(of itineraries: [Itinerary]) -> [AlertAnswer]? {
        var known = Set<String>()
        let alerts = itineraries.flatMap { $0.alerts }.filter { known.insert($0.id).inserted }
        return alerts.isEmpty ? nil : alerts.map { AlertAnswer($0) }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("alertTexts", alertTexts)
        json.member("connections", connections)
        json.member("destination", destination)
        json.member("earlier", earlier)
        json.member("later", later)
        json.member("onlyWalking", onlyWalking)
        json.member("origin", origin)
        json.member("walk", walk)
        json.member("windowEnd", windowEnd)
        json.member("windowStart", windowStart)
    }
}

/// The answer of `/api/v1/connections/{id}`.
package struct FoundConnectionAnswer: JSONObject {
    let date: ServiceDay
    let connection: ItineraryAnswer?
    let rides: [Match]
    let next: [ItineraryAnswer]?
    let alertTexts: [AlertAnswer]?

    package static let schema = JSONSchema(
        "SavedRides",
        .text("date", "The service day"),
        .object(
            "connection?", ItineraryAnswer.schema,
            "As it runs that day; omitted if a ride is gone"),
        .list("rides", of: Match.schema, "What became of each ride"),
        .list(
            "next?", of: ItineraryAnswer.schema,
            "Alternatives, where the connection is impossible"),
        .list("alertTexts?", of: AlertAnswer.schema))

    /// The match of a saved ride: `sameTrip`, `sameLine` or `gone`.
    package struct Match: JSONObject {
        let match: String
        let shiftSeconds: Int?

        package static let schema = JSONSchema(
            "RideMatch",
            .text("match", "`sameTrip`, `sameLine` or `gone`"),
            .int("shiftSeconds?", "How much later the ride departs than the one that was found"))

        package func writeMembers(to json: inout JSONText) {
            json.member("match", match)
            json.member("shiftSeconds", shiftSeconds)
        }
    }

    /// Describes a connection that was requested by id, with the paths of its rides if requested.
    package init(_ found: FoundConnection, in timetable: Timetable, includesPaths: Bool = false) {
        date = found.day
        connection = found.itinerary.map {
            ItineraryAnswer($0, in: timetable, includesPaths: includesPaths)
        }
        rides = found.matches.map { match in
            switch match {
            case .sameTrip: Match(match: "sameTrip", shiftSeconds: nil)
            case .sameLine(let shift): Match(match: "sameLine", shiftSeconds: shift)
            case .gone: Match(match: "gone", shiftSeconds: nil)
            }
        }
        next = found.next.isEmpty ? nil : found.next.map { ItineraryAnswer($0, in: timetable) }
        alertTexts = ConnectionsAnswer.texts(
            of: (found.itinerary.map { [$0] } ?? []) + found.next)
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("alertTexts", alertTexts)
        json.member("connection", connection)
        json.member("date", date)
        json.member("next", next)
        json.member("rides", rides)
    }
}

/// Sentences on connections for people.
package enum ItinerarySentences {
    /// Returns why a connection is impossible.
    package static func sentence(
        _ trouble: Itinerary.Trouble, _ itinerary: Itinerary, _ timetable: Timetable
    ) -> String {
        let rides = itinerary.rides
        func line(_ number: Int) -> String { timetable.routes.lineName(rides[number].route) }
        switch trouble {
        case .cancelled(let ride):
            return "\(line(ride)) is cancelled."
        case .skipped(let ride):
            let place = rides[ride].board.isSkipped ? rides[ride].board : rides[ride].alight
            return "\(line(ride)) does not stop at \(place.place.name)."
        case .missed(let transfer):
            let short = (-itinerary.transfers[transfer].marginSeconds + 59) / 60
            return "\(line(transfer + 1)) is missed at \(itinerary.transfers[transfer].to.name) "
                + "by \(short) min."
        }
    }
}
