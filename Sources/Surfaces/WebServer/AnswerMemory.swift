import Synchronization

/// Answers that were given lately, for those who ask the very same: boards and scripts ask one question over and over.
///
/// Answers hold for one version of what is known and are forgotten with it. They lie in two halves: the newer is
/// filled until it is full and then becomes the older, whose answers are forgotten unless somebody asks for them
/// meanwhile. So the least recently asked go first, without a list of who was asked when.
final class AnswerMemory: Sendable {
    private struct Halves {
        var version: UInt64 = 0
        var newer: [String: [UInt8]] = [:]
        var older: [String: [UInt8]] = [:]
        /// The size of the newer half, in bytes.
        var size = 0

        mutating func find(
            _ question: String, _ version: UInt64, _ halfBytes: Int
        ) -> [UInt8]? {
            if self.version != version { self = Self(version: version) }
            if let answer = newer[question] { return answer }
            guard let answer = older[question] else { return nil }
            put(answer, question, version, halfBytes)
            return answer
        }

        mutating func put(
            _ answer: [UInt8], _ question: String, _ version: UInt64, _ halfBytes: Int
        ) {
            let size = answer.count + question.utf8.count
            // What was known may have changed meanwhile.
            guard self.version == version, newer[question] == nil, size <= halfBytes else { return }
            if self.size + size > halfBytes {
                older = newer
                newer = [:]
                self.size = 0
            }
            newer[question] = answer
            self.size += size
        }
    }

    private let halves = Mutex(Halves())
    private let halfBytes: Int

    /// Remembers at most so many bytes, questions included.
    init(limitBytes: Int = 64 << 20) {
        halfBytes = limitBytes / 2
    }

    /// The answer to a question by what is known in a version; made anew if nobody asked lately.
    ///
    /// Who asks while the same answer is being made has it made as well.
    func answer(
        _ question: String, version: UInt64, _ make: () async throws -> [UInt8]
    ) async rethrows -> [UInt8] {
        if let known = halves.withLock({ $0.find(question, version, halfBytes) }) { return known }
        let answer = try await make()
        halves.withLock { $0.put(answer, question, version, halfBytes) }
        return answer
    }
}
