import Testing

@testable import HTTPServing

@Suite struct AnswerMemoryTests {
    /// Requests answers, and records which had to be made.
    private final class Asker {
        let memory: RenderedAnswerCache
        var made: [String] = []

        init(_ limitBytes: Int = 1000) { memory = RenderedAnswerCache(limitBytes: limitBytes) }

        func ask(_ question: String, version: UInt64 = 1, size: Int = 10) async -> [UInt8] {
            await memory.answer(question, version: version) {
                made.append(question)
                return [UInt8](repeating: UInt8(made.count), count: size)
            }
        }
    }

    @Test func `the same question is answered once for a version`() async {
        let asker = Asker()
        let first = await asker.ask("A to B")
        #expect(await asker.ask("A to B") == first)
        _ = await asker.ask("B to A")
        #expect(asker.made == ["A to B", "B to A"])
        #expect(await asker.ask("A to B", version: 2) != first)
        // Even the previous version is not restored.
        _ = await asker.ask("A to B")
        #expect(asker.made == ["A to B", "B to A", "A to B", "A to B"])
    }

    @Test func `who is asked about stays, who is not goes when room is needed`() async {
        // Each answer takes 11 bytes with its question, so half of the cache has room for four.
        let asker = Asker(100)
        for question in "abcdaefgahijaklma" { _ = await asker.ask(String(question)) }
        #expect(asker.made == "abcdefghijklm".map(String.init))
        _ = await asker.ask("b")
        #expect(asker.made.last == "b")
    }

    @Test func `an answer that is larger than all room is given and not kept`() async {
        let asker = Asker(100)
        for _ in 0..<2 { #expect(await asker.ask("all", size: 1000).count == 1000) }
        #expect(asker.made == ["all", "all"])
    }

    @Test func `an answer that became old while it was made is not kept`() async {
        let asker = Asker()
        _ = await asker.memory.answer("A to B", version: 1) {
            _ = await asker.ask("C to D", version: 2)
            return [1]
        }
        _ = await asker.ask("A to B", version: 2)
        #expect(asker.made == ["C to D", "A to B"])
    }
}
