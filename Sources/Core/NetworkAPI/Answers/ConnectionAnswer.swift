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
    /// The walk, where it is short enough.
    package var walk: WalkAnswer?
    package var onlyWalking = false
    package var earlier: String?
    package var later: String?
    /// The start of the page's window, which ends before `windowEnd`: it contains departures, or
    /// arrivals if the search is by arrival.
    package var windowStart = ""
    package var windowEnd = ""
    package var alertTexts: [AlertAnswer]?

    /// Creates an answer to be filled.
    package init() {}

    /// Describes a page, with the paths of rides and walks if requested.
    package init(_ page: ConnectionPage, in timetable: Timetable, tellsPaths: Bool = false) {
        origin = WayPlaceAnswer(page.origin, timetable)
        destination = WayPlaceAnswer(page.destination, timetable)
        connections = page.itineraries.map {
            ItineraryAnswer($0, in: timetable, tellsPaths: tellsPaths)
        }
        walk = page.directWalk.map { WalkAnswer($0, timetable, tellsPath: tellsPaths) }
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
    /// Alternatives, where the connection is impossible.
    let next: [ItineraryAnswer]?
    let alertTexts: [AlertAnswer]?

    /// The match of a saved ride: `sameTrip`, `sameLine` or `gone`.
    package struct Match: JSONObject {
        let match: String
        let shiftSeconds: Int?

        package func writeMembers(to json: inout JSONText) {
            json.member("match", match)
            json.member("shiftSeconds", shiftSeconds)
        }
    }

    /// Describes a connection that was requested by id, with the paths of its rides if requested.
    package init(_ found: FoundConnection, in timetable: Timetable, tellsPaths: Bool = false) {
        date = found.day
        connection = found.itinerary.map {
            ItineraryAnswer($0, in: timetable, tellsPaths: tellsPaths)
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
