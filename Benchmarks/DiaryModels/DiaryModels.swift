import DiaryInference
import DiarySensing
import Foundation
import PhoneRecords

/// The part of `Benchmarks/diary-modes` that uses the program's code; not part of the program.
///
/// `diary-models standard` prints the parameters in use as JSON. `diary-models segment CORPUS`
/// reads lines of JSON, each with the parameters to replace, and prints the inferences of each: the
/// line's row, then the columns of `takt diary segment`; a line may contain `"withoutMotion":
/// true`. `diary-models speeds CORPUS` reads lines `trace,start,end` and prints for each the
/// observed metres per second at every ten seconds.
@main enum DiaryModels {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("standard", 1):
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            print(String(decoding: try encoder.encode(ModeModel.standard), as: UTF8.self))
        case ("segment", 2):
            let traces = try corpus(words[1])
            var row = 0
            while let line = readLine() {
                try segment(traces, Data(line.utf8), row)
                row += 1
            }
        case ("speeds", 2):
            let traces = try corpus(words[1])
            while let line = readLine() { speeds(traces, line) }
        default:
            print("usage: diary-models standard | segment CORPUS | speeds CORPUS")
            exit(64)
        }
    }

    /// The traces of a folder by name, in order of time.
    private static func corpus(_ folder: String) throws -> [(name: String, trace: PhoneTrace)] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
            guard let fixes = files.contents(atPath: "\(folder)/\(name)/locations.csv") else {
                return nil
            }
            var trace = try TraceTable.locations(fixes)
            if let words = files.contents(atPath: "\(folder)/\(name)/motion.csv") {
                for motion in try TraceTable.motions(words).motions { trace.append(motion) }
            }
            trace.sortByTime()
            return (name, trace)
        }
    }

    private static func segment(
        _ traces: [(name: String, trace: PhoneTrace)], _ change: Data, _ row: Int
    ) throws {
        let changes = try JSONSerialization.jsonObject(with: change) as? [String: Any] ?? [:]
        let standard = try JSONEncoder().encode(ModeModel.standard)
        let numbers = try JSONSerialization.jsonObject(with: standard) as? [String: Any] ?? [:]
        let model = try JSONDecoder().decode(
            ModeModel.self,
            from: JSONSerialization.data(withJSONObject: numbers.merging(changes) { $1 }))
        let withoutMotion = changes["withoutMotion"] as? Bool ?? false
        for (name, trace) in traces {
            let diary = DiaryInference.diary(
                of: trace.fixes, motions: withoutMotion ? [] : trace.motions, model: model)
            for trip in diary.trips {
                print("\(row),\(name),trip,\(trip.start),\(trip.end),,")
                for leg in trip.legs {
                    let mode = leg.mode.isRail ? "rail" : leg.mode.rawValue
                    print("\(row),\(name),leg,\(leg.start),\(leg.end),\(mode),\(leg.probability)")
                }
            }
        }
    }

    private static func speeds(_ traces: [(name: String, trace: PhoneTrace)], _ line: String) {
        let fields = line.split(separator: ",")
        guard fields.count == 3, let start = Double(fields[1]), let end = Double(fields[2]),
            let found = traces.first(where: { $0.name == fields[0] })
        else {
            print("")
            return
        }
        let seen = DiaryInference.speeds(of: found.trace.fixes, from: start, to: end)
        print(seen.map { "\($0)" }.joined(separator: ","))
    }
}

extension TravelMode {
    /// Whether comparisons of modes count it as a train.
    fileprivate var isRail: Bool { [.tram, .rail, .subway].contains(self) }
}
