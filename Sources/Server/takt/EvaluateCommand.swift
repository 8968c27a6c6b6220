import ArgumentParser
import Foundation
import GTFSImport
import Matching
import Prediction
import Realtime
import ShuttleTracker
import Timetables
import TransitModel

/// `takt evaluate`: measures the accuracy of predictions on recorded days.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Replay recorded fixes and write the predictions.",
        discussion: """
            Fixes are taken strictly in order of time, through the same code as in a server. The \
            predictions can then be scored by what really happened, if that was observed.
            """,
        subcommands: [EvaluateArrivalsCommand.self, EvaluatePositionsCommand.self])
}

/// The input of a replay and the output of its predictions.
struct EvaluationOptions: ParsableArguments {
    @Option(help: "The GTFS feed: a ZIP file or a folder.")
    var gtfs: String?

    @Option(help: "For shuttles without timetable, in place of --gtfs: the tracker's routes.json.")
    var routes: String?

    @Option(help: "Beside --routes: the tracker's stops.json.")
    var stops: String?

    @Option(
        help: """
            The fixes, CSV or CSV.gz with timestamp, vehicle_id, trip_id, route_id, latitude, \
            longitude, speed_mps and bearing.
            """)
    var positions: String

    @Option(help: "Fixes of other days to learn from first, in the same form; may be repeated.")
    var history: [String] = []

    @Option(name: .shortAndLong, help: "The CSV file to write.")
    var output: String

    func validate() throws {
        guard (gtfs != nil) != (routes != nil && stops != nil) else {
            throw ValidationError("Give either --gtfs or both --routes and --stops.")
        }
    }

    /// Imports the feed, or makes the network of the tracker's lists.
    ///
    /// - Throws: An `ImportError` if the feed cannot be used; an exit code, after a printed
    ///   sentence, if a list cannot be read.
    func timetable() throws -> Timetable {
        if let gtfs {
            return try NetworkImport([NetworkImport.Source(path: gtfs)]).timetable().0
        }
        return try LoopNetwork(
            routes: list(routes ?? "", of: ShuttleRoute.self),
            stops: list(stops ?? "", of: ShuttleStop.self)
        ).timetable()
    }

    private func list<Entry: Decodable>(_ path: String, of entry: Entry.Type) throws -> [Entry] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw fail("There is no file '\(path)' that can be read.", .noInput)
        }
        do {
            return try JSONDecoder().decode([Entry].self, from: data)
        } catch {
            throw fail("'\(path)' is not a list of a shuttle tracker.", .badData)
        }
    }

    /// Reads the fixes to replay.
    ///
    /// - Throws: An exit code, after a printed sentence, if the file cannot be used.
    func fixes() throws -> [VehicleFix] { try RecordedFixes.read(positions) }

    /// Returns a replay whose model has learnt from the history.
    ///
    /// Days to replay are excluded from the history: they are learnt only during the replay.
    ///
    /// - Throws: An exit code, after a printed sentence, if the history cannot be read.
    func replay(_ timetable: Timetable, of fixes: [VehicleFix]) throws -> FixReplay {
        var replay = FixReplay(timetable)
        let zone = timetable.timeZone
        var days: Set<ServiceDay> = []
        for hour in Set(fixes.map { $0.time.seconds / 3600 }) {
            days.insert(zone.day(at: UnixTime(seconds: hour * 3600)))
        }
        var past: [VehicleFix] = []
        for path in history {
            past += try RecordedFixes.read(path).filter { !days.contains(zone.day(at: $0.time)) }
        }
        replay.learn(RecordedFixes.inOrder(past))
        return replay
    }
}

/// `takt evaluate arrivals`: writes one row for each fix and remaining stop.
struct EvaluateArrivalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "arrivals", abstract: "Predict when vehicles arrive at the stops ahead.",
        discussion: """
            Writes made_at,vehicle_id,trip_id,stop_sequence,stop_id,predicted_arrival for all stops \
            within 60 minutes, those of the vehicle's next trips too; on a loop without trip_id and \
            stop_sequence.
            """)

    @OptionGroup var options: EvaluationOptions

    @Flag(help: "Write when a rider should be at the stop instead of the expected arrival.")
    var leaveBy = false

    @Option(
        help: """
            What really happened, CSV or CSV.gz with trip_id, vehicle_id, stop_sequence and \
            observed_epoch: prints of how many of the stops within 40 minutes ahead of a vehicle that names \
            its trip a time was predicted.
            """)
    var observed: String?

    func run() throws {
        let timetable = try options.timetable()
        let fixes = try options.fixes()
        var replay = try options.replay(timetable, of: fixes)
        var coverage = try observed.map { try PredictionCoverage($0) }
        var lines = "made_at,vehicle_id,trip_id,stop_sequence,stop_id,predicted_arrival\n"
        for listed in ListedTrips.listings(fixes) {
            var predicted: Set<PredictionCoverage.Call> = []
            if let step = replay.process(listed) { writeRows(step, timetable, &predicted, &lines) }
            for fix in listed { coverage?.count(fix, predicted: predicted) }
        }
        try OutputFile.write(lines, to: options.output)
        if let coverage { print(coverage.sentence) }
    }

    /// Writes a row for each call that is predicted after a fix.
    private func writeRows(
        _ step: FixReplay.Step, _ timetable: Timetable,
        _ predicted: inout Set<PredictionCoverage.Call>,
        _ lines: inout String
    ) {
        let vehicle = step.vehicle
        func put(
            _ call: ProgressPredictor.PredictedCall, _ trip: String, _ sequence: String,
            _ stop: StopIndex
        ) {
            let time = leaveBy ? call.leaveBy : call.arrival
            lines +=
                "\(vehicle.fix.time.seconds),\(vehicle.id),\(trip),\(sequence),"
                + "\(timetable.stops.id(stop)),"
                + String(format: "%.1f\n", time.fractionalSeconds)
        }
        func put(_ calls: [ProgressPredictor.PredictedCall], of run: RunIndex) {
            let trip = timetable.patterns.runTrips[run]
            let id = timetable.trips.id(trip)
            let stops = timetable.patterns.stops(of: timetable.patterns.pattern(of: run))
            for call in calls {
                let sequence = timetable.trips.stopSequence(trip, at: call.position)
                predicted.insert(PredictionCoverage.Call(trip: id, sequence: sequence))
                put(call, id, "\(sequence)", stops[call.position])
            }
        }
        if let progress = vehicle.progress {
            if timetable.trips.isLoop(progress.trip) {
                // On a loop, the next arrival at a stop counts.
                let stops = timetable.patterns.stops(of: progress.pattern)
                var seen: Set<StopIndex> = []
                for call in step.calls where seen.insert(stops[call.position]).inserted {
                    put(call, "", "", stops[call.position])
                }
            } else {
                put(step.calls, of: progress.run)
            }
        }
        for run in step.runs { put(run.calls, of: run.run.run) }
    }
}

/// `takt evaluate positions`: writes one row for each fix and each later one of the vehicle within
/// 180 s.
struct EvaluatePositionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "positions", abstract: "Predict where vehicles are at their next fixes.",
        discussion: """
            Writes made_at,vehicle_id,at,latitude,longitude for each fix and each later fix of the \
            same vehicle on the same trip within 180 seconds.
            """)

    @OptionGroup var options: EvaluationOptions

    private struct Journey: Hashable {
        let vehicle: String
        let trip: TripReference?
    }

    func run() throws {
        let timetable = try options.timetable()
        let fixes = try options.fixes()
        // The times for which each vehicle's position is predicted; the predictor never sees them.
        var times: [Journey: [UnixTime]] = [:]
        for fix in fixes {
            times[Journey(vehicle: fix.vehicleID, trip: fix.trip), default: []].append(fix.time)
        }
        var replay = try options.replay(timetable, of: fixes)
        var lines = "made_at,vehicle_id,at,latitude,longitude\n"
        for fix in fixes {
            guard let step = replay.process(fix) else { continue }
            let way = replay.trajectory(step.vehicle)
            let later = times[Journey(vehicle: fix.vehicleID, trip: fix.trip)] ?? []
            var next = later.partitioningIndex { $0 > fix.time }
            while next < later.count, later[next].seconds(since: fix.time) <= 180 {
                let place = way.coordinate(at: later[next])
                lines +=
                    "\(fix.time.seconds),\(fix.vehicleID),\(later[next].seconds),"
                    + String(format: "%.6f,%.6f\n", place.latitude, place.longitude)
                next += 1
            }
        }
        try OutputFile.write(lines, to: options.output)
    }
}
