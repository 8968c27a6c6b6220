import Synchronization
import TransitModel

/// Answers that were given lately, for those who ask the very same: boards and scripts ask one question over and over.
///
/// Answers hold for one version of what is known and are forgotten with it.
final class RenderedAnswerCache: Sendable {
    private struct Answers {
        var version: UInt64 = 0
        var memory: RecencyCache<[UInt8]>
    }

    private let answers: Mutex<Answers>
    private let limitBytes: Int

    /// Remembers at most so many bytes, questions included.
    init(limitBytes: Int = 64 << 20) {
        self.limitBytes = limitBytes
        answers = Mutex(Answers(memory: RecencyCache(limitBytes: limitBytes)))
    }

    /// The answer to a question by what is known in a version; made anew if nobody asked lately.
    ///
    /// Who asks while the same answer is being made has it made as well.
    func answer(
        _ question: String, version: UInt64, _ make: () async throws -> [UInt8]
    ) async rethrows -> [UInt8] {
        let known = answers.withLock { answers in
            if answers.version != version {
                answers = Answers(
                    version: version, memory: RecencyCache(limitBytes: limitBytes))
            }
            return answers.memory.value(of: question)
        }
        if let known { return known }
        let answer = try await make()
        answers.withLock { answers in
            // What was known may have changed meanwhile.
            guard answers.version == version else { return }
            answers.memory.keep(
                answer, of: question, bytes: answer.count + question.utf8.count)
        }
        return answer
    }
}
