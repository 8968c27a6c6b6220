import ArgumentParser
import OSMPBF
import StreetsFile
import StreetsImport
import TaktApp
import TransitModel

/// `takt streets`: compiles OpenStreetMap extracts into a file of streets.
struct StreetsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streets",
        abstract: "Compile OpenStreetMap extracts into one file of streets.",
        discussion: """
            Extracts are files in PBF, such as city.osm.pbf; several make one map. A file that is \
            damaged, cut off or not sorted is refused, and the file that was there stays as it was. \
            Map data from OpenStreetMap is available under the Open Database License: show \
            '(c) OpenStreetMap contributors' wherever it is seen.
            """)

    @Argument(help: "OpenStreetMap extracts in PBF, files or http(s) addresses.")
    var extracts: [String]

    @Option(name: .shortAndLong, help: "The file of streets to write.")
    var output: String

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func validate() throws {
        guard !extracts.isEmpty, !extracts.contains("") else {
            throw ValidationError("Name at least one extract, and none that is empty.")
        }
    }

    func run() async throws {
        try OutputFile.checkReplaceable(output)
        let clock = ContinuousClock()
        let start = clock.now
        let metadata: StreetsMetadata
        let progress = ProgressBar(steps: StreetsImport.Stage.allCases.count)
        let downloads = FeedDownloads()
        defer {
            progress.end()
            downloads.removeAll()
        }
        do {
            let files = try await downloads.files(at: extracts)
            metadata = try StreetsImport(files) { progress.begin($0.name) }.write(to: output)
        } catch let error as StreetsImportError {
            throw fail(downloads.withAddresses(error.description), error.exitStatus)
        }
        progress.end()
        let report = StreetsReport(metadata, seconds: (clock.now - start) / .seconds(1))
        if json { try printJSON(report) } else { print(report.text(output: output)) }
    }
}

/// The printed result of a streets import.
private struct StreetsReport: Encodable {
    let vertices: Int
    let edges: Int
    let places: Int
    let addresses: Int
    let tiles: Int
    let missingNodes: Int
    /// Omitted where all areas are drawn.
    let omittedAreas: Int?
    private let omissions: String?
    /// West, south, east and north of the streets, in degrees; omitted without streets.
    let box: [Double]?
    /// Metres a second on foot, in a wheelchair and on a ridden bicycle.
    let metresPerSecond: [String: Double]
    let liftSeconds: Double
    let seconds: Double
    let peakMemoryBytes: Int

    private enum CodingKeys: String, CodingKey {
        case vertices, edges, places, addresses, tiles, box, seconds
        case missingNodes = "missing_nodes"
        case omittedAreas = "omitted_areas"
        case metresPerSecond = "metres_per_second"
        case liftSeconds = "lift_seconds"
        case peakMemoryBytes = "peak_memory_bytes"
    }

    init(_ metadata: StreetsMetadata, seconds: Double) {
        vertices = metadata.counts["vertices"] ?? 0
        edges = metadata.counts["edges"] ?? 0
        places = metadata.counts["places"] ?? 0
        addresses = metadata.counts["addresses"] ?? 0
        tiles = metadata.counts["tiles"] ?? 0
        missingNodes = metadata.counts["missing_nodes"] ?? 0
        omittedAreas = metadata.counts[StreetsMetadata.omittedAreas]
        omissions = metadata.omissions
        metresPerSecond = metadata.metresPerSecond.mapValues { ($0 * 100).rounded() / 100 }
        liftSeconds = metadata.liftSeconds
        box = metadata.box.map { [$0.west, $0.south, $0.east, $0.north] }
        self.seconds = (seconds * 1000).rounded() / 1000
        peakMemoryBytes = takt.peakMemoryBytes()
    }

    private var cutText: String {
        guard missingNodes > 0 else { return "" }
        return """

            The extract lacks \(missingNodes) nodes of ways, which end there; extract the region with \
            complete ways to keep them ('osmium extract -s complete_ways').
            """
    }

    func text(output: String) -> String {
        """
        \(output): walking graph of \(vertices) vertices and \(edges) edges, \(places) places, \
        \(addresses) addresses, \(tiles) tiles.\(cutText)\(omissions.map { "\n" + $0 } ?? "")
        Took \(seconds) s and at most \(peakMemoryBytes / 1_000_000) MB.
        """
    }
}
