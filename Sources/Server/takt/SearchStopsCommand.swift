import ArgumentParser
import Foundation
import NetworkAPI
import Timetables
import Transit
import TransitModel

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

    @OptionGroup var arguments: SearchArguments

    @Flag(help: "Print JSON, as /api/v1/stops/search answers.")
    var json = false

    func run() throws {
        let (place, limit) = (try arguments.place(), try arguments.checkedLimit())
        let timetable = try Timetable(path: network)
        let index = arguments.timed("index_us") {
            StopSearchIndex(timetable)
        } adding: {
            " places \($0.count) bytes \($0.memoryBytes)"
        }
        try arguments.forEachText { text in
            let query = StopQuery(text, near: place, limit: limit)
            let hits = arguments.timed("search_us") { index.search(query) }
            if json {
                try printJSON(StopSearchAnswer(hits, in: timetable))
            } else if hits.isEmpty {
                print("There is no stop like '\(text.prefix(StopQuery.maximumLength))'.")
            } else {
                printTable(hits, timetable)
            }
        }
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
        for line in TextTable.lines(rows) { print(line) }
    }

    private func distance(_ metres: Double) -> String {
        metres < 1000 ? "\(Int(metres.rounded())) m" : String(format: "%.1f km", metres / 1000)
    }
}
