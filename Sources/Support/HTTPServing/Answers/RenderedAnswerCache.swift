import Synchronization
import TransitModel

/// Caches recent answers, because boards and scripts repeat the same request.
///
/// Answers are valid for one version of the data and are dropped when it changes.
package final class RenderedAnswerCache: Sendable {
    private struct Answers {
        var version: UInt64 = 0
        var memory: LRUCache<String, [UInt8]>
    }

    private let answers: Mutex<Answers>
    private let limitBytes: Int

    /// Creates a cache of at most `limitBytes` bytes, keys included.
    package init(limitBytes: Int = 64 << 20) {
        self.limitBytes = limitBytes
        answers = Mutex(Answers(memory: LRUCache(limitBytes: limitBytes)))
    }

    /// Returns the cached answer to a question for a version of the data, or makes it.
    ///
    /// Concurrent requests for an answer that is not cached yet each make it.
    package func answer(
        _ question: String, version: UInt64, _ make: () async throws -> [UInt8]
    ) async rethrows -> [UInt8] {
        let known = answers.withLock { answers in
            if answers.version != version {
                answers = Answers(
                    version: version, memory: LRUCache(limitBytes: limitBytes))
            }
            return answers.memory.value(of: question)
        }
        if let known { return known }
        let answer = try await make()
        answers.withLock { answers in
            // The version may have changed meanwhile.
            guard answers.version == version else { return }
            answers.memory.keep(
                answer, of: question, bytes: answer.count + question.utf8.count)
        }
        return answer
    }
}
