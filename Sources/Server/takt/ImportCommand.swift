import ArgumentParser
import Foundation
import GTFSImport
import StreetsFile
import StreetsImport
import TaktApp
import Timetables

/// `takt import`: compiles feeds into a network file.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Compile GTFS feeds into one network file.",
        discussion: """
            A bad row costs a row and leaves a notice (see 'takt notices'); a feed without a usable \
            trip is refused and the file that was there stays as it was. With several feeds each id in the \
            network begins with its feed's and a colon; a feed without one is called after its file or, \
            where several files have that name, after its publisher.
            """)

    @Argument(
        help: """
            GTFS feeds: ZIP files, folders or http(s) addresses, each with an id of its own before it if \
            you like, as in town=gtfs.zip.
            """)
    var feeds: [String]

    @Option(name: .shortAndLong, help: "The network file to write.")
    var output: String

    @Option(
        name: .customLong("streets"), parsing: .upToNextOption,
        help: """
            OpenStreetMap extracts in PBF, files or http(s) addresses: walks follow their streets. Writes \
            a file of streets beside the network.
            """)
    var extracts: [String] = []

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    @Option(help: "The largest uncompressed size of a feed, in bytes.")
    var feedBytes = NetworkImport.defaultFeedBytes

    @Option(
        parsing: .unconditional,
        help: "Stops this many metres apart (as the crow flies) are joined by a walk.")
    var walkingRadius = 500.0

    @Option(parsing: .unconditional, help: "Walking speed in metres a second.")
    var walkingSpeed = 1.25

    func validate() throws {
        guard !feeds.isEmpty, !feeds.contains("") else {
            throw ValidationError("Name at least one feed, and none that is empty.")
        }
        let references = feeds.map { FeedReference($0) }
        if let other = references.first(where: { $0.place.contains("://") && !$0.isAddress }) {
            throw ValidationError(
                "Addresses begin with http:// or https://, not as '\(other.place)'.")
        }
        if let unnamed = references.first(where: { $0.place.isEmpty }) {
            throw ValidationError("Name the feed after '\(unnamed.id ?? "")='.")
        }
        guard feedBytes > 0 else { throw ValidationError("--feed-bytes must be above 0.") }
        guard (0...5000).contains(walkingRadius) else {
            throw ValidationError("--walking-radius must be between 0 and 5000 metres.")
        }
        guard (0.3...5).contains(walkingSpeed) else {
            throw ValidationError("--walking-speed must be between 0.3 and 5 metres a second.")
        }
    }

    func run() async throws {
        try OutputFile.checkReplaceable(output)
        let clock = ContinuousClock()
        let start = clock.now
        var walking = WalkingAssumptions()
        walking.radiusMetres = walkingRadius
        walking.speedMetresPerSecond = walkingSpeed
        let progress = ProgressBar(
            steps: 1 + (extracts.isEmpty ? 0 : StreetsImport.Stage.allCases.count))
        defer { progress.end() }
        let downloads = FeedDownloads()
        defer { downloads.removeAll() }
        let summary: NetworkImport.Summary
        var draft: StreetsDraft?
        var map = ImportMap()
        defer { draft?.discard() }
        let before = (try? Timetable(path: output))?.timeZone
        do {
            let sources = try await downloads.sources(for: feeds.map(reference))
            if !extracts.isEmpty {
                draft = try StreetsDraft(
                    try await downloads.files(at: extracts),
                    near: try NetworkImport(sources, feedBytes: feedBytes).stopsBox(),
                    besideNetwork: output, progress: { progress.begin($0.name) })
                let streets = try draft?.open()
                walking.streets = streets?.router
                map = streets?.importMap ?? map
            }
            progress.begin("the timetable")
            summary = try NetworkImport(
                sources, walking: walking, map: map, feedBytes: feedBytes
            ).write(to: output)
            try draft?.keep()
        } catch let error as any CommandError {
            throw fail(downloads.withAddresses(error.description), error.exitStatus)
        }
        progress.end()
        if let before, let network = try? Timetable(path: output),
            let change = TimeZoneChange(from: before, to: network)
        {
            warn(change.sentence(on: "'\(output)'"))
        }
        let report = ImportReport(
            summary, draft?.metadata, seconds: (clock.now - start) / .seconds(1))
        if json {
            try printJSON(report)
        } else {
            print(report.text(output: output, streets: draft?.path))
        }
    }
}

/// Parses a feed; an existing file whose own name contains `=` is that file.
private func reference(_ text: String) -> FeedReference {
    FileManager.default.fileExists(atPath: text)
        ? FeedReference(place: text) : FeedReference(text)
}

/// The printed result of an import.
private struct ImportReport: Encodable {
    let stops: Int
    let routes: Int
    let trips: Int
    let stopTimes: Int
    let patterns: Int
    let serviceDays: Days
    let notices: Notices
    /// The counts of the streets, as `takt streets` prints them; omitted without streets.
    let streets: [String: Int]?
    private let omissions: String?
    let seconds: Double
    let peakMemoryBytes: Int

    private enum CodingKeys: String, CodingKey {
        case stops, routes, trips, patterns, notices, streets, seconds
        case stopTimes = "stop_times"
        case serviceDays = "service_days"
        case peakMemoryBytes = "peak_memory_bytes"
    }

    struct Days: Encodable {
        let from: String
        let to: String
    }

    struct Notices: Encodable {
        let error: Int
        let warning: Int
        let info: Int
    }

    init(_ summary: NetworkImport.Summary, _ metadata: StreetsMetadata?, seconds: Double) {
        streets = metadata?.counts
        omissions = metadata?.omissions
        stops = summary.stops
        routes = summary.routes
        trips = summary.trips
        stopTimes = summary.stopTimes
        patterns = summary.patterns
        serviceDays = Days(from: "\(summary.firstDay)", to: "\(summary.lastDay)")
        notices = Notices(
            error: summary.errors, warning: summary.warnings, info: summary.infos)
        self.seconds = (seconds * 1000).rounded() / 1000
        peakMemoryBytes = takt.peakMemoryBytes()
    }

    /// The sentence on the streets, on a line of its own; empty without streets.
    private func streetsText(_ path: String?) -> String {
        guard let path, let streets else { return "" }
        return """

            \(path): \(streets["vertices"] ?? 0) vertices, \(streets["edges"] ?? 0) edges, \
            \(streets["places"] ?? 0) places, \(streets["addresses"] ?? 0) addresses.\(omissions.map { "\n" + $0 } ?? "")
            """
    }

    func text(output: String, streets path: String?) -> String {
        """
        \(output): \(stops) stops, \(routes) routes, \(trips) trips, \(stopTimes) stop times \
        in \(patterns) patterns.
        Service from \(serviceDays.from) to \(serviceDays.to).
        Notices: \(notices.error) errors, \(notices.warning) warnings, \(notices.info) infos\
        \(notices.error + notices.warning > 0 ? " (see 'takt notices \(output)')" : "").\
        \(streetsText(path))
        Took \(seconds) s and at most \(peakMemoryBytes / 1_000_000) MB.
        """
    }
}
