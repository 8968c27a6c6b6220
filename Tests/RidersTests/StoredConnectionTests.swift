import Testing
import TransitModel

@testable import Riders

/// The reader of stored connections, against `JSONDecoder`.
@Suite struct StoredConnectionTests {
    /// Draws connections with every member present or absent.
    private struct Drawing {
        var random: SeededRandom

        mutating func maybe<Value>(_ value: (inout Drawing) -> Value) -> Value? {
            Bool.random(using: &random) ? value(&self) : nil
        }

        mutating func some<Value>(_ limit: Int, _ value: (inout Drawing) -> Value) -> [Value] {
            (0..<Int.random(in: 0...limit, using: &random)).map { _ in value(&self) }
        }

        mutating func text() -> String {
            ["", "A", "Zürich, Bürkliplatz (See/lac)", "{\"", "🚃", "]},", "e", "minute:"]
                .randomElement(using: &random)?.filter { $0 != "\"" } ?? ""
        }

        mutating func number() -> Int {
            [0, 1, -1, 59, 7200, .max, .min].randomElement(using: &random) ?? 0
        }

        mutating func real() -> Double {
            let reals = [
                0, 8, -0.1, 47.1662, 1e-7, -179.99999999999997, .leastNonzeroMagnitude, 1.5e300,
            ]
            return reals.randomElement(using: &random) ?? 0
        }

        mutating func stop() -> SavedStop {
            SavedStop(
                id: text(), name: text(), latitude: maybe { $0.real() },
                longitude: maybe { $0.real() })
        }

        mutating func place() -> SavedPlace {
            SavedPlace(
                stop: maybe { $0.text() }, name: text(), latitude: maybe { $0.real() },
                longitude: maybe { $0.real() })
        }

        mutating func ride() -> SavedRide {
            SavedRide(
                line: text(), mode: TransitMode.allCases.randomElement(using: &random) ?? .bus,
                from: stop(), to: stop(), headsign: maybe { $0.text() }, seconds: number(),
                passed: some(3) { $0.text() })
        }

        mutating func route() -> SavedRoute {
            SavedRoute(
                id: text(), rides: some(3) { $0.ride() }, changeSeconds: some(3) { $0.number() },
                walkBeforeSeconds: number(), walkAfterSeconds: number(),
                reminders: some(3) { drawing in
                    SavedReminder(
                        minute: drawing.number(), weekdays: drawing.some(7) { $0.number() })
                })
        }

        mutating func connection() -> SavedConnection {
            var connection = SavedConnection(
                id: text(), name: maybe { $0.text() }, from: place(), to: place(),
                vias: some(3) { $0.place() }, routes: some(3) { $0.route() })
            connection.walking = maybe { drawing in
                SavedWalking(
                    speed: drawing.maybe { $0.real() }, minutes: drawing.maybe { $0.number() },
                    wheelchair: drawing.maybe { Bool.random(using: &$0.random) },
                    bicycle: drawing.maybe { Bool.random(using: &$0.random) })
            }
            connection.networkModified = maybe { Int64($0.number()) }
            return connection
        }
    }

    @Test func `what the store wrote is read without a decoder, and is the same`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var drawing = Drawing(random: SeededRandom(seed: seed))
        for _ in 0..<500 {
            let connection = drawing.connection()
            let text = try RiderStore.text(connection)
            #expect(StoredConnection.quickly(text) == connection, "seed \(seed): \(text)")
            let decoded: SavedConnection = try RiderStore.value(text)
            #expect(decoded == connection, "seed \(seed): \(text)")
        }
    }

    @Test func `a damaged text is read as by the decoder, or refused by both`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var drawing = Drawing(random: SeededRandom(seed: seed))
        for _ in 0..<1000 {
            var bytes = Array(try RiderStore.text(drawing.connection()).utf8)
            let index = Int.random(in: bytes.indices, using: &drawing.random)
            if Bool.random(using: &drawing.random) {
                bytes.removeSubrange(index...)
            } else {
                let others = Array("0{}[],:\"x \\".utf8)
                bytes[index] = others.randomElement(using: &drawing.random) ?? 0
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let decoded: SavedConnection? = try? RiderStore.value(text)
            let read = try? StoredConnection.connection(text)
            #expect(read == decoded, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: [
        #"{"id":"1","from":{"name":"A"},"to":{"name":"B"},"vias":[],"routes":[]}"#,
        #"{"from":{"name": "A"},"id":"1","routes":[],"to":{"name":"B"},"vias":[]}"#,
        #"{"from":{"name":"\u0041"},"id":"1","routes":[],"to":{"name":"B"},"vias":[]}"#,
        #"{"from":{"name":"A"},"id":"1","name":null,"routes":[],"to":{"name":"B"},"vias":[]}"#,
        #"{"from":{"name":"A"},"id":"1","new":1,"routes":[],"to":{"name":"B"},"vias":[]}"#,
        #"{"from":{"name":"A"},"id":"1","routes":[],"to":{"name":"B"},"vias":[]} "#,
    ])
    func `other forms are left to the decoder`(text: String) throws {
        #expect(StoredConnection.quickly(text) == nil)
        let place = SavedPlace(stop: nil, name: "A", latitude: nil, longitude: nil)
        #expect(try StoredConnection.connection(text).from == place)
    }

    @Test(arguments: ["01", "-01", "+1", ".5", "5.", "-", "1e999", "1e", "5.e1"])
    func `what is no number of JSON is refused`(number: String) {
        let text =
            #"{"from":{"latitude":\#(number),"name":"A"},"id":"1","routes":[],"to":{"name":"B"},"#
            + #""vias":[]}"#
        #expect(StoredConnection.quickly(text) == nil)
        #expect(throws: (any Error).self) { try StoredConnection.connection(text) }
    }

    @Test func `weekdays that are not in order are kept`() throws {
        let text = #"""
            {"from":{"name":"A"},"id":"1","routes":[{"changeSeconds":[],"id":"r","reminders":\#
            [{"minute":5,"weekdays":[3,1,1]}],"rides":[],"walkAfterSeconds":0,\#
            "walkBeforeSeconds":0}],"to":{"name":"B"},"vias":[]}
            """#
        let reminder = try StoredConnection.connection(text).routes.first?.reminders.first
        #expect(reminder?.weekdays == [3, 1, 1])
    }
}
