import ArgumentParser
import DiaryInference
import DiarySensing
import Foundation
import PhoneLoggers

/// `takt diary segment`: infers stays, trips and legs of many recorded traces.
struct DiarySegmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Infer from recorded traces where somebody stayed, when they travelled and how.",
        discussion: """
            Every folder in the corpus is a trace: locations.csv (ts,lat,lon,accuracy,altitude,speed,\
            bearing) and, if there is one, motion.csv (ts,activity,confidence). The output has a row for \
            every stay, trip and leg: trace,kind,start_ts,end_ts,mode,probability, in order of trace and \
            time. How well it does is in docs/diary-inference.md.
            """)

    @Option(help: "The folder with a folder for every trace.")
    var corpus: String

    @Option(help: "Write the segments here, CSV.")
    var output: String

    @Flag(help: "Print one JSON object with counts.")
    var json = false

    func run() throws {
        var csv = "trace,kind,start_ts,end_ts,mode,probability\n"
        var counts = Counts()
        for name in try traces() {
            let folder = "\(corpus)/\(name)"
            let motions = "\(folder)/motion.csv"
            let trace = try DiaryFiles.trace(
                locations: "\(folder)/locations.csv",
                motions: FileManager.default.fileExists(atPath: motions) ? motions : nil)
            let diary = DiaryInference.diary(of: trace.fixes, motions: trace.motions)
            for row in rows(diary) { csv += "\(name),\(row)\n" }
            counts.add(diary)
        }
        try DiaryFiles.write(csv, to: output)
        if json { try printJSON(counts) } else { print(counts.text) }
    }

    /// The names of the folders that hold a table of locations.
    private func traces() throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: corpus) else {
            throw fail("\(corpus): there is no such folder.", .noInput)
        }
        let traces = names.sorted().filter {
            FileManager.default.fileExists(atPath: "\(corpus)/\($0)/locations.csv")
        }
        guard !traces.isEmpty else {
            throw fail("\(corpus): no folder in it has a locations.csv.", .badData)
        }
        return traces
    }

    /// A diary's stays, trips and legs in order of time, a trip before its legs.
    private func rows(_ diary: InferredDiary) -> [String] {
        var rows: [(start: Double, row: String)] = []
        for stay in diary.stays {
            rows.append((stay.start, "stay,\(span(stay.start, stay.end)),,"))
        }
        for trip in diary.trips {
            rows.append((trip.start, "trip,\(span(trip.start, trip.end)),,"))
            for leg in trip.legs {
                let probability = (leg.probability * 1000).rounded() / 1000
                rows.append(
                    (
                        leg.start,
                        "leg,\(span(leg.start, leg.end)),\(leg.mode.rawValue),\(probability)"
                    ))
            }
        }
        return rows.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        .map(\.element.row)
    }

    private func span(_ start: Double, _ end: Double) -> String {
        "\((start * 1000).rounded() / 1000),\((end * 1000).rounded() / 1000)"
    }

    /// What was found in all traces.
    private struct Counts: Encodable {
        private var traces = 0
        private var stays = 0
        private var trips = 0
        private var legs = 0

        mutating func add(_ diary: InferredDiary) {
            traces += 1
            stays += diary.stays.count
            trips += diary.trips.count
            legs += diary.trips.reduce(0) { $0 + $1.legs.count }
        }

        var text: String { "\(traces) traces: \(stays) stays, \(trips) trips, \(legs) legs." }
    }
}
