import Engine
import Foundation
import Timetables
import TransitModel

/// Answers the pages of `Benchmarks/engine` natively; not part of the program.
///
/// `engine-pages NETWORK FILE` reads FILE with an instant in milliseconds since 1970 and a path on
/// each line, asks all of them twice, and prints the milliseconds that a page took the second time.
@main enum EnginePages {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: engine-pages NETWORK FILE")
            exit(64)
        }
        let engine = try NetworkEngine(Timetable(path: arguments[1]))
        let pages = try String(contentsOfFile: arguments[2], encoding: .utf8)
            .split(separator: "\n").compactMap { line -> (target: String, now: UnixTime)? in
                let parts = line.split(separator: " ", maxSplits: 1)
                guard parts.count == 2, let now = Int64(parts[0]) else { return nil }
                return (String(parts[1]), UnixTime(milliseconds: now))
            }
        guard !pages.isEmpty else {
            print("\(arguments[2]): no lines of an instant, a space and a path")
            exit(65)
        }
        for page in pages { _ = engine.get(page.target, now: page.now) }
        let begin = ContinuousClock.now
        for page in pages { _ = engine.get(page.target, now: page.now) }
        let milliseconds = (ContinuousClock.now - begin) / .milliseconds(1)
        print(milliseconds / Double(pages.count))
    }
}
