import Testing

@testable import TransitModel

@Suite struct RecentMemoryTests {
    /// Looks up letters one after another and adds missing ones; returns the missing ones.
    private func missed(_ letters: String, _ memory: inout LRUCache<String, String>) -> String {
        letters.filter { letter in
            guard memory.value(of: String(letter)) == nil else { return false }
            memory.keep("\(letter)!", of: String(letter), bytes: 1)
            return true
        }
    }

    @Test func `what is asked for stays, what is not goes when room is needed`() {
        // Half of the cache has room for four.
        var memory = LRUCache<String, String>(limitBytes: 8)
        #expect(missed("abcdaefgahijaklma", &memory) == "abcdefghijklm")
        #expect(missed("ba", &memory) == "b")
    }

    @Test func `a value takes the place of the one before it, and its room`() {
        var memory = LRUCache<String, String>(limitBytes: 8)
        for number in 0..<100 { memory.keep("\(number)", of: "a", bytes: 1) }
        #expect(memory.value(of: "a") == "99")
        #expect(missed("bc", &memory) == "bc")
        #expect(missed("abc", &memory) == "")
    }

    @Test func `what is larger than half of all room is not kept`() {
        var memory = LRUCache<String, String>(limitBytes: 8)
        memory.keep("large", of: "a", bytes: 5)
        #expect(memory.value(of: "a") == nil)
    }
}
