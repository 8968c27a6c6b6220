package import JSONWriting
package import Realtime
import Timetables
import TransitModel

/// The answer with the operators' service alerts.
package struct AlertsAnswer: JSONObject {
    let asOf: Int64
    let alerts: [Entry]
    let more: Bool
    let next: String?

    package static let schema = JSONSchema(
        "Alerts",
        .int("asOf", "Unix time in milliseconds"),
        .list("alerts", of: Entry.schema, "Those that hold now"),
        .more, .next)

    /// An alert with what it is about.
    package struct Entry: JSONObject {
        let alert: AlertAnswer
        let routes: [String]?
        let stops: [String]?
        let trips: [String]?

        package static let schema = JSONSchema(
            "Alert", continuing: AlertAnswer.schema,
            .list(
                "routes? stops? trips?", .text,
                "Ids; an alert without any is about the whole network"))

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

/// A service alert; texts by language code.
package struct AlertAnswer: JSONObject {
    private let alert: ServiceAlert

    package static let schema = JSONSchema(
        "AlertText", .text("id"),
        .map("header description", .text, "By language code, empty where none is stated"),
        .text("url?", "In the first language that has one"),
        .map("urls?", .text, "By language code, if there are several"),
        .map("images?", .text, "Addresses by language code, which the server never fetches"),
        .map("imageTexts?", .text, "What the images show, by language code"),
        .list("periods?", of: Period.schema, "When it applies; omitted if always"),
        .text("cause? effect? severity?", "GTFS-Realtime's words, as in `ACCESSIBILITY_ISSUE`"))

    /// A period in Unix milliseconds; an omitted end is open.
    package struct Period: JSONObject {
        let start: Int64?
        let end: Int64?

        package static let schema = JSONSchema(
            "Period",
            .int("start? end?", "Unix time in milliseconds; an omitted end is open"))

        package func writeMembers(to json: inout JSONText) {
            json.member("end", end)
            json.member("start", start)
        }
    }

    package init(_ alert: ServiceAlert) {
        self.alert = alert
    }

    package func writeMembers(to json: inout JSONText) {
        let urls = alert.urls
        let periods = alert.periods.map {
            Period(start: $0.start?.milliseconds, end: $0.end?.milliseconds)
        }
        json.member("cause", alert.cause)
        json.member("description", alert.description)
        json.member("effect", alert.effect)
        json.member("header", alert.header)
        json.member("id", alert.id)
        json.member("imageTexts", alert.imageTexts.isEmpty ? nil : alert.imageTexts)
        json.member("images", alert.images.isEmpty ? nil : alert.images)
        json.member("periods", periods.isEmpty ? nil : periods)
        json.member("severity", alert.severity)
        // For clients that read one address: the text without a language, otherwise the first by
        // its code.
        json.member("url", urls[""] ?? urls.min { $0.key < $1.key }?.value)
        json.member("urls", urls.count > 1 ? urls : nil)
    }
}
