import ArgumentParser
import DiarySensing
import Foundation
import PhoneRecords

/// `takt diary import`: converts files of loggers and exports into the tables that a replay reads.
struct DiaryImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import files of phones' loggers: one table of locations, one of motions.",
        discussion: """
            Formats, recognised by how a file begins: the Waterloo Travel Diary's JSON, OwnTracks .rec, \
            Overland JSON and GeoJSON points, GPX, Google's location history (until 2024) and Timeline \
            (since), and the tables that this command writes. Several files make one record, in order \
            of time. What was left out is counted, with the reason.
            """)

    @Argument(help: "The files to import.")
    var files: [String]

    @Option(help: "Write the locations here, CSV; on standard output without any option.")
    var locations: String?

    @Option(help: "Write the motions here, CSV.")
    var motions: String?

    @Flag(help: "Print one JSON object: counts, and the record unless it is written to files.")
    var json = false

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Name at least one file.") }
    }

    func run() throws {
        var whole = PhoneTrace()
        var imported: [DiaryImportReport.File] = []
        for path in files {
            let data = try DiaryFiles.data(path)
            do {
                let format = try PhoneFile(recognising: data)
                let trace = try format.read(data)
                imported.append(.init(path, format, trace))
                whole.append(trace)
            } catch {
                throw fail("\(path): \(error.description)", .badData)
            }
        }
        whole.sortByTime()
        if let locations { try OutputFile.write(TraceTable.csv(whole.fixes), to: locations) }
        if let motions { try OutputFile.write(TraceTable.csv(whole.motions), to: motions) }
        let isWritten = locations != nil || motions != nil
        if json {
            try printJSON(
                DiaryImportReport(files: imported, whole: whole, withRecord: !isWritten))
        } else {
            if !isWritten { print(TraceTable.csv(whole.fixes), terminator: "") }
            printSummary(imported, whole)
        }
    }

    /// Reports imported and skipped data on standard error, since standard output may contain the
    /// table.
    private func printSummary(_ files: [DiaryImportReport.File], _ whole: PhoneTrace) {
        var text = ""
        for file in files {
            text += "\(file.file): \(file.format), \(file.fixes) fixes, \(file.motions) motions"
            text += file.skipped.isEmpty ? ".\n" : "; left out: \(counts(file.skipped)).\n"
        }
        let doubles = whole.skipped[.double] ?? 0
        if doubles > 0 { text += "Left out as recorded twice: \(doubles).\n" }
        writeError(text)
    }

    private func counts(_ skipped: [String: Int]) -> String {
        skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            .joined(separator: ", ")
    }
}

/// The result of an import, as JSON.
struct DiaryImportReport: Encodable {
    /// The result for one file.
    struct File: Encodable {
        let file: String
        let format: String
        let fixes: Int
        let motions: Int
        let skipped: [String: Int]

        init(_ file: String, _ format: PhoneFile, _ trace: PhoneTrace) {
            self.file = file
            self.format = format.rawValue
            fixes = trace.fixes.count
            motions = trace.motions.count
            skipped = DiaryImportReport.named(trace.skipped)
        }
    }

    private struct Fix: Encodable {
        let ts: Double
        let lat: Double
        let lon: Double
        let accuracy: Double?
        let altitude: Double?
        let speed: Double?
        let bearing: Double?
    }

    private struct Motion: Encodable {
        let ts: Double
        let activity: String
        let confidence: String
    }

    private let files: [File]
    private let fixes: Int
    private let motions: Int
    private let skipped: [String: Int]
    private let locations: [Fix]?
    private let activities: [Motion]?

    init(files: [File], whole: PhoneTrace, withRecord: Bool) {
        self.files = files
        fixes = whole.fixes.count
        motions = whole.motions.count
        skipped = Self.named(whole.skipped)
        locations =
            withRecord
            ? whole.fixes.map {
                Fix(
                    ts: $0.time.timeIntervalSince1970, lat: $0.latitude, lon: $0.longitude,
                    accuracy: $0.horizontalAccuracyMetres, altitude: $0.altitudeMetres,
                    speed: $0.speedMetresPerSecond, bearing: $0.courseDegrees)
            } : nil
        activities =
            withRecord
            ? whole.motions.map {
                Motion(
                    ts: $0.start.timeIntervalSince1970, activity: $0.activity.rawValue,
                    confidence: $0.confidence.rawValue)
            } : nil
    }

    private static func named(_ skipped: [SkipReason: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: skipped.map { ($0.key.rawValue, $0.value) })
    }
}
