import Foundation
import Timetables
import Transit
import TransitModel

/// Finds what to watch for a rider: what matters now or in a few minutes.
struct WatchMaker {
    let network: SavedNetwork
    /// The notes of sent messages to the rider, by topic.
    let notes: [String: String]
    let now: UnixTime
    /// Whether the server has just started.
    let isStart: Bool
    private let today: ServiceDay
    /// The service days of what may have to be watched now.
    private let days: [ServiceDay]

    /// Watching begins at least this long before something matters, in seconds.
    private static let aheadSeconds = 1200.0
    /// The longest time after its planned end that a route is searched, in seconds.
    private static let afterSeconds = RouteSubject.maximumSeconds / 2
    /// The number of days without a departure after which a reminder is lost.
    private static let weekDays = 7
    /// The largest difference of clocks from the minute of the day when they are set, in minutes.
    private static let clockMinutes = 70

    /// Returns whether anything of a saved connection, as the store wrote it, may have to be
    /// watched at a minute of the day.
    static func mayMatter(_ body: String, at minute: Int, _ settings: RiderSettings) -> Bool {
        let ahead = SavedNetwork.reminderSeconds + Int64(aheadSeconds)
        return ReminderScan(body).mayMatter(
            at: minute, aheadMinutes: settings.alerts.leadMinutes + Int(ahead) / 60 + clockMinutes,
            afterMinutes: Int(afterSeconds) / 60 + clockMinutes)
    }

    init(network: SavedNetwork, notes: [String: String], now: UnixTime, isStart: Bool = false) {
        self.network = network
        self.notes = notes
        self.now = now
        self.isStart = isStart
        let today = network.timetable.timeZone.day(at: now)
        self.today = today
        days = [-1, 0, 1].map { today.advanced(by: $0) }
    }

    /// Returns the departures of saved routes; none for a rider without channels.
    func routes(of snapshot: RiderSnapshot) -> [RouteWatch] {
        guard snapshot.settings.notifies, snapshot.hasChannel else { return [] }
        let listener = Listener(rider: snapshot.rider, settings: snapshot.settings)
        var watches: [RouteWatch] = []
        for connection in snapshot.connections {
            for route in connection.routes {
                for reminder in route.reminders {
                    watches += days.lazy.filter(reminder.isOn).compactMap { day in
                        watch(listener, connection, route, reminder, day)
                    }
                }
            }
        }
        return watches
    }

    /// Returns the reminders of the next hours without a departure on any of their days of the
    /// coming week; none where the timetable ends before.
    func lostReminders(of snapshot: RiderSnapshot) -> [LostReminder] {
        guard snapshot.settings.notifies, snapshot.hasChannel,
            network.timetable.services.lastDay >= today.advanced(by: Self.weekDays)
        else { return [] }
        let listener = Listener(rider: snapshot.rider, settings: snapshot.settings)
        return snapshot.connections.flatMap { connection in
            connection.routes.flatMap { route in
                route.reminders.compactMap { lost($0, route, connection, listener) }
            }
        }
    }

    private func lost(
        _ reminder: SavedReminder, _ route: SavedRoute, _ connection: SavedConnection,
        _ listener: Listener
    ) -> LostReminder? {
        let topic = AlertTopic.other(
            listener.rider, ["reminder", connection.id, route.id, String(reminder.minute)])
        let zone = network.timetable.timeZone
        let ahead =
            Double(listener.settings.alerts.leadMinutes * 60 + Int(SavedNetwork.reminderSeconds))
            + Self.aheadSeconds
        let next = days.lazy.filter(reminder.isOn).compactMap { day in
            reminder.instants(on: day, in: zone).first?.time
        }.first { $0 > now && now > $0.advanced(bySeconds: -ahead) }
        guard let next, notes[topic] == nil, !network.isBehind(route, of: connection) else {
            return nil
        }
        let coming = (0...Self.weekDays).map { zone.day(at: next).advanced(by: $0) }
        guard
            !coming.contains(where: {
                reminder.isOn($0) && network.planned(route, at: reminder, on: $0) != nil
            })
        else { return nil }
        return LostReminder(
            topic: topic, listener: listener, connection: connection, route: route, wanted: next)
    }

    private func watch(
        _ listener: Listener, _ connection: SavedConnection, _ route: SavedRoute,
        _ reminder: SavedReminder, _ day: ServiceDay
    ) -> RouteWatch? {
        let lead = Double(listener.settings.alerts.leadMinutes * 60)
        let wanted = reminder.instants(on: day, in: network.timetable.timeZone).map(\.time)
        let spare = Double(SavedNetwork.reminderSeconds)
        let length = route.rides.reduce(0) { $0 + $1.seconds } + route.changeSeconds.reduce(0, +)
        // Searching the run costs more than comparing the clock.
        guard let first = wanted.min(), let last = wanted.max(),
            now > first.advanced(bySeconds: -lead - spare - Self.aheadSeconds),
            now < last.advanced(bySeconds: Double(length) + Self.afterSeconds),
            let plan = network.planned(route, at: reminder, on: day), let ride = plan.first
        else { return nil }
        let topic = AlertTopic.route(
            listener.rider, connection: connection.id, route: route.id, minute: reminder.minute,
            day: day)
        let departure = UnixTime(seconds: ride.departure)
        let stops = network.timetable.stops
        let platform = network.timetable.strings.ifAny(
            stops.platforms[ride.run.stop(ride.ride.board)])
        let until = (plan.arrival ?? departure).advanced(bySeconds: RouteSubject.maximumSeconds)
        return RouteWatch(
            subject: RouteSubject(
                topic: topic, listener: listener, connection: connection, route: route, plan: plan,
                span: departure.advanced(bySeconds: -lead)...until),
            sent: note(topic) ?? SentNote(count: 0, state: NotifiedState(platform: platform)))
    }

    /// Returns the trips of these days that are not over.
    func trips(of snapshot: RiderSnapshot) -> [TripWatch] {
        guard snapshot.settings.notifies, snapshot.hasChannel else { return [] }
        let listener = Listener(rider: snapshot.rider, settings: snapshot.settings)
        return snapshot.trips.flatMap { trip in
            days.lazy.filter(trip.isOn).compactMap { day in
                let topic = AlertTopic.trip(snapshot.rider, trip.id, day: day)
                let deadline = trip.deadline(on: day, in: network.timetable.timeZone)
                let begins = deadline.advanced(
                    bySeconds: -Double(RiderStore.tripMinutes * 60) - Self.aheadSeconds)
                let sent =
                    note(topic) ?? SentNote<TripReminderState>(count: 0, state: TripReminderState())
                guard now > begins, !isOver(trip, deadline), !sent.state.isDone else { return nil }
                return TripWatch(
                    topic: topic, listener: listener, trip: trip, day: day, deadline: deadline,
                    sent: sent, mayHaveMissed: isStart)
            }
        }
    }

    func rides(of snapshot: RiderSnapshot) -> [RideWatch] {
        guard snapshot.settings.notifies, snapshot.hasChannel else { return [] }
        let listener = Listener(rider: snapshot.rider, settings: snapshot.settings)
        return snapshot.rides.compactMap { ride in
            let topic = AlertTopic.other(snapshot.rider, ["ride", ride.id])
            let sent = note(topic) ?? SentNote<GetOffState>(count: 0, state: GetOffState())
            guard !sent.state.now else { return nil }
            return RideWatch(topic: topic, listener: listener, ride: ride, sent: sent)
        }
    }

    /// Returns single trips that are over: their rider was reminded, or it is too late.
    func pastTrips(of snapshot: RiderSnapshot) -> [String] {
        snapshot.trips.compactMap { trip in
            guard let day = trip.day else { return nil }
            let topic = AlertTopic.trip(snapshot.rider, trip.id, day: day)
            let sent: SentNote<TripReminderState>? = note(topic)
            let deadline = trip.deadline(on: day, in: network.timetable.timeZone)
            return sent?.state.isDone == true || isOver(trip, deadline) ? trip.id : nil
        }
    }

    /// A run that was to arrive in time may be late; after an hour nobody waits for it.
    private func isOver(_ trip: PlannedTrip, _ deadline: UnixTime) -> Bool {
        now > deadline.advanced(bySeconds: TripWatch.lateSeconds)
    }

    private func note<Note: Decodable>(_ topic: String) -> Note? {
        notes[topic].flatMap { try? JSONDecoder().decode(Note.self, from: Data($0.utf8)) }
    }
}
