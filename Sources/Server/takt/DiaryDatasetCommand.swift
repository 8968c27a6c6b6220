import ArgumentParser
import Diary
import DiaryInference
import Foundation
import HTTPFetching
import TaktApp
import Timetables
import TransitModel

/// `takt diary dataset`: converts a study's bucket into tables for research.
struct DiaryDatasetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dataset",
        abstract: "Convert a study's batches to tables for research.",
        discussion: """
            Reads every file below FOLDER: sealed batches (.age, with --identity) and opened ones. Writes a \
            folder of tables: stays, trips, legs with lines, ways without their ends, a quality report, and \
            origins and destinations, shares of modes and choices of routes for groups that are large enough. \
            dictionary.csv says what every column means. The same input gives the same bytes.
            """)

    @Argument(help: "The folder that was fetched from the bucket.")
    var folder: String

    @Option(
        name: [.long, .customShort("i")],
        help: "The file with the study's private key, as age-keygen writes it.")
    var identity: String?

    @Option(help: "A network file whose lines name the rides.")
    var network: String?

    @Option(name: [.long, .customShort("o")], help: "The folder to create; it must not exist.")
    var output: String

    @Option(help: "The time zone of days; the network's, or UTC.")
    var zone: String?

    @Option(help: "Round positions to cells of this size in metres.")
    var coarsen: Double = 200

    @Option(help: "Cut this many metres off both ends of every path.")
    var trim: Double = 200

    @Option(help: "Count origins and destinations by cells of this size in metres.")
    var flowCells: Double = 1000

    @Option(help: "Leave out groups of fewer participants than this.")
    var threshold: Int = 5

    @Option(help: "A text that determines the order of participants' pseudonyms; keep it secret.")
    var salt: String = ""

    @Flag(help: "Print one JSON object with counts.")
    var json = false

    func validate() throws {
        guard (10...10_000).contains(coarsen), (10...100_000).contains(flowCells),
            (0...10_000).contains(trim), (1...10_000).contains(threshold)
        else {
            throw ValidationError(
                "Cells are of 10 m or more, --trim is 0 to 10000 m and --threshold 1 to 10000.")
        }
    }

    func run() throws {
        guard !FileManager.default.fileExists(atPath: output) else {
            throw fail("\(output): this exists already.", .inputOutput)
        }
        let lines = try network.map { LineMatcher(try Timetable(path: $0)) }
        let settings = try settings(lines)
        var batches = DatasetBatches(
            identities: try identity.map(DiaryFiles.identities) ?? [])
        try batches.read(folder)
        guard !batches.people.isEmpty else {
            throw fail(
                batches.unreadable > 0
                    ? "\(folder): none of its \(batches.unreadable) files could be read."
                    : "\(folder): there is no batch of a diary in it.", .badData)
        }
        let records = batches.records(lines)
        let salt = salt
        let dataset = ResearchDataset(records, settings) { DatasetBatches.order($0, salt: salt) }
        try write(dataset)
        let counts = Counts(
            participants: records.count, batches: batches.count, unreadable: batches.unreadable,
            suppressedRows: dataset.suppressed)
        if json { try printJSON(counts) } else { print(counts.text) }
    }

    private func settings(_ lines: LineMatcher?) throws -> DatasetSettings {
        var settings = DatasetSettings()
        settings.coarsenMetres = coarsen
        settings.trimMetres = trim
        settings.flowMetres = flowCells
        settings.threshold = threshold
        settings.zone = lines?.timetable.agencyTimeZones.first ?? .utc
        if let zone {
            guard let known = TransitTimeZone(identifier: zone) else {
                throw fail("'\(zone.prefix(60))' is not a time zone, as in Europe/Zurich.", .usage)
            }
            settings.zone = known
        }
        return settings
    }

    /// Writes all files or none.
    private func write(_ dataset: ResearchDataset) throws {
        let partial = output + ".partial"
        do {
            try? FileManager.default.removeItem(atPath: partial)
            try PrivateFile.makeFolder(partial)
            for (name, text) in dataset.files {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(partial)/\(name)"))
            }
            try FileManager.default.moveItem(atPath: partial, toPath: output)
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw fail(
                "\(output): the folder cannot be written: \(SystemReason.text(of: error)).",
                .inputOutput)
        }
    }

    private struct Counts: Encodable {
        let participants: Int
        let batches: Int
        let unreadable: Int
        let suppressedRows: Int

        var text: String {
            "\(participants) participants from \(batches) batches; \(unreadable) files could not be read, "
                + "\(suppressedRows) rows of groups were left out."
        }
    }
}
