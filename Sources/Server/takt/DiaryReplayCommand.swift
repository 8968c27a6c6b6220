import ArgumentParser
import DiaryEvaluation
import DiarySensing

/// `takt diary replay`: runs one recorded diary through the state machine.
struct DiaryReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recorded diary: states over time, modelled energy, accuracy lost.",
        discussion: """
            Locations: ts,lat,lon,accuracy,altitude,speed,bearing (Unix seconds, metres, metres a \
            second; -1 or empty is unknown). Motions: ts,activity,confidence. 'takt diary import' makes \
            both from what loggers write. The energy is modelled, not measured.
            """)

    @Option(help: "The recorded locations, CSV.")
    var locations: String?

    @Option(help: "The recorded motion activities, CSV.")
    var motions: String?

    @Option(help: "A configuration, JSON; the Waterloo defaults without one.")
    var config: String?

    @Option(help: "One accuracy all day instead of the machine: 10m, 100m, 1km or 3km.")
    var always: ConstantAccuracy?

    @Option(
        help:
            "Recorded trips, CSV with start_ts,end_ts; otherwise estimated from the fixes."
    )
    var trips: String?

    @Option(
        name: .customLong("sight"),
        help: "What the machine sees: 'recorded' fixes, or those a phone would have 'delivered'.")
    var input: ReplayInput = .recorded

    @Option(help: "Write the states here, CSV: ts,state,reason.")
    var states: String?

    @Option(help: "Draw the states over time here, SVG.")
    var plot: String?

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func validate() throws {
        guard locations != nil || motions != nil else {
            throw ValidationError("Name the --locations, the --motions, or both.")
        }
        guard always == nil || config == nil else {
            throw ValidationError("--always needs no --config: it never changes the state.")
        }
    }

    func run() throws {
        let thresholds = try config.map(DiaryFiles.configuration) ?? SensingConfiguration()
        let diary = try DiaryFiles.diary(
            name: locations ?? "diary", locations: locations, motions: motions, trips: trips)
        let policy = always.map { DiaryReplay.Policy.always($0.state) } ?? .machine(thresholds)
        let replay = DiaryReplay(policy, input: input.input)
        guard let outcome = replay.run(diary.fixes, diary.motions) else {
            throw fail("There is nothing to replay.", .badData)
        }
        if let states { try OutputFile.write(outcome.timeline.csv(), to: states) }
        let movement = diary.movement
        if let plot {
            let band = StatesPlot.Band(
                label: always.map { "always \($0.rawValue)" } ?? "states",
                timeline: outcome.timeline)
            try OutputFile.write(StatesPlot.svg([band], movement: movement), to: plot)
        }
        let report = DiaryReportText(ReplayReport(outcome, of: diary, movement: movement))
        if json { try printJSON(report) } else { print(report.text) }
    }
}

/// A constant accuracy, as given on the command line.
enum ConstantAccuracy: String, ExpressibleByArgument, CaseIterable {
    case tenMetres = "10m"
    case hundredMetres = "100m"
    case oneKilometre = "1km"
    case threeKilometres = "3km"

    var state: SensingState {
        switch self {
        case .tenMetres: .activelyMoving
        case .hundredMetres: .stopped
        case .oneKilometre: .inFastVehicle
        case .threeKilometres: .notMoving
        }
    }
}

/// The fixes that the machine sees, as given on the command line.
enum ReplayInput: String, ExpressibleByArgument, CaseIterable {
    case recorded
    case delivered

    var input: DiaryReplay.Input {
        switch self {
        case .recorded: .recorded
        case .delivered: .delivered
        }
    }
}
