package import Realtime
package import Timetables
package import Transit
import TransitModel

/// The answer of `/api/v1/stops/{id}/departures` and `/arrivals`, and of `takt board --json`.
package struct BoardAnswer: Encodable, Sendable {
    let stop: PlaceAnswer
    let kind: String
    let timeZone: String
    let calls: [BoardCallAnswer]
    let earlier: String
    let later: String
    let empty: EmptyAnswer?
    let alerts: [String]
    let alertTexts: [AlertAnswer]

    /// The reason why a board is empty.
    struct EmptyAnswer: Encodable, Sendable {
        let reason: String
        let detail: String
        let firstDay: ServiceDay?
        let lastDay: ServiceDay?
        let next: String?

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
    }

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
        alertTexts = Set(board.alerts + board.calls.flatMap(\.alerts)).sorted().map {
            AlertAnswer(overlay.alerts[$0])
        }
    }
}

/// The answer of `/api/v1/stops/{id}/lines`.
package struct BoardGroupsAnswer: Encodable, Sendable {
    let stop: PlaceAnswer
    let kind: String
    let timeZone: String
    let lines: [Group]

    struct Group: Encodable, Sendable {
        let route: String
        let line: String
        let direction: Int?
        let headsign: String?
        let calls: [BoardCallAnswer]
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
}

/// A row of a board.
struct BoardCallAnswer: Encodable, Sendable {
    let trip: String
    let serviceDay: ServiceDay
    let route: String
    let line: String
    let mode: TransitMode
    let colour: String
    let textColour: String
    let direction: Int?
    let headsign: String
    let origin: PlaceAnswer
    let destination: PlaceAnswer
    let stop: PlaceAnswer
    /// The scheduled stop, if the stop was changed.
    let scheduledStop: PlaceAnswer?
    let scheduled: String?
    let expected: String?
    let expectedEarliest: String?
    let expectedLatest: String?
    let leaveBy: String?
    let delaySeconds: Int?
    /// The vehicle's occupancy at departure, as in `fewSeatsAvailable`; omitted if unknown.
    let occupancy: String?
    let status: String
    let live: Bool
    let last: Bool
    let added: Bool
    let replacement: Bool
    let approximate: Bool
    /// The seconds to the next run of a headway service; omitted for other runs.
    let headwaySeconds: Int?
    /// Whether the run is in no timetable, but estimated from the intervals of a loop's vehicles.
    let estimated: Bool
    /// `phoneAgency` or `coordinateWithDriver` where the vehicle stops only on request.
    let onRequest: String?
    /// Omitted where no booking is needed.
    let booking: BookingAnswer?
    let alerts: [String]
    let further: [Further]?

    struct Further: Encodable, Sendable {
        let stop: PlaceAnswer
        let scheduled: String?
        let expected: String?
        let skipped: Bool
    }

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
        occupancy = call.occupancy.map { "\($0)" }
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
}

/// A short description of a stop.
struct PlaceAnswer: Encodable, Sendable {
    let id: String
    let name: String
    let platform: String?

    init(_ stop: StopIndex, in timetable: Timetable) {
        id = timetable.stops.id(stop)
        name = timetable.stops.name(stop)
        platform = timetable.strings.ifAny(timetable.stops.platforms[stop])
    }
}

/// A service alert; texts by language code.
package struct AlertAnswer: Encodable, Sendable {
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
    struct Period: Encodable, Sendable {
        let start: Int64?
        let end: Int64?
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
            return "Nothing \(what) in this time; the next is at "
                + "\(board.timeZone.iso8601(next).prefix(16).replacing("T", with: " "))."
        }
    }
}
