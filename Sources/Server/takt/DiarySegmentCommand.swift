import ArgumentParser
import DiaryDays
import DiaryInference
import Foundation
import PhoneRecords
import Timetables

/// `takt diary segment`: infers stays, trips and legs from many recorded traces.
struct DiarySegmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Infer from recorded traces where somebody stayed, when they travelled and how.",
        discussion: """
            Every folder in the corpus is a trace: locations.csv (ts,lat,lon,accuracy,altitude,speed,\
            bearing) and, if there is one, motion.csv (ts,activity,confidence). The output has a row for \
            every stay, trip and leg: trace,kind,start_ts,end_ts,mode,probability and, with a network, the \
            likeliest line's route_id, from_stop_id, to_stop_id, trip_id and delay_s; in order of trace and \
            time. Trams and metros count as rail. How well it does is in docs/diary-inference.md.
            """)

    @Option(help: "The folder with a folder for every trace.")
    var corpus: String

    @Option(help: "A network file whose lines name the rides.")
    var network: String?

    @Option(help: "Write the segments here, CSV.")
    var output: String

    @Flag(help: "Print one JSON object with counts.")
    var json = false

    func run() throws {
        let lines = try network.map { LineMatcher(try Timetable(path: $0)) }
        var csv = "trace,kind,start_ts,end_ts,mode,probability"
        if lines != nil { csv += ",route_id,from_stop_id,to_stop_id,trip_id,delay_s" }
        csv += "\n"
        var counts = Counts()
        for name in try traces() {
            let folder = "\(corpus)/\(name)"
            let motions = "\(folder)/motion.csv"
            let trace = try DiaryFiles.trace(
                locations: "\(folder)/locations.csv",
                motions: FileManager.default.fileExists(atPath: motions) ? motions : nil)
            let diary = DiaryInference.diary(of: trace.fixes, motions: trace.motions, lines: lines)
            for row in rows(diary, lines) { csv += "\(name),\(row)\n" }
            counts.add(diary)
        }
        try OutputFile.write(csv, to: output)
        if json { try printJSON(counts) } else { print(counts.text) }
    }

    /// Returns the names of the folders that contain a table of locations.
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

    /// Returns a diary's stays, trips and legs in order of time, a trip before its legs.
    private func rows(_ diary: InferredDiary, _ lines: LineMatcher?) -> [String] {
        let noLine = lines == nil ? "" : ",,,,,"
        var rows = diary.stays.map { ($0.start, "stay,\(span($0.start, $0.end)),,\(noLine)") }
        for trip in diary.trips {
            rows.append((trip.start, "trip,\(span(trip.start, trip.end)),,\(noLine)"))
            for leg in trip.legs {
                let probability = (leg.probability * 1000).rounded() / 1000
                let line = leg.lines.first.map { lines?.fields($0) ?? "" } ?? noLine
                rows.append(
                    (
                        leg.start,
                        "leg,\(span(leg.start, leg.end)),\(leg.mode.scored),\(probability)\(line)"
                    ))
            }
        }
        return rows.enumerated().sorted {
            ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
        }.map(\.element.1)
    }

    private func span(_ start: Double, _ end: Double) -> String {
        "\((start * 1000).rounded() / 1000),\((end * 1000).rounded() / 1000)"
    }

    /// The counts over all traces.
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

extension TravelMode {
    /// The mode's name in comparisons, where all kinds of trains are one.
    fileprivate var scored: String {
        switch self {
        case .walk, .run, .bike, .car, .bus: rawValue
        case .tram, .rail, .subway: "rail"
        case .ferry: "other"
        }
    }
}

extension LineMatcher {
    /// Returns a line's fields in a table, each after a comma; ids with commas are quoted.
    fileprivate func fields(_ match: LineMatch) -> String {
        let timetable = timetable
        let trip = match.run.map { timetable.trips.id(timetable.patterns.runTrips[$0]) } ?? ""
        let delay = match.delaySeconds.map { "\(Int($0.rounded()))" } ?? ""
        let ids = [
            timetable.routes.id(match.route), timetable.stops.id(match.boarding),
            timetable.stops.id(match.alighting), trip,
        ].map { CSVText.field($0) }
        return "," + (ids + [delay]).joined(separator: ",")
    }
}
