package import JSONWriting
package import Realtime
package import Timetables
package import Transit
package import TransitModel

/// The answer of `/api/v1/stops/{id}/departures` and `/arrivals`, and of `takt board --json`.
package struct BoardAnswer: JSONObject {
    package var stop = PlaceAnswer()
    package var station: PlaceAnswer?
    package var kind = ""
    package var timeZone = ""
    package var calls: [BoardCallAnswer] = []
    package var earlier = ""
    package var later = ""
    package var empty: EmptyAnswer?
    package var alerts: [String] = []
    package var alertTexts: [AlertAnswer] = []

    package static let schema = JSONSchema(
        "Board", .object("stop", PlaceAnswer.schema),
        .object(
            "station?", PlaceAnswer.schema,
            "Of a part of a place: the stop whose board has all of its calls"),
        .text("kind", "`departures` or `arrivals`"),
        .text("timeZone"),
        .list("calls", of: BoardCallAnswer.schema, "In order of expected time"),
        .text(
            "earlier later",
            "Cursors for `before` and `after`; pages neither overlap nor leave a gap"),
        .object("empty?", EmptyAnswer.schema, "Why there are no calls"),
        .list("alerts", .text, "Ids of those about the stop"),
        .list("alertTexts", of: AlertAnswer.schema, "Each alert of the stop and its calls once"))

    /// The reason why a board is empty.
    package struct EmptyAnswer: JSONObject {
        package var reason = ""
        package var detail = ""
        package var firstDay: ServiceDay?
        package var lastDay: ServiceDay?
        package var next: String?

        package static let schema = JSONSchema(
            "EmptyBoard",
            .text("reason", "`never-served`, `outside-timetable` or `none-in-span`"),
            .text("detail"),
            .text("firstDay? lastDay?", "Of the timetable"),
            .text("next?", "When the next vehicle calls"))

        package init() {}

        init(_ emptiness: StopBoard.Emptiness, _ board: StopBoard) {
            detail = BoardSentences.sentence(emptiness, board)
            switch emptiness {
            case .neverServed:
                reason = "never-served"
            case .outsideTimetable(let first, let last):
                reason = "outside-timetable"
                (firstDay, lastDay) = (first, last)
            case .noneInSpan(let instant):
                reason = "none-in-span"
                next = instant.map(board.timeZone.iso8601)
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
        json.member("station", station)
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

    package static let schema = JSONSchema(
        "BoardGroups", .object("stop", PlaceAnswer.schema),
        .text("kind", "`departures` or `arrivals`"),
        .text("timeZone"),
        .list("lines", of: Group.schema, "In order of their first call"))

    /// The next calls of a line in a direction.
    package struct Group: JSONObject {
        let route: String
        let line: String
        let direction: Int?
        let headsign: String?
        let calls: [BoardCallAnswer]

        package static let schema = JSONSchema(
            "BoardGroup", .text("route line"),
            .direction,
            .text("headsign?"), .list("calls", of: BoardCallAnswer.schema))

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
    package var scheduledStop: PlaceAnswer?
    /// Its members are those of the row.
    package var times = EventAnswer()
    package var occupancy: String?
    package var status = ""
    package var live = false
    package var last = false
    package var added = false
    package var replacement = false
    package var approximate = false
    package var headwaySeconds: Int?
    package var estimated = false
    package var onRequest: String?
    package var booking: BookingAnswer?
    package var alerts: [String] = []
    package var further: [Further]?

    package static let schema = JSONSchema(
        "Call", continuing: EventAnswer.schema,
        .text("trip serviceDay route line mode colour textColour"),
        .direction,
        .text("headsign"), .object("origin destination stop", PlaceAnswer.schema),
        .scheduledStop, .occupancyWord,
        .text("status", "`runs`, `cancelled`, `skipped` or `elsewhere`"),
        .live,
        .flag("last", "Whether it is the last one of its line and direction that day"),
        .added,
        .flag("replacement", "Whether the run replaces one of the timetable"),
        .approximate, .headwaySeconds, .estimated, .onRequest, .booking,
        .list("alerts", .text, "Ids of `alertTexts`"),
        .list(
            "further?", of: Further.schema,
            "Later calls of the run, as many as `further` asks for"))

    /// A later call of the same run.
    package struct Further: JSONObject {
        let stop: PlaceAnswer
        let scheduled: String?
        let expected: String?
        let skipped: Bool

        package static let schema = JSONSchema(
            "FurtherCall", .object("stop", PlaceAnswer.schema), .text("scheduled? expected?"),
            .flag("skipped"))

        package func writeMembers(to json: inout JSONText) {
            json.member("expected", expected)
            json.member("scheduled", scheduled)
            json.member("skipped", skipped)
            json.member("stop", stop)
        }
    }

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
        times = EventAnswer(call, zone)
        occupancy = call.occupancy?.word
        status = call.status.rawValue
        live = call.isLive
        last = call.isLast
        if case .added = call.source { added = true }
        replacement = call.isReplacement
        approximate = call.isApproximate
        headwaySeconds = call.headwaySeconds
        estimated = call.isEstimated
        onRequest = call.rule.onRequest
        booking = call.booking.map { BookingAnswer(booking: $0, zone: zone) }
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
        json.member("destination", destination)
        json.member("direction", direction)
        json.member("estimated", estimated)
        json.member("further", further)
        json.member("headsign", headsign)
        json.member("headwaySeconds", headwaySeconds)
        json.member("last", last)
        json.member("line", line)
        json.member("live", live)
        json.member("mode", mode)
        json.member("occupancy", occupancy)
        json.member("onRequest", onRequest)
        json.member("origin", origin)
        json.member("replacement", replacement)
        json.member("route", route)
        json.member("scheduledStop", scheduledStop)
        json.member("serviceDay", serviceDay)
        json.member("status", status)
        json.member("stop", stop)
        json.member("textColour", textColour)
        json.member("trip", trip)
        times.writeMembers(to: &json)
    }
}

/// A short description of a stop.
package struct PlaceAnswer: JSONObject {
    package var id = ""
    package var name = ""
    package var platform: String?

    package static let schema = JSONSchema("Place", .text("id name platform?"))

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
