import ArgumentParser
import GTFS
import Timetables

/// `takt notices`: lists the defects of a network's feeds.
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
            let explanation: String?
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

    /// Returns the meaning of a code; nil for a code that this program does not know.
    private func explanation(_ code: String) -> String? {
        NoticeCode(rawValue: code)?.explanation
    }

    func run() throws {
        let timetable = try Timetable(path: network)
        let counts = try timetable.sources.noticeCounts().filter { code == nil || $0.code == code }
        let notices = try timetable.sources.notices().filter { code == nil || $0.code == code }
        if json {
            try printJSON(
                Answer(
                    summary: counts.map {
                        Answer.Count(
                            code: $0.code, severity: $0.severity, count: $0.count,
                            explanation: explanation($0.code))
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
            let meaning = explanation(count.code).map { "  \($0)" } ?? ""
            print("\(count.severity)  \(count.code)  \(count.count)\(meaning)")
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
