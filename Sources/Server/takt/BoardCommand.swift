import ArgumentParser
import NetworkAPI
import Realtime
import Timetables
import Transit
import TransitModel

/// `takt board`: shows the departures or arrivals of a stop.
struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board",
        abstract: "Show the departures or arrivals of a stop or station.",
        discussion: """
            By the timetable alone: live data comes with 'takt serve'. JSON is what \
            /api/v1/stops/{id}/departures answers.
            """)

    @Option(help: "The network file.")
    var network: String

    @Option(parsing: .unconditional, help: "The stop: its stop_id or its name.")
    var stop: String

    @Option(
        help: "The earliest time, local time of the stop, as in 2016-02-08T08:00; now by default.")
    var at: String?

    @Flag(help: "Show arrivals instead of departures.")
    var arrivals = false

    @Option(parsing: .unconditional, help: "The most lines, up to \(BoardRequest.maximumLimit).")
    var limit = 20

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func run() throws {
        guard (1...BoardRequest.maximumLimit).contains(limit) else {
            throw fail(
                "--limit must be 1 to \(BoardRequest.maximumLimit), not \(limit).", .usage)
        }
        let timetable = try Timetable(path: network)
        let place = try findPlace(in: timetable)
        let maker = BoardMaker(timetable)
        var request = BoardRequest(
            stop: place.stop, from: try instant(at: at, in: maker.timeZone(of: place.stop)))
        request.others = place.members
        request.kind = arrivals ? .arrivals : .departures
        request.limit = limit
        let board = maker.board(request)
        if json {
            try printJSON(BoardAnswer(board, in: timetable, overlay: .none))
            return
        }
        let day = board.timeZone.day(at: request.cursor.time)
        print("\(place.name), \(board.kind.rawValue), \(day)")
        if let emptiness = board.emptiness {
            print(BoardSentences.sentence(emptiness, board))
        }
        printTable(board, startingOn: day, timetable)
    }

    private func findPlace(in timetable: Timetable) throws -> ResolvedStop {
        let found = PlaceResolver(StopSearchIndex(timetable)).resolve(stop)
        if case .stop(let place) = found { return place }
        if let complaint = found.explanation(of: stop, in: timetable) {
            throw fail(complaint, found.isUnknown ? .noInput : .badData)
        }
        throw fail("--stop must be a stop's id or name, not a coordinate.", .usage)
    }

    private func printTable(
        _ board: StopBoard, startingOn first: ServiceDay, _ timetable: Timetable
    ) {
        var day = first
        let now = SystemWallClock().now()
        let rows = board.calls.map { call in
            [
                clockText(call.scheduled ?? call.time, board.timeZone), delay(call),
                timetable.routes.lineName(call.route), destination(call, timetable),
                timetable.strings.ifAny(timetable.stops.platforms[call.stop]) ?? "",
                remarks(call, board.timeZone, now: now).joined(separator: ", "),
            ]
        }
        for (call, line) in zip(board.calls, TextTable.lines(rows)) {
            let today = board.timeZone.day(at: call.scheduled ?? call.time)
            if today != day { print(today) }
            day = today
            print(line)
        }
    }

    private func delay(_ call: BoardCall) -> String {
        guard let seconds = call.delaySeconds else { return "" }
        let minutes = seconds / 60
        return minutes < 0 ? "\(minutes)" : "+\(minutes)"
    }

    private func destination(_ call: BoardCall, _ timetable: Timetable) -> String {
        arrivals ? "from \(timetable.stops.name(call.origin))" : call.headsign
    }

    private func remarks(
        _ call: BoardCall, _ zone: TransitTimeZone, now: UnixTime
    ) -> [String] {
        var remarks: [String] = []
        switch call.status {
        case .runs: break
        case .cancelled: remarks.append("cancelled")
        case .skipped: remarks.append("does not stop here")
        case .elsewhere: remarks.append("stops elsewhere")
        }
        let booking = BookingSentences.sentence(
            call.rule, call.booking, in: zone, at: call.scheduled ?? call.time, now: now)
        if let booking { remarks.append(booking) }
        if call.isApproximate { remarks.append("about") }
        if let seconds = call.headwaySeconds {
            remarks.append("every \(max(1, (seconds + 30) / 60)) min")
        }
        if call.isEstimated { remarks.append("estimated") }
        if call.isReplacement { remarks.append("replacement") }
        if call.isLast { remarks.append("last of the day") }
        return remarks
    }
}
