package import JSONWriting
package import Realtime
package import Timetables
package import Transit
package import TransitModel

/// The answer of `/api/v1/stops/{id}/departures` and `/arrivals`, and of `takt board --json`.
package struct BoardAnswer: JSONObject {
    package var stop = PlaceAnswer()
    package var kind = ""
    package var timeZone = ""
    package var calls: [BoardCallAnswer] = []
    package var earlier = ""
    package var later = ""
    package var empty: EmptyAnswer?
    package var alerts: [String] = []
    package var alertTexts: [AlertAnswer] = []

    /// The reason why a board is empty.
    package struct EmptyAnswer: JSONObject {
        package var reason = ""
        package var detail = ""
        package var firstDay: ServiceDay?
        package var lastDay: ServiceDay?
        package var next: String?

        /// Creates an answer to be filled.
        package init() {}

        init(_ emptiness: StopBoard.Emptiness, _ board: StopBoard) {
            detail = BoardSentences.sentence(emptiness, board)
            switch emptiness {
            case .neverServed:
                reason = "never-served"
                (firstDay, lastDay, next) = (nil, nil, nil)
            case .outsideTimetable(let first, let last):
                reason = "outside-timetable"
                (firstDay, lastDay, next) = (first, last, nil)
            case .noneInSpan(let instant):
                reason = "none-in-span"
                (firstDay, lastDay, next) = (nil, nil, instant.map(board.timeZone.iso8601))
            }
        }

        package func writeMembers(to json: inout JSONText) {
            json.member("detail", detail)
            json.member("firstDay", firstDay)
            json.member("lastDay", lastDay)
            json.member("next", next)
            json.member("reason", reason)
        }
    }

    /// Creates an answer to be filled.
    package init() {}

    /// Describes a board that was made with the overlay.
    package init(_ board: StopBoard, in timetable: Timetable, overlay: RealtimeOverlay) {
        stop = PlaceAnswer(board.stop, in: timetable)
        kind = board.kind.rawValue
        timeZone = board.timeZone.identifier
        calls = board.calls.map { BoardCallAnswer($0, board.timeZone, timetable, overlay) }
        earlier = board.earlier.text
        later = board.later.text
        empty = board.emptiness.map { EmptyAnswer($0, board) }
        alerts = board.alerts.map { overlay.alerts[$0].id }
        alertTexts = Set(board.alerts + board.calls.flatMap { $0.alerts }).sorted().map {
            AlertAnswer(overlay.alerts[$0])
        }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("alertTexts", alertTexts)
        json.member("alerts", alerts)
        json.member("calls", calls)
        json.member("earlier", earlier)
        json.member("empty", empty)
        json.member("kind", kind)
        json.member("later", later)
        json.member("stop", stop)
        json.member("timeZone", timeZone)
    }
}

/// The answer of `/api/v1/stops/{id}/lines`.
package struct BoardGroupsAnswer: JSONObject {
    let stop: PlaceAnswer
    let kind: String
    let timeZone: String
    let lines: [Group]

    /// The next calls of a line in a direction.
    package struct Group: JSONObject {
        let route: String
        let line: String
        let direction: Int?
        let headsign: String?
        let calls: [BoardCallAnswer]

        package func writeMembers(to json: inout JSONText) {
            json.member("calls", calls)
            json.member("direction", direction)
            json.member("headsign", headsign)
            json.member("line", line)
            json.member("route", route)
        }
    }

    /// Describes the groups of a board, from which stop, kind and zone are taken.
    package init(
        _ groups: [BoardGroup], of board: StopBoard, in timetable: Timetable,
        overlay: RealtimeOverlay
    ) {
        stop = PlaceAnswer(board.stop, in: timetable)
        kind = board.kind.rawValue
        timeZone = board.timeZone.identifier
        lines = groups.map { group in
            Group(
                route: timetable.routes.id(group.line.route),
                line: timetable.routes.lineName(group.line.route),
                direction: group.line.direction,
                headsign: (group.next ?? group.calls.first)?.headsign,
                calls: group.calls.map {
                    BoardCallAnswer($0, board.timeZone, timetable, overlay)
                })
        }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("kind", kind)
        json.member("lines", lines)
        json.member("stop", stop)
        json.member("timeZone", timeZone)
    }
}

/// A row of a board.
package struct BoardCallAnswer: JSONObject {
    package var trip = ""
    package var serviceDay = ServiceDay(daysSince1970: 0)
    package var route = ""
    package var line = ""
    package var mode: TransitMode = .other
    package var colour = ""
    package var textColour = ""
    package var direction: Int?
    package var headsign = ""
    package var origin = PlaceAnswer()
    package var destination = PlaceAnswer()
    package var stop = PlaceAnswer()
    /// The scheduled stop, if the stop was changed.
    package var scheduledStop: PlaceAnswer?
    package var scheduled: String?
    package var expected: String?
    package var expectedEarliest: String?
    package var expectedLatest: String?
    package var leaveBy: String?
    package var delaySeconds: Int?
    /// The vehicle's occupancy at departure, as in `fewSeatsAvailable`; omitted if unknown.
    package var occupancy: String?
    package var status = ""
    package var live = false
    package var last = false
    package var added = false
    package var replacement = false
    package var approximate = false
    /// The seconds to the next run of a headway service; omitted for other runs.
    package var headwaySeconds: Int?
    /// Whether the run is in no timetable, but estimated from the intervals of a loop's vehicles.
    package var estimated = false
    /// `phoneAgency` or `coordinateWithDriver` where the vehicle stops only on request.
    package var onRequest: String?
    /// Omitted where no booking is needed.
    package var booking: BookingAnswer?
    package var alerts: [String] = []
    package var further: [Further]?

    /// A later call of the same run.
    package struct Further: JSONObject {
        let stop: PlaceAnswer
        let scheduled: String?
        let expected: String?
        let skipped: Bool

        package func writeMembers(to json: inout JSONText) {
            json.member("expected", expected)
            json.member("scheduled", scheduled)
            json.member("skipped", skipped)
            json.member("stop", stop)
        }
    }

    /// Creates an answer to be filled.
    package init() {}

    init(
        _ call: BoardCall, _ zone: TransitTimeZone, _ timetable: Timetable,
        _ overlay: RealtimeOverlay
    ) {
        let routes = timetable.routes
        trip = call.tripID
        serviceDay = call.serviceDay
        route = routes.id(call.route)
        line = routes.lineName(call.route)
        mode = routes.mode(call.route)
        colour = routes.colour(call.route).hex
        textColour = routes.textColour(call.route).hex
        direction = call.line.direction
        headsign = call.headsign
        origin = PlaceAnswer(call.origin, in: timetable)
        destination = PlaceAnswer(call.terminus, in: timetable)
        stop = PlaceAnswer(call.stop, in: timetable)
        scheduledStop =
            call.stop == call.scheduledStop
            ? nil : PlaceAnswer(call.scheduledStop, in: timetable)
        scheduled = call.scheduled.map(zone.iso8601)
        expected = call.expected.map(zone.iso8601)
        expectedEarliest = call.span.map { zone.iso8601($0.earliest) }
        expectedLatest = call.span.map { zone.iso8601($0.latest) }
        leaveBy = call.span?.leaveBy.map(zone.iso8601)
        delaySeconds = call.delaySeconds
        occupancy = call.occupancy?.word
        status = call.status.rawValue
        live = call.isLive
        last = call.isLast
        if case .added = call.source { added = true } else { added = false }
        replacement = call.isReplacement
        approximate = call.isApproximate
        headwaySeconds = call.headwaySeconds
        estimated = call.isEstimated
        onRequest = call.rule.onRequest
        booking = call.booking.map { BookingAnswer($0, zone) }
        alerts = call.alerts.map { overlay.alerts[$0].id }
        further =
            call.further.isEmpty
            ? nil
            : call.further.map {
                Further(
                    stop: PlaceAnswer($0.stop, in: timetable),
                    scheduled: $0.scheduled.map(zone.iso8601),
                    expected: $0.expected.map(zone.iso8601), skipped: $0.isSkipped)
            }
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("added", added)
        json.member("alerts", alerts)
        json.member("approximate", approximate)
        json.member("booking", booking)
        json.member("colour", colour)
        json.member("delaySeconds", delaySeconds)
        json.member("destination", destination)
        json.member("direction", direction)
        json.member("estimated", estimated)
        json.member("expected", expected)
        json.member("expectedEarliest", expectedEarliest)
        json.member("expectedLatest", expectedLatest)
        json.member("further", further)
        json.member("headsign", headsign)
        json.member("headwaySeconds", headwaySeconds)
        json.member("last", last)
        json.member("leaveBy", leaveBy)
        json.member("line", line)
        json.member("live", live)
        json.member("mode", mode)
        json.member("occupancy", occupancy)
        json.member("onRequest", onRequest)
        json.member("origin", origin)
        json.member("replacement", replacement)
        json.member("route", route)
        json.member("scheduled", scheduled)
        json.member("scheduledStop", scheduledStop)
        json.member("serviceDay", serviceDay)
        json.member("status", status)
        json.member("stop", stop)
        json.member("textColour", textColour)
        json.member("trip", trip)
    }
}

/// A short description of a stop.
package struct PlaceAnswer: JSONObject {
    package var id = ""
    package var name = ""
    package var platform: String?

    /// Creates an answer to be filled.
    package init() {}

    init(_ stop: StopIndex, in timetable: Timetable) {
        id = timetable.stops.id(stop)
        name = timetable.stops.name(stop)
        platform = timetable.strings.ifAny(timetable.stops.platforms[stop])
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("id", id)
        json.member("name", name)
        json.member("platform", platform)
    }
}

/// A service alert; texts by language code.
package struct AlertAnswer: JSONObject {
    let id: String
    let header: [String: String]
    let description: [String: String]
    let url: String?
    let urls: [String: String]?
    /// Addresses of images, which the server never fetches; omitted if there are none.
    let images: [String: String]?
    let imageTexts: [String: String]?
    /// Omitted if the alert is always active.
    let periods: [Period]?
    let cause: String?
    let effect: String?
    let severity: String?

    /// A period in Unix milliseconds; an omitted end is open.
    package struct Period: JSONObject {
        let start: Int64?
        let end: Int64?

        package func writeMembers(to json: inout JSONText) {
            json.member("end", end)
            json.member("start", start)
        }
    }

    package init(_ alert: ServiceAlert) {
        id = alert.id
        header = alert.header
        description = alert.description
        // For clients that read one address: the text without a language, otherwise the first by
        // its code.
        url = alert.urls[""] ?? alert.urls.min { $0.key < $1.key }?.value
        urls = alert.urls.count > 1 ? alert.urls : nil
        images = alert.images.isEmpty ? nil : alert.images
        imageTexts = alert.imageTexts.isEmpty ? nil : alert.imageTexts
        periods =
            alert.periods.isEmpty
            ? nil
            : alert.periods.map {
                Period(start: $0.start?.milliseconds, end: $0.end?.milliseconds)
            }
        cause = alert.cause
        effect = alert.effect
        severity = alert.severity
    }

    package func writeMembers(to json: inout JSONText) {
        json.member("cause", cause)
        json.member("description", description)
        json.member("effect", effect)
        json.member("header", header)
        json.member("id", id)
        json.member("imageTexts", imageTexts)
        json.member("images", images)
        json.member("periods", periods)
        json.member("severity", severity)
        json.member("url", url)
        json.member("urls", urls)
    }
}

/// Sentences on boards for people.
package enum BoardSentences {
    /// Returns why a board is empty, and an alternative.
    package static func sentence(_ emptiness: StopBoard.Emptiness, _ board: StopBoard) -> String {
        switch (emptiness, board.kind) {
        case (.neverServed, .departures): return "Nothing departs from here."
        case (.neverServed, .arrivals): return "Nothing arrives here."
        case (.outsideTimetable(let first, let last), _):
            return "The timetable covers \(first) to \(last)."
        case (.noneInSpan(let next), let kind):
            let what = kind == .departures ? "departs" : "arrives"
            guard let next else { return "Nothing \(what) in this time." }
            let time = board.timeZone.iso8601(next)
            return "Nothing \(what) in this time; the next is at "
                + "\(time.prefix(10)) \(time.prefix(16).suffix(5))."
        }
    }
}
