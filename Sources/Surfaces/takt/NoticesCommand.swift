import ArgumentParser
import Timetables

/// `takt notices`: lists what was wrong with the feeds of a network.
struct NoticesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notices",
        abstract: "List the defects found when a network was imported.",
        discussion: """
            Codes are those of the canonical GTFS validator. At most 1000 notices of each code are \
            kept; the summary counts all.
            """)

    @Argument(help: "A network file made by 'takt import'.")
    var network: String

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    @Option(help: "Show only this code.")
    var code: String?

    private struct Answer: Encodable {
        let summary: [Count]
        let notices: [Item]

        struct Count: Encodable {
            let code: String
            let severity: String
            let count: Int
        }

        struct Item: Encodable {
            let code: String
            let severity: String
            let file: String
            let line: Int?
            let field: String?
            let value: String?
        }
    }

    func run() throws {
        let timetable = try openNetwork(network)
        let counts = try timetable.sources.noticeCounts().filter { code == nil || $0.code == code }
        let notices = try timetable.sources.notices().filter { code == nil || $0.code == code }
        if json {
            try printJSON(
                Answer(
                    summary: counts.map {
                        Answer.Count(code: $0.code, severity: $0.severity, count: $0.count)
                    },
                    notices: notices.map {
                        Answer.Item(
                            code: $0.code, severity: $0.severity, file: $0.file,
                            line: $0.line == 0 ? nil : $0.line,
                            field: $0.field.isEmpty ? nil : $0.field,
                            value: $0.value.isEmpty ? nil : $0.value)
                    }))
            return
        }
        if counts.isEmpty {
            print(code.map { "No notice has the code '\($0)'." } ?? "The import left no notices.")
        }
        for count in counts {
            print("\(count.severity)  \(count.code)  \(count.count)")
        }
        if !notices.isEmpty { print("") }
        for notice in notices {
            let place = notice.line > 0 ? "\(notice.file):\(notice.line)" : notice.file
            let field = notice.field.isEmpty ? "" : "  \(notice.field)"
            let value = notice.value.isEmpty ? "" : "  '\(notice.value)'"
            print("\(notice.severity)  \(notice.code)  \(place)\(field)\(value)")
        }
    }
}

/// Opens a network file, or ends the command with a sentence.
func openNetwork(_ path: String) throws -> Timetable {
    do {
        return try Timetable(path: path)
    } catch {
        if case .notFound = error { throw fail(error.description, .noInput) }
        throw fail(error.description, .badData)
    }
}
