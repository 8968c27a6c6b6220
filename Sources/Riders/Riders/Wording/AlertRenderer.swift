import Notifications
import Realtime
import Timetables
import Transit
import TransitModel

/// Renders findings as messages.
struct AlertRenderer {
    let network: SavedNetwork
    let overlay: RealtimeOverlay
    let links: AlertLinks
    /// How many times faster than real time the network's clock runs.
    let speed: Double

    /// The text of one message.
    private struct Text {
        var title: String
        var body: String
    }

    /// The shortest time to live of a message, in seconds of real time.
    private static let minimumLifeSeconds = 30.0
    /// How long after a lost reminder a departure is worth mentioning, in seconds.
    private static let insteadSeconds: Int64 = 2 * 3600

    /// The message for a finding; nil if nothing is announced.
    func message(_ finding: Finding) throws -> RiderMessage? {
        let text: Text
        let link: String
        switch finding.content {
        case .route(let alert, let state, let watch):
            let subject = watch.subject
            text = words(alert, state, subject)
            let rides = subject.plan.current(overlay, in: network.timetable)
            link = links.details(subject.connection, rides, overlay)
        case .closure(let closure):
            text = words(closure)
            link = links.details(closure.subject.connection, closure.rides, overlay)
        case .lostReminder(let reminder):
            text = words(reminder)
            link = links.saved(reminder.connection)
        case .noted: return nil
        case .trip(let alert):
            guard let words = words(alert) else { return nil }
            text = words
            link = links.trips
        case .nearby(let alert):
            text = words(alert, finding.listener.language)
            link = links.map
        case .getOff(let isNow, let run, let watch):
            text = words(isNow, run, watch)
            link = links.trip(run)
        }
        return try RiderMessage(
            id: finding.id, topic: finding.topic, title: text.title, body: text.body, link: link,
            urgency: finding.urgency,
            timeToLiveSeconds: Int(max(Self.minimumLifeSeconds, finding.lifeSeconds / speed)),
            language: finding.listener.language.rawValue)
    }

    // MARK: - Saved routes

    private func words(_ alert: DelayAlert, _ state: RouteState, _ watch: RouteSubject) -> Text {
        var values = [
            "line": watch.route.rides[0].line, "from": watch.route.rides[0].from.name,
            "to": watch.connection.to.name, "time": clock(state.scheduled),
            "new": clock(state.departure),
        ]
        func text(_ title: Phrase, _ bodies: Phrase...) -> Text {
            let language = watch.listener.language
            return Text(
                title: title.text(language, values),
                body: bodies.map { $0.text(language, values) }.joined(separator: " "))
        }
        func old(_ minutes: Int) -> String {
            clock(state.scheduled.advanced(bySeconds: Double(minutes * 60)))
        }
        // The title has the timetable's time, which is not repeated.
        let leaves: Phrase = values["new"] == values["time"] ? .fromTo : .leaves
        switch alert {
        case .later(let from, let to):
            values["old"] = old(from)
            values["minutes"] = String(to)
            return text(.later, values["old"] == values["time"] ? leaves : .leavesNot)
        case .earlier(let from, _):
            values["old"] = old(from)
            return text(.earlier, .leavesNot)
        case .onTime: return text(.onTime, leaves)
        case .runsAgain: return text(.runsAgain, leaves)
        case .transfersWork: return text(.transfersWork, leaves)
        case .liveLost: return text(.liveLost, .liveLostBody)
        case .liveBack: return text(.liveBack, leaves)
        case .platform(let from, let to):
            guard let to else { return text(.platformUnknown, leaves) }
            values["new"] = to
            values["old"] = from
            return text(.platform, from == nil ? .platform : .platformNot)
        case .cancelled(let ride):
            values["line"] = watch.route.rides[ride].line
            values["from"] = watch.route.rides[ride].from.name
            var sent = text(ride == 0 ? .cancelled : .rideCancelled)
            sent.body = instead(of: ride, state, watch)
            return sent
        case .transferBroken(let transfer): return broken(transfer, state, watch)
        }
    }

    private func broken(_ transfer: Int, _ state: RouteState, _ watch: RouteSubject) -> Text {
        let rides = watch.plan.current(overlay, in: network.timetable)
        let language = watch.listener.language
        let values = [
            "stop": watch.route.rides[transfer].to.name, "line": watch.route.rides[transfer].line,
            "arrival": clock(state.arrivals[transfer]),
            "next": watch.route.rides[transfer + 1].line,
            "new": rides.indices.contains(transfer + 1) ? clock(rides[transfer + 1].departure) : "",
        ]
        return Text(
            title: Phrase.transferBroken.text(language, values),
            body: Phrase.transferMissed.text(language, values) + " "
                + instead(of: transfer + 1, state, watch))
    }

    /// The alternative to a ride that cannot be made: the next departure of the route or, once
    /// under way, the next vehicle of the same line.
    private func instead(of ride: Int, _ state: RouteState, _ watch: RouteSubject) -> String {
        let language = watch.listener.language
        guard let found = alternative(to: ride, state, watch) else {
            return Phrase.nothingInstead.text(language)
        }
        let saved = watch.route.rides[ride]
        return Phrase.instead.text(
            language,
            [
                "line": saved.line, "new": clock(found.departure), "from": saved.from.name,
                "to": saved.to.name, "arrival": clock(found.arrival),
            ])
    }

    /// The first departure after the reminder's time, if it is soon enough to wait for it.
    private func words(_ reminder: LostReminder) -> Text {
        let (language, route) = (reminder.listener.language, reminder.route)
        var values = [
            "line": route.rides[0].line, "from": route.rides[0].from.name,
            "to": reminder.connection.to.name, "time": clock(reminder.wanted),
        ]
        let title = Phrase.reminderLost.text(language, values)
        let body = Phrase.reminderLostBody.text(language, values)
        let from = reminder.wanted.advanced(bySeconds: -Double(route.walkBeforeSeconds))
        let next = network.departures(
            of: route, from: from, within: Self.insteadSeconds, overlay: overlay, limit: 10
        ).first(where: \.works)
        guard let next, let arrival = next.arrival, let departure = next.departure else {
            return Text(title: title, body: body)
        }
        values["new"] = clock(departure)
        values["arrival"] = clock(arrival)
        return Text(title: title, body: body + " " + Phrase.instead.text(language, values))
    }

    private func alternative(
        to ride: Int, _ state: RouteState, _ watch: RouteSubject
    ) -> FoundRide? {
        guard ride > 0 else {
            let from = state.scheduled.advanced(bySeconds: -Double(watch.route.walkBeforeSeconds))
            return network.departures(of: watch.route, from: from, overlay: overlay, limit: 10)
                .first(where: \.works)?.first
        }
        guard let first = watch.plan.current(overlay, in: network.timetable).first else {
            return nil
        }
        let way = network.continued(first, watch.route, overlay)
        return way.rides.indices.contains(ride) ? way.rides[ride] : nil
    }

    private func words(_ closure: ClosureAlert) -> Text {
        let (language, route) = (closure.subject.listener.language, closure.subject.route)
        let values = [
            "stop": network.timetable.stops.name(closure.place), "line": route.rides[0].line,
            "to": closure.subject.connection.to.name,
            "time": closure.subject.plan.departure.map(clock) ?? "",
            "notice": closure.alert.notice(language) ?? Phrase.liftStands.text(language),
        ]
        return Text(
            title: Phrase.stepsClosed.text(language, values),
            body: Phrase.stepsClosedBody.text(language, values))
    }

    // MARK: - Trips

    private func words(_ alert: TripAlert) -> Text? {
        let (language, trip) = (alert.watch.listener.language, alert.watch.trip)
        func values(_ way: RouteDeparture?) -> [String: String] {
            var values = [
                "from": trip.boarding.name, "to": trip.to.name, "time": clock(alert.watch.deadline),
            ]
            guard let first = way?.rides.first, let last = way?.rides.last else { return values }
            values["line"] = network.timetable.routes.lineName(first.run.route)
            values["new"] = clock(first.departure)
            values["arrival"] = clock(last.arrival + trip.walkAfter)
            return values
        }
        let instead = (alert.instead == nil ? Phrase.nothingInstead : .instead)
            .text(language, values(alert.instead))
        // With a prediction, the time is as exact as on a line with a timetable.
        let isAbout =
            alert.way?.first.map { $0.run.isApproximate && !$0.run.isChanged } ?? false
        let body = (isAbout ? Phrase.tripBodyAbout : .tripBody)
            .text(language, values(alert.way))
        var named = values(alert.way)
        switch alert.call {
        case .soon(let minutes):
            named["minutes"] = String(minutes)
            named["walk"] = String((trip.walkBefore + 59) / 60)
            let walk = trip.walkBefore < 60 ? "" : " " + Phrase.tripWalk.text(language, named)
            return Text(title: Phrase.tripSoon.text(language, named), body: body + walk)
        case .now: return Text(title: Phrase.tripNow.text(language, named), body: body)
        case .impossible:
            return Text(title: Phrase.tripImpossible.text(language, named), body: instead)
        case .lost(.noRun):
            let body = Phrase.tripLostBody.text(language, named)
            return Text(
                title: Phrase.tripImpossible.text(language, named),
                body: alert.instead == nil ? body : body + " " + instead)
        case .lost(.timetableOver):
            return Text(
                title: Phrase.timetableOver.text(language, named),
                body: Phrase.timetableOverBody.text(language))
        case .missed: return Text(title: Phrase.tripMissed.text(language, named), body: instead)
        case .transfer(let transfer): return words(transfer: transfer, alert)
        case .transferBroken(let transfer): return words(broken: transfer, alert)
        }
    }

    /// Where to get off, and which vehicle to board there; nil without that transfer.
    private func words(transfer: Int, _ alert: TripAlert) -> Text? {
        let language = alert.watch.listener.language
        guard let rides = alert.way?.rides, rides.indices.contains(transfer + 1) else {
            return nil
        }
        let (before, after) = (rides[transfer], rides[transfer + 1])
        let (timetable, stop) = (network.timetable, after.run.stop(after.ride.board))
        let platform = timetable.strings.ifAny(timetable.stops.platforms[stop])
        let values = [
            "stop": timetable.stops.name(before.run.stop(before.ride.alight)),
            "line": timetable.routes.lineName(after.run.route), "new": clock(after.departure),
            "from": timetable.stops.name(stop), "platform": platform ?? "",
        ]
        return Text(
            title: Phrase.tripTransfer.text(language, values),
            body: (platform == nil ? Phrase.tripTransferBody : .tripTransferPlatform)
                .text(language, values))
    }

    private func words(broken transfer: Int, _ alert: TripAlert) -> Text? {
        let language = alert.watch.listener.language
        guard let rides = alert.way?.rides, rides.indices.contains(transfer + 1) else {
            return nil
        }
        let (before, after) = (rides[transfer], rides[transfer + 1])
        let (routes, stops) = (network.timetable.routes, network.timetable.stops)
        let stop = stops.name(before.run.stop(before.ride.alight))
        var values = [
            "stop": stop, "line": routes.lineName(before.run.route),
            "arrival": clock(before.arrival), "next": routes.lineName(after.run.route),
            "new": clock(after.departure),
        ]
        let title = Phrase.transferBroken.text(language, values)
        var body = Phrase.transferMissed.text(language, values)
        if !after.canBeMade {
            values["line"] = values["next"]
            values["time"] = values["new"]
            body = Phrase.cancelled.text(language, values) + "."
        }
        var instead = Phrase.nothingInstead.text(language)
        if let rest = alert.instead, let first = rest.first, let last = rest.rides.last {
            values["line"] = routes.lineName(first.run.route)
            values["new"] = clock(first.departure)
            values["from"] = stops.name(first.run.stop(first.ride.board))
            values["to"] = alert.watch.trip.to.name
            values["arrival"] = clock(last.arrival + alert.watch.trip.walkAfter)
            instead = Phrase.instead.text(language, values)
        }
        return Text(title: title, body: body + " " + instead)
    }

    // MARK: - On the way

    private func words(_ alert: NearbyAlert, _ language: MessageLanguage) -> Text {
        var values = [
            "line": network.timetable.routes.lineName(alert.route), "to": alert.headsign ?? "",
            "place": alert.place ?? "",
        ]
        let title: Phrase
        switch alert.distance {
        case .metres(let metres):
            values["metres"] = String(metres)
            title = .nearMetres
        case .minutes(let minutes):
            values["minutes"] = String(minutes)
            title = .nearMinutes
        }
        return Text(
            title: title.text(language, values),
            body: (alert.place == nil ? Phrase.nearYou : .nearBody).text(language, values))
    }

    private func words(_ isNow: Bool, _ run: RunOnDay, _ watch: RideWatch) -> Text {
        let language = watch.listener.language
        let values = [
            "line": network.timetable.routes.lineName(run.route),
            "stop": network.timetable.stops.name(run.stop(watch.ride.alight)),
            "arrival": clock(run.expected(watch.ride.alight).arrival),
        ]
        return Text(
            title: (isNow ? Phrase.getOffNow : .getOffSoon).text(language, values),
            body: Phrase.getOffBody.text(language, values))
    }

    // MARK: - Times

    private func clock(_ seconds: Int64) -> String { clock(UnixTime(seconds: seconds)) }

    private func clock(_ time: UnixTime) -> String {
        String(network.timetable.timeZone.iso8601(time).dropFirst(11).prefix(5))
    }
}
