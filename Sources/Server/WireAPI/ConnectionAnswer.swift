import Realtime
package import Timetables
package import Transit
import TransitModel

/// The answer of `/api/v1/connections`, and of `takt plan --json`.
package struct ConnectionsAnswer: Encodable, Sendable {
    let origin: WayPlaceAnswer
    let destination: WayPlaceAnswer
    let connections: [ItineraryAnswer]
    /// The walk, where it is short enough.
    let walk: WalkAnswer?
    let onlyWalking: Bool
    let earlier: String?
    let later: String?
    /// The start of the page's window, which ends before `windowEnd`: it contains departures, or
    /// arrivals if the search is by arrival.
    let windowStart: String
    let windowEnd: String
    let alertTexts: [AlertAnswer]?

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
        let alerts = itineraries.flatMap(\.alerts).filter { known.insert($0.id).inserted }
        return alerts.isEmpty ? nil : alerts.map { AlertAnswer($0) }
    }
}

/// The answer of `/api/v1/connections/{id}`.
package struct FoundConnectionAnswer: Encodable, Sendable {
    let date: ServiceDay
    let connection: ItineraryAnswer?
    let rides: [Match]
    /// Alternatives, where the connection is impossible.
    let next: [ItineraryAnswer]?
    let alertTexts: [AlertAnswer]?

    /// The match of a saved ride: `sameTrip`, `sameLine` or `gone`.
    struct Match: Encodable, Sendable {
        let match: String
        let shiftSeconds: Int?
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
