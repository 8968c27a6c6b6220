import ArgumentParser
import Foundation
import StreetGraph
import StreetsFile
import TransitModel

/// `takt walk-batch`: computes many walks between places, for checks and measurements.
struct WalkBatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "walk-batch",
        abstract: "Answer many walks between places, for checks and measurements.",
        discussion: """
            Queries have the columns query, from_lat, from_lon, to_lat and to_lon, and for places \
            that are stops from_platform, from_level, to_platform and to_level; others are ignored. \
            Answers: query,metres,seconds. Metres include the gaps from the places to the street; \
            both are empty where there is no way.
            """)

    @Option(help: "The file of streets.")
    var streets: String

    @Option(help: "The CSV file of queries.")
    var queries: String

    @Option(help: "The CSV file to write the answers to.")
    var answers: String

    @Option(help: "Who walks or rides: foot, wheelchair or bicycle.")
    var profile = WalkProfile.foot

    @Flag(help: "Print the steps of each walk.")
    var steps = false

    private struct Query {
        let name: String
        let from: WalkEnd
        let to: WalkEnd
    }

    func run() throws {
        let graph = try StreetGraph(StreetsFile(path: streets))
        let queries = try readQueries()
        var search = WalkSearch(graph, profile: profile)
        var lines = "query,metres,seconds\n"
        let clock = ContinuousClock()
        var time = Duration.zero
        for query in queries {
            var walk: StreetWalk?
            time += clock.measure { walk = search.walk(from: query.from, to: query.to) }
            lines += Self.line(query.name, walk, profile)
            if steps, let walk {
                print("\(query.name): \(walk.steps.map(\.text).joined(separator: ", "))")
            }
        }
        try OutputFile.write(lines, to: answers)
        let mean = time / .microseconds(1) / Double(max(1, queries.count))
        print("queries \(queries.count) mean_us \(String(format: "%.1f", mean))")
    }

    private static func line(_ name: String, _ walk: StreetWalk?, _ profile: WalkProfile) -> String
    {
        guard let length = walk?.length else { return "\(name),,\n" }
        let seconds = length.seconds(metresPerSecond: profile.metresPerSecond)
        return String(format: "%@,%.1f,%.0f\n", name, length.metres, seconds)
    }

    private func readQueries() throws -> [Query] {
        let lines = try CSVFile.lines(of: queries)
        let header = lines.first?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        let columns = ["query", "from_lat", "from_lon", "to_lat", "to_lon"]
        let positions = columns.compactMap { column in header.firstIndex { $0 == column } }
        guard positions.count == columns.count else {
            throw fail(
                "\(queries) line 1: expected the columns \(columns.joined(separator: ",")).",
                .badData)
        }
        return try lines.enumerated().dropFirst().map { number, line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = positions.dropFirst().compactMap {
                fields.indices.contains($0) ? Double(fields[$0]) : nil
            }
            guard numbers.count == 4, fields.indices.contains(positions[0]),
                numbers[0].magnitude <= 90, numbers[1].magnitude <= 180,
                numbers[2].magnitude <= 90, numbers[3].magnitude <= 180
            else {
                throw fail(
                    "\(queries) line \(number + 1): expected two places in degrees, latitude "
                        + "-90 to 90 and longitude -180 to 180.", .badData)
            }
            let row = zip(header, fields).map { (String($0), String($1)) }
            func end(_ prefix: String, _ latitude: Double, _ longitude: Double) throws -> WalkEnd {
                WalkEnd(
                    Coordinate(latitude: latitude, longitude: longitude),
                    platform: try platform(prefix, row, line: number + 1))
            }
            return Query(
                name: String(fields[positions[0]]), from: try end("from", numbers[0], numbers[1]),
                to: try end("to", numbers[2], numbers[3]))
        }
    }

    /// The platform of an end that is a stop; nil without a platform code and level.
    private func platform(
        _ end: String, _ row: [(column: String, value: String)], line: Int
    ) throws -> WalkEnd.Platform? {
        func value(_ column: String) -> String? {
            row.first { $0.column == column && !$0.value.isEmpty }?.value
        }
        let code = value(end + "_platform")
        guard let level = value(end + "_level") else {
            return code.map { WalkEnd.Platform(stopID: "", code: $0, level: nil) }
        }
        guard let number = Double(level), number.isFinite else {
            throw fail(
                "\(queries) line \(line): expected a number as \(end)_level, not '\(level)'.",
                .badData)
        }
        return WalkEnd.Platform(stopID: "", code: code, level: number)
    }
}

extension WalkProfile: ExpressibleByArgument {}
