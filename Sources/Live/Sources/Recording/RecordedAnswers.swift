package import HTTPFetching
package import TransitModel

/// Answers from a recording, as they would come at the time that a clock shows.
///
/// Whoever asks for the first time gets the newest answer that had come by then; whoever says which
/// answer it had last (by its `ETag`) gets the next one once its time has come, so that none is skipped
/// however fast the clock runs.
package struct RecordedAnswers: AnswerFetching {
    private let recording: Recording
    private let clock: any WallClock

    /// Plays a recording by a clock.
    package init(_ recording: Recording, clock: any WallClock) {
        self.recording = recording
        self.clock = clock
    }

    /// The answer to a request.
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
            // What failed when it was recorded was followed by something else.
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
