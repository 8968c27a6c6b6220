import ArgumentParser
import DiaryEvaluation
import DiarySensing
import Foundation

/// `takt diary compare`: compares several configurations over the same recorded diaries in one
/// table.
struct DiaryCompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare configurations over recorded diaries: energy, accuracy, trips noticed.",
        discussion: """
            Each FOLDER has locations.csv, motion.csv, or both, and truth_trips.csv where trips \
            were noted. The Waterloo defaults, the same without our two extra exits, what we recommend, and \
            always 10 m and 100 m are compared along with the --config files.
            """)

    @Argument(help: "Folders of recorded diaries.")
    var folders: [String]

    @Option(parsing: .upToNextOption, help: "Configurations, JSON; named by their files.")
    var config: [String] = []

    @Option(
        name: .customLong("sight"),
        help: "What the machine sees: 'recorded' fixes, or those a phone would have 'delivered'.")
    var input: ReplayInput = .recorded

    @Option(help: "Draw energy against precision here, SVG.")
    var plot: String?

    @Option(help: "Draw the states over time of the first diary here, SVG.")
    var statesPlot: String?

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func run() throws {
        var policies: [(name: String, policy: DiaryReplay.Policy)] = [
            ("defaults", .machine(SensingConfiguration())),
            (
                "without-exits",
                .machine(
                    SensingConfiguration().switching(
                        leavingByCarExit: false, slowTrafficExit: false))
            ),
            ("recommended", .machine(.recommended)),
            ("always-10m", .always(.activelyMoving)), ("always-100m", .always(.stopped)),
        ]
        for path in config {
            let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            policies.append((name, .machine(try DiaryFiles.configuration(path))))
        }
        let diaries = try folders.map(diary)
        var reports: [(name: String, report: ReplayReport)] = []
        for (name, policy) in policies {
            guard let report = ReplayReport(policy, input: input.input, over: diaries) else {
                throw fail("The diaries have no duration.", .badData)
            }
            reports.append((name, report))
        }
        if let plot { try OutputFile.write(TradeOffPlot.svg(reports), to: plot) }
        if let statesPlot { try drawStates(policies, diaries[0], to: statesPlot) }
        if json {
            try printJSON(
                Dictionary(
                    reports.map { ($0.name, DiaryReportText($0.report)) },
                    uniquingKeysWith: { first, _ in first }))
        } else {
            print(table(reports))
        }
    }

    func validate() throws {
        guard !folders.isEmpty else { throw ValidationError("Name at least one folder.") }
    }

    private func diary(_ folder: String) throws -> RecordedDiary {
        guard FileManager.default.fileExists(atPath: folder) else {
            throw fail("\(folder): there is no such folder.", .noInput)
        }
        func file(_ name: String) -> String? {
            let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        let locations = file("locations.csv")
        let motions = file("motion.csv")
        guard locations != nil || motions != nil else {
            throw fail("\(folder): there is neither locations.csv nor motion.csv.", .noInput)
        }
        return try DiaryFiles.diary(
            name: URL(fileURLWithPath: folder).lastPathComponent, locations: locations,
            motions: motions, trips: file("truth_trips.csv"))
    }

    private func drawStates(
        _ policies: [(name: String, policy: DiaryReplay.Policy)], _ diary: RecordedDiary,
        to path: String
    ) throws {
        let bands = policies.compactMap { name, policy in
            DiaryReplay(policy, input: input.input).run(diary.fixes, diary.motions).map {
                StatesPlot.Band(label: name, timeline: $0.timeline)
            }
        }
        try OutputFile.write(StatesPlot.svg(bands, movement: diary.movement), to: path)
    }

    private func table(_ reports: [(name: String, report: ReplayReport)]) -> String {
        let names = SensingState.allCases.map(\.rawValue)
        var rows = [
            ["configuration", "%/h", "low", "high"] + names
                + ["at 10 m", "lost m", "p95 m", "noticed", "after s"]
        ]
        for (name, report) in reports {
            let text = DiaryReportText(report)
            var row = [name, fixed(text.drainPercentPerHour, 2)]
            row += text.drainRange.map { fixed($0, 2) }
            row += names.map { percent(text.share[$0] ?? 0) }
            row.append(text.preciseShareUnderWay.map(percent) ?? "-")
            row.append(text.lostMetresMedian.map { fixed($0, 0) } ?? "-")
            row.append(text.lostMetresP95.map { fixed($0, 0) } ?? "-")
            row.append("\(text.tripsNoticed)/\(text.trips)")
            row.append(text.noticedAfterSecondsMedian.map { fixed($0, 0) } ?? "-")
            rows.append(row)
        }
        return aligned(rows)
    }
}

/// Formats a table with columns as wide as their widest field, the first one left-aligned.
private func aligned(_ rows: [[String]]) -> String {
    let widths = (rows.first ?? []).indices.map { column in
        rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
        row.enumerated().map { column, field in
            let padding = String(repeating: " ", count: widths[column] - field.count)
            return column == 0 ? field + padding : padding + field
        }.joined(separator: "  ")
    }.joined(separator: "\n")
}
