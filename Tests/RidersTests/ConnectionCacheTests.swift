import Testing

@testable import Riders

/// The cache of saved connections, which are decoded once.
@Suite struct ConnectionMemoryTests {
    /// Decodes texts of one letter each, and records which.
    private final class Reader {
        let memory: ConnectionCache
        var read = ""

        init(limitBytes: Int = 1000) { memory = ConnectionCache(limitBytes: limitBytes) }

        /// Requests rows drawn as `a=x`, an id and its text, and returns their decoded names.
        func names(_ rows: String) throws -> String {
            let rows = rows.split(separator: " ").map { row in
                let parts = row.split(separator: "=").map(String.init)
                return ConnectionCache.Row(id: parts[0], text: parts[1])
            }
            let place = SavedPlace(stop: "A", name: "A", latitude: nil, longitude: nil)
            return try memory.connections(rows) { text in
                read += text
                guard text != "!" else { throw RiderError.notFound }
                return SavedConnection(id: "", name: text, from: place, to: place)
            }.compactMap(\.name).joined()
        }
    }

    @Test func `a text is read once, in whatever order it is asked for`() throws {
        let reader = Reader()
        #expect(try reader.names("a=x b=y") == "xy")
        #expect(try reader.names("b=y c=z a=x") == "yzx")
        #expect(reader.read == "xyz")
    }

    @Test func `what was changed elsewhere is read anew`() throws {
        let reader = Reader()
        #expect(try reader.names("a=x") == "x")
        #expect(try reader.names("a=y") == "y")
        #expect(try reader.names("a=x") == "x")
        #expect(reader.read == "xyx")
    }

    @Test func `a text that cannot be read is an error each time`() throws {
        let reader = Reader()
        for _ in 0..<2 {
            #expect(throws: RiderError.self) { try reader.names("a=x b=!") }
        }
        #expect(reader.read == "x!!")
    }

    @Test func `who is asked for stays, who is not goes when room is needed`() throws {
        // Half of the cache has room for four texts of one letter.
        let reader = Reader(limitBytes: 8)
        for letter in "abcdaefgahijaklma" { _ = try reader.names("\(letter)=\(letter)") }
        #expect(reader.read == "abcdefghijklm")
        _ = try reader.names("b=b")
        #expect(reader.read.last == "b")
        _ = try reader.names("n=longer n=longer")
        #expect(reader.read.hasSuffix("longerlonger"))
    }
}
