import Realtime
import Timetables
import TransitModel

/// The feed of alerts.
extension RealtimeFeeds {
    private static let endOfTime = UnixTime(milliseconds: .max)

    /// Returns the alerts active now or later.
    func alerts() -> [AlertUpdate] {
        var ids: [String: Int] = [:]
        return snapshot.overlay.alerts.compactMap { alert in
            guard alert.holds(from: snapshot.asOf, to: Self.endOfTime) else { return nil }
            // Two sources may use the same id.
            let count = ids[alert.id, default: 0] + 1
            ids[alert.id] = count
            return update(alert, id: count == 1 ? alert.id : "\(alert.id)#\(count)")
        }
    }

    private func update(_ alert: ServiceAlert, id: String) -> AlertUpdate {
        var texts = AlertUpdate.Texts()
        texts.header = alert.header
        texts.description = alert.description
        texts.url = alert.urls
        texts.image = alert.images
        texts.imageText = alert.imageTexts
        var classes = AlertUpdate.Classes()
        classes.cause = alert.cause
        classes.effect = alert.effect
        classes.severity = alert.severity
        return AlertUpdate(
            id: id, texts: texts, classes: classes,
            periods: alert.periods.map { AlertUpdate.Period(start: $0.start, end: $0.end) },
            subjects: alert.subjects.isEmpty
                ? wholeNetwork() : alert.subjects.map(subject))
    }

    private func subject(_ subject: ServiceAlert.Subject) -> AlertUpdate.Subject {
        let timetable = snapshot.timetable
        return AlertUpdate.Subject(
            routeID: subject.route.map { timetable.routes.id($0) },
            directionID: subject.direction,
            stopID: subject.stop.map { timetable.stops.id($0) },
            trip: subject.trip.map { TripReference(tripID: timetable.trips.id($0)) })
    }

    /// Returns subjects for the whole network: all agencies, or all route types if ids are missing.
    private func wholeNetwork() -> [AlertUpdate.Subject] {
        let timetable = snapshot.timetable
        let agencies = (0..<timetable.agencies.count).map {
            timetable.strings[timetable.agencies.ids[AgencyIndex(rawValue: UInt32($0))]]
        }
        if !agencies.isEmpty, agencies.allSatisfy({ !$0.isEmpty }) {
            return agencies.map { AlertUpdate.Subject(agencyID: $0) }
        }
        let types = Set(timetable.routes.indices.map { timetable.routes.types[$0] })
        return types.sorted().map { AlertUpdate.Subject(routeType: Int($0)) }
    }
}
