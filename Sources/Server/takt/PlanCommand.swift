import ArgumentParser
import NetworkAPI
import TaktApp
import Timetables
import Transit
import TransitModel

/// `takt plan`: finds connections between two places.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Find connections between two places.",
        discussion: """
            A place is a stop_id, a stop's name, latitude,longitude, or with streets an address. Of \
            several that match, the one that the app's field lists first is taken, and standard error \
            says which. By the timetable alone: live data comes with 'takt serve'. JSON is what \
            /api/v1/connections answers.
            """)

    @Option(help: "The network file.")
    var network: String

    @Option(
        help: "The file of streets. [default: the one beside the network, if there is one]")
    var streets: String?

    @Option(parsing: .unconditional, help: "Where from.")
    var from: String

    @Option(parsing: .unconditional, help: "Where to.")
    var to: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: "A place to visit on the way; may be given up to five times, in order.")
    var via: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: "The shortest stay there in minutes, for each --via in order.")
    var stay: [Int32] = []

    @Option(
        help: "When to leave, local time of the network, as in 2016-02-08T08:00; now by default.")
    var at: String?

    @Flag(help: "The time is the latest arrival.")
    var arriveBy = false

    @Option(
        parsing: .unconditional,
        help: "How many connections, up to \(PlanningRequest.maximumResults).")
    var results = 6

    @Option(help: "The value of 'earlier' or 'later' in a previous answer.")
    var cursor: String?

    @Option(help: "The modes that may be used, as in tram,bus,rail.")
    var modes: String?

    @Option(
        parsing: .unconditional,
        help: "The most changes, up to \(PlanningOptions.transferRange.upperBound).")
    var maxChanges = 7

    @Option(parsing: .unconditional, help: "Minutes to spare at every change, up to 60.")
    var margin: Int32 = 0

    @Option(parsing: .unconditional, help: "The longest walk at either end in minutes, up to 60.")
    var walk: Int32 = 15

    @Flag(help: "Leave out connections that are impossible in a wheelchair.")
    var wheelchair = false

    @Flag(help: "Ride to and from stops, and leave out vehicles that take no bicycles.")
    var bicycle = false

    @Flag(help: "Print intermediate stops too.")
    var passed = false

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func run() throws {
        try checkNumbers()
        let timetable = try Timetable(path: network)
        let map = try openServedStreets(streets, besideNetwork: network)
        var request = try request(
            PlaceChooser(StopSearchIndex(timetable), streets: map),
            at: try instant(at: at, in: timetable.timeZone))
        request.isArrival = arriveBy
        request.results = results
        request.options = try options()
        if let cursor {
            guard let read = PageCursor(text: cursor) else {
                throw fail(
                    "--cursor must be an answer's 'earlier' or 'later', not '\(cursor)'.",
                    .usage)
            }
            request.cursor = read
        }
        do {
            let page = try JourneyPlanner(timetable, streets: map?.router)
                .connections(request, includesPassed: passed)
            if json {
                try printJSON(ConnectionsAnswer(page, in: timetable))
            } else {
                print(ConnectionText(timetable, now: SystemWallClock().now()).text(page))
            }
        } catch let problem as PlanningProblem {
            throw fail(problem.sentence, .badData)
        }
    }

    private func checkNumbers() throws {
        let longest = PlanningRequest.maximumStaySeconds / 60
        func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws {
            guard range.contains(value) else {
                throw fail(
                    "--\(name) must be \(range.lowerBound) to \(range.upperBound), not \(value).",
                    .usage)
            }
        }
        try check("results", results, 1...PlanningRequest.maximumResults)
        try check("max-changes", maxChanges, PlanningOptions.transferRange)
        try check("margin", Int(margin), 0...60)
        try check("walk", Int(walk), 0...60)
        for minutes in stay { try check("stay", Int(minutes), 0...Int(longest)) }
        guard stay.count <= via.count else {
            throw fail("There are more --stay than --via.", .usage)
        }
    }

    private func options() throws -> PlanningOptions {
        var options = PlanningOptions()
        options.maximumTransfers = maxChanges
        options.marginSeconds = margin * 60
        options.walkSeconds = walk * 60
        options.wheelchair = wheelchair
        options.bicycle = bicycle
        if let modes {
            options.modes = Set(
                try modes.split(separator: ",").map { word in
                    guard let mode = TransitMode(rawValue: String(word)) else {
                        let known = TransitMode.allCases.map(\.rawValue).joined(separator: ", ")
                        throw fail("--modes knows \(known), not '\(word)'.", .usage)
                    }
                    return mode
                })
        }
        return options
    }

    /// Returns the request between the places that were named; prints which ones were chosen on
    /// standard error, where several match.
    private func request(_ chooser: PlaceChooser, at time: UnixTime) throws -> PlanningRequest {
        do throws(PlaceChooser.NoPlace) {
            let ends = try chooser.ends(from: from, to: to)
            let start = chooser.coordinate(ends.from.place)
            var stays: [PlanningVia] = []
            var remarks = [ends.from.remark, ends.to.remark]
            for (number, text) in via.enumerated() {
                let choice = try chooser.choose(text, near: start)
                remarks.append(choice.remark)
                stays.append(
                    PlanningVia(
                        choice.place, staySeconds: number < stay.count ? stay[number] * 60 : 0))
            }
            for case let remark? in remarks {
                warn(remark)
            }
            var request = PlanningRequest(
                from: ends.from.place, to: ends.to.place, at: time)
            request.vias = stays
            request.offersLessWalking = true
            return request
        } catch {
            throw fail(error.sentence, error.isUnknown ? .noInput : .badData)
        }
    }
}
