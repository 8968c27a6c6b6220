package import JSONWriting
package import Realtime
import Timetables
import TransitModel

/// The answer with the operators' service alerts.
package struct AlertsAnswer: JSONObject {
    let asOf: Int64
    let alerts: [Entry]
    let more: Bool
    /// The id after which the next page begins; nil if there is none.
    let next: String?

    /// An alert with what it is about.
    package struct Entry: JSONObject {
        let alert: AlertAnswer
        let routes: [String]?
        let stops: [String]?
        let trips: [String]?

        package func writeMembers(to json: inout JSONText) {
            alert.writeMembers(to: &json)
            json.member("routes", routes)
            json.member("stops", stops)
            json.member("trips", trips)
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

    package func writeMembers(to json: inout JSONText) {
        json.member("alerts", alerts)
        json.member("asOf", asOf)
        json.member("more", more)
        json.member("next", next)
    }
}
