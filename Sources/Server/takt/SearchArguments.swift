import ArgumentParser
import Foundation
import Transit
import TransitModel

/// What `takt search-stops` and `takt search-places` look for, and how.
struct SearchArguments: ParsableArguments {
    @Argument(help: "What to look for.")
    var text: [String] = []

    @Option(parsing: .unconditional, help: "Prefer what is near this place: latitude,longitude.")
    var near: String?

    @Option(parsing: .unconditional, help: "The most results, up to \(StopQuery.maximumLimit).")
    var limit = 10

    @Flag(help: "Say on standard error how long opening the index and each search took.")
    var timing = false

    /// The place of `--near`; nil without one.
    ///
    /// - Throws: An exit code, after a printed sentence, if it is not a place.
    func place() throws -> Coordinate? {
        let place = near.flatMap(CoordinateText.coordinate)
        if let near, place == nil {
            throw fail(
                "--near must be latitude,longitude, as in 47.17,8.51, not '\(near)'.", .usage)
        }
        return place
    }

    /// The limit.
    ///
    /// - Throws: An exit code, after a printed sentence, if it is out of range.
    func checkedLimit() throws -> Int {
        guard (1...StopQuery.maximumLimit).contains(limit) else {
            throw fail("--limit must be 1 to \(StopQuery.maximumLimit), not \(limit).", .usage)
        }
        return limit
    }

    /// Calls `answer` with the text, or with each line of standard input if the text is `-`.
    ///
    /// - Throws: What `answer` throws.
    func forEachText(_ answer: (String) throws -> Void) throws {
        guard text == ["-"] else {
            try answer(text.joined(separator: " "))
            return
        }
        while let line = readLine() { try answer(line) }
    }

    /// Does `work` and returns its result.
    ///
    /// With `--timing` this writes `name`, the time in microseconds and `figures` of the result to
    /// standard error.
    ///
    /// - Throws: What `work` throws.
    func timed<Result>(
        _ name: String, _ work: () throws -> Result,
        adding figures: (Result) -> String = { _ in "" }
    ) rethrows -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        if timing {
            let microseconds = String(format: "%.1f", (clock.now - start) / .microseconds(1))
            writeError("\(name) \(microseconds)\(figures(result))\n")
        }
        return result
    }
}
