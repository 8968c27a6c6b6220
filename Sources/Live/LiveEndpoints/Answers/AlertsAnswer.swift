package import Realtime
import Timetables
import TransitModel
import WireAPI

/// The answer with the operators' service alerts.
package struct AlertsAnswer: Encodable, Sendable {
    let asOf: Int64
    let alerts: [Entry]
    let more: Bool
    /// The id after which the next page begins; nil if there is none.
    let next: String?

    struct Entry: Encodable, Sendable {
        let alert: AlertAnswer
        let routes: [String]?
        let stops: [String]?
        let trips: [String]?

        func encode(to encoder: any Encoder) throws {
            try alert.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(routes, forKey: .routes)
            try container.encodeIfPresent(stops, forKey: .stops)
            try container.encodeIfPresent(trips, forKey: .trips)
        }

        private enum CodingKeys: String, CodingKey {
            case routes, stops, trips
        }
    }

    /// Describes a page of the alerts that are active at the snapshot's time, each with its routes,
    /// stops and trips.
    ///
    /// `after` is the id of the previous page's last alert; nil is returned if no active alert has
    /// this id.
    package init?(_ snapshot: NetworkSnapshot, limit: Int, after: String? = nil) {
        let timetable = snapshot.timetable
        let all = snapshot.overlay.alerts.filter {
            $0.holds(from: snapshot.asOf, to: snapshot.asOf)
        }
        var start = 0
        if let after {
            guard let last = all.lastIndex(where: { $0.id == after }) else { return nil }
            start = last + 1
        }
        asOf = snapshot.asOf.milliseconds
        let page = all[start...].prefix(limit)
        more = start + page.count < all.count
        next = more ? page.last?.id : nil
        alerts = page.map { alert in
            func ids(_ all: [String]) -> [String]? { all.isEmpty ? nil : Array(Set(all)).sorted() }
            return Entry(
                alert: AlertAnswer(alert),
                routes: ids(alert.subjects.compactMap { $0.route.map(timetable.routes.id) }),
                stops: ids(alert.subjects.compactMap { $0.stop.map(timetable.stops.id) }),
                trips: ids(alert.subjects.compactMap { $0.trip.map(timetable.trips.id) }))
        }
    }
}

extension LiveSchemas {
    /// The schemas of the answers above.
    static let alerts: [String: String] = [
        "Alerts": "asOf:int! alerts:[Alert]! more:flag! next:text",
        "Alert": """
        id:text! header:{text}! description:{text}! url:text urls:{text} images:{text} imageTexts:{text} \
        periods:[Period] cause:text effect:text \
        severity:text routes:[text] stops:[text] trips:[text]
        """,
    ]
}
