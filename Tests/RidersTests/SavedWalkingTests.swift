import Foundation
import Testing

@testable import Riders

/// How riders walk, stored with their connections.
@Suite struct SavedWalkingTests {
    private static let place = #"{"name": "Home", "latitude": 47, "longitude": 8}"#

    private func read(_ more: String) throws -> SavedConnection {
        let text = """
            {"id": "c", "from": \(Self.place), "to": \(Self.place), "vias": [], "routes": []\(more)}
            """
        return try JSONDecoder().decode(SavedConnection.self, from: Data(text.utf8))
    }

    @Test func `a connection of an earlier version is read, and written as it was`() throws {
        let old = try read("")
        #expect(old.walking == nil && old.problem == nil)
        let written = String(decoding: try JSONEncoder().encode(old), as: UTF8.self)
        #expect(!written.contains("walking"))
    }

    @Test func `the way back is walked as the way there`() throws {
        let connection = try read(#", "walking": {"speed": 0.9, "minutes": 30}"#)
        #expect(connection.walking == SavedWalking(speed: 0.9, minutes: 30))
        #expect(connection.reversed(id: "r").walking == connection.walking)
        #expect(connection.named("n").walking == connection.walking)
    }

    @Test(arguments: [
        (SavedWalking(speed: 0.2), false), (SavedWalking(speed: 0.3), true),
        (SavedWalking(speed: 3), true), (SavedWalking(speed: 3.1), false),
        (SavedWalking(speed: .nan), false), (SavedWalking(minutes: -1), false),
        (SavedWalking(minutes: 0), true), (SavedWalking(minutes: 60), true),
        (SavedWalking(minutes: 61), false), (SavedWalking(wheelchair: true), true),
        (SavedWalking(bicycle: true), true),
    ])
    func `speeds and minutes have limits`(walking: SavedWalking, isValid: Bool) {
        #expect((walking.problem == nil) == isValid)
    }

    @Test func `reminders are scanned as before`() throws {
        let text =
            #"{"walking":{"minutes":30,"speed":1},"routes":[{"reminders":[{"minute":480}]}]}"#
        #expect(ReminderScan(text).minutes == [480])
        #expect(ReminderScan(text).seconds == 0)
    }

    @Test func `the same lines at another pace take the durations of the last search`() throws {
        let scene = try RiderScene("red-1: A 8:00  B 8:10")
        var slow = try scene.route("red A-B")
        slow.walkBeforeSeconds = 600
        var fast = slow
        fast.walkBeforeSeconds = 200
        var connection = try read("")
        connection.add(slow)
        connection.add(fast)
        #expect(connection.routes.map(\.walkBeforeSeconds) == [200])
    }
}
