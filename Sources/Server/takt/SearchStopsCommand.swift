import ArgumentParser
import Foundation
import NetworkAPI
import Timetables
import Transit
import TransitModel
import WireAPI

/// `takt search-stops`: finds stations and stops as the web app does while riders type.
struct SearchStopsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search-stops",
        abstract: "Find stations and stops by name, typed in full or in part.",
        discussion: """
            Words may be shortened and in any order ('zur hb'), accents left out and a typo made. \
            A stop_id or stop_code is found too; without a text, the main stations are listed. \
            With '-' for the text, each line of standard input is one, and --json prints one \
            object a line.
            """)

    @Option(help: "The network file.")
    var network: String

    @Argument(help: "What to look for.")
    var text: [String] = []

    @Option(parsing: .unconditional, help: "Prefer stops near this place: latitude,longitude.")
    var near: String?

    @Option(parsing: .unconditional, help: "The most stops, up to \(StopQuery.maximumLimit).")
    var limit = 10

    @Flag(help: "Print JSON, as /api/v1/stops/search answers.")
    var json = false

    @Flag(help: "Say on standard error how long the index and each search took.")
    var timing = false

    func run() throws {
        guard (1...StopQuery.maximumLimit).contains(limit) else {
            throw fail("--limit must be 1 to \(StopQuery.maximumLimit), not \(limit).", .usage)
        }
        let place = near.flatMap(CoordinateText.coordinate)
        if let near, place == nil {
            throw fail(
                "--near must be latitude,longitude, as in 47.17,8.51, not '\(near)'.", .usage)
        }
        let timetable = try openNetwork(network)
        let clock = ContinuousClock()
        let start = clock.now
        let index = StopSearchIndex(timetable)
        tell(
            "index_us \(microseconds(clock.now - start)) places \(index.count)"
                + " bytes \(index.memoryBytes)")
        func answer(_ text: String) throws {
            let query = StopQuery(text, near: place, limit: limit)
            let start = clock.now
            let hits = index.search(query)
            tell("search_us \(microseconds(clock.now - start))")
            if json {
                try printJSON(StopSearchAnswer(hits, in: timetable))
            } else if hits.isEmpty {
                print("There is no stop like '\(text.prefix(StopQuery.maximumLength))'.")
            } else {
                printTable(hits, timetable)
            }
        }
        guard text == ["-"] else {
            try answer(text.joined(separator: " "))
            return
        }
        while let line = readLine() { try answer(line) }
    }

    private func tell(_ figures: @autoclosure () -> String) {
        if timing { writeError(figures() + "\n") }
    }

    private func microseconds(_ duration: Duration) -> String {
        String(format: "%.1f", duration / .microseconds(1))
    }

    private func printTable(_ hits: [StopHit], _ timetable: Timetable) {
        let rows = hits.map { hit in
            let answer = StopHitAnswer(hit, in: timetable)
            return [
                hit.matchedName.map { "\(hit.name) (\($0))" } ?? hit.name, answer.id,
                answer.modes.map(\.rawValue).joined(separator: ", "),
                answer.routes == 1 ? "1 line" : "\(answer.routes) lines",
                hit.distanceMetres.map(distance) ?? "",
            ]
        }
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            var line = ""
            for (text, width) in zip(row, widths) where width > 0 {
                line += text + String(repeating: " ", count: width - text.count + 2)
            }
            while line.last == " " { line.removeLast() }
            print(line)
        }
    }

    private func distance(_ metres: Double) -> String {
        metres < 1000 ? "\(Int(metres.rounded())) m" : String(format: "%.1f km", metres / 1000)
    }
}
