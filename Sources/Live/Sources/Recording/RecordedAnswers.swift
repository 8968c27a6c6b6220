package import HTTPFetching
package import TransitModel

/// Replays a recording's answers as they would arrive by a clock.
///
/// The first request to an address returns the newest answer received by then. A request that names
/// the last answer (by its `ETag`) returns the next one once its time has come, so that no answer
/// is skipped however fast the clock runs.
package struct RecordedAnswers: AnswerFetching {
    private let recording: Recording
    private let clock: any WallClock

    package init(_ recording: Recording, clock: any WallClock) {
        self.recording = recording
        self.clock = clock
    }

    /// Returns the recorded answer that is due by the clock.
    ///
    /// - Throws: `FetchError.unreachable(host:)` before the first answer,
    ///   `FetchError.interrupted` without its body, and recorded failures.
    package func fetch(
        _ request: FetchRequest, from endpoint: SourceEndpoint
    ) async throws(FetchError) -> Fetched<[UInt8]> {
        guard let newest = recording.newest(endpoint, at: clock.now()),
            let answers = recording.answers[endpoint]
        else { throw .unreachable(host: "the recording") }
        var number = newest
        if let known = Self.number(request.validators.entityTag), known <= newest {
            guard known < newest else { return .notModified }
            number = known + 1
            // Skip failures that were followed by something else in the recording.
            while number < newest, answers[number].status != 200 { number += 1 }
        }
        let answer = answers[number]
        switch answer.status {
        case 200:
            guard let body = recording.body(answer) else { throw .interrupted }
            return .content(
                body,
                FetchInfo(
                    url: request.url, byteCount: body.count, contentType: answer.type,
                    validators: FetchValidators(entityTag: "\"answer-\(number)\"")))
        case 0: throw .timedOut
        case let code: throw .status(code, retryAfter: nil)
        }
    }

    private static func number(_ tag: String?) -> Int? {
        guard let tag, tag.hasPrefix("\"answer-") else { return nil }
        return Int(tag.dropFirst(8).dropLast())
    }
}
