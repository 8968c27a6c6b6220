import Foundation
import Testing
import TransitModel

@testable import Riders

/// Alerts about one departure as its times change.
@Suite struct DelayAlertTests {
    private static let drawing = """
        red-1: A1 8:00  B 8:10
        red-2: A1 8:30  B 8:40
        blue-1: B 8:16  C 8:28
        blue-2: B 8:43  C 8:55
        """
    private static let stops = """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
        A,Main,47,8,1,,
        A1,Main,47,8,0,A,1
        A2,Main,47,8.0001,0,A,2
        B,Bee,47.1,8,0,,
        C,Sea,47.2,8,0,,

        """

    /// One departure observed from minute to minute.
    private struct Watch {
        var scene: RiderScene
        let route: SavedRoute
        let plan: RouteDeparture
        let rule: DelayAlertRule
        var sent: NotifiedState
        var isLive = true

        init(threshold: Int = 2) throws {
            scene = try RiderScene(
                DelayAlertTests.drawing, files: ["stops.txt": DelayAlertTests.stops])
            route = try scene.route("red A1-B, blue B-C")
            plan = try #require(
                scene.network.planned(
                    route, at: SavedReminder(minute: 480, weekdays: [1]), on: RiderScene.day))
            var settings = AlertSettings()
            settings.thresholdMinutes = threshold
            rule = DelayAlertRule(settings)
            sent = NotifiedState(platform: "1")
        }

        mutating func at(_ time: String) throws -> DelayAlert? {
            let state = try #require(
                RouteState(plan, route, in: scene.network, overlay: scene.overlay))
            return rule.next(state, &sent, now: try scene.time(time), sourceIsLive: isLive)
        }
    }

    @Test func `nothing is announced as long as nothing matters`() throws {
        var watch = try Watch()
        #expect(try watch.at("7:30") == nil)
        try watch.scene.late("red-1", by: 90)
        #expect(try watch.at("7:31") == nil)
    }

    @Test func `a delay is announced once, and again when it grew enough`() throws {
        var watch = try Watch()
        try watch.scene.late("red-1", by: 130)
        #expect(try watch.at("7:30") == .later(from: 0, to: 2))
        #expect(try watch.at("7:40") == nil)
        try watch.scene.late("red-1", by: 200)
        #expect(try watch.at("7:41") == nil)
        try watch.scene.late("red-1", by: 250)
        // The transfer at B breaks as well; one message at a time, with a pause.
        #expect(try watch.at("7:42") == .later(from: 2, to: 4))
        #expect(try watch.at("7:43") == nil)
        #expect(try watch.at("7:46") == .transferBroken(0))
        #expect(try watch.at("7:50") == nil)
    }

    @Test func `the minutes shown are those between the two times shown`() throws {
        var watch = try Watch()
        try watch.scene.late("red-1", by: -90)
        #expect(try watch.at("7:40") == .earlier(from: 0, to: -2))
        try watch.scene.late("red-1", by: -59)
        #expect(try watch.at("7:41") == .onTime(from: -2))
    }

    @Test func `the threshold is the rider's`() throws {
        var watch = try Watch(threshold: 5)
        try watch.scene.late("red-1", by: 290)
        #expect(try watch.at("7:30") == .transferBroken(0))
        try watch.scene.late("red-1", by: 300)
        #expect(try watch.at("7:34") == .later(from: 0, to: 5))
        try watch.scene.late("red-1", by: 180)
        #expect(try watch.at("7:38") == .transfersWork)
        try watch.scene.late("red-1", by: 120)
        #expect(try watch.at("7:42") == .onTime(from: 5))
    }

    @Test func `a vehicle about the threshold is not late and on time again for ever`() throws {
        var watch = try Watch()
        var sent: [DelayAlert] = []
        for minute in 30...55 {
            try watch.scene.late("red-1", by: minute.isMultiple(of: 2) ? 130 : 50)
            if let alert = try watch.at("7:\(minute)") { sent.append(alert) }
        }
        #expect(sent == [.later(from: 0, to: 2), .onTime(from: 2)])
        // A larger delay is reported.
        try watch.scene.late("red-1", by: 250)
        #expect(try watch.at("7:56") == .later(from: 0, to: 4))
        try watch.scene.late("red-1", by: 0)
        #expect(try watch.at("7:57") == .onTime(from: 4))
    }

    @Test func `notes from before delays were counted can still be read`() throws {
        let old = Data(#"{"delayMinutes":3,"isLiveLost":false,"platform":"1"}"#.utf8)
        let sent = try JSONDecoder().decode(NotifiedState.self, from: old)
        #expect(sent.delayMinutes == 3)
        #expect(sent.takenBack == nil)
    }

    @Test func `a stored state keeps when the rider was last notified`() throws {
        let old = Data(#"{"delayMinutes":3,"isLiveLost":false,"toldAt":1777874400000}"#.utf8)
        let sent = try JSONDecoder().decode(NotifiedState.self, from: old)
        #expect(sent.notifiedAt == UnixTime(milliseconds: 1_777_874_400_000))
        #expect(String(decoding: try JSONEncoder().encode(sent), as: UTF8.self).contains("toldAt"))
    }

    @Test func `a rider who could miss the vehicle is notified at once`() throws {
        var watch = try Watch()
        try watch.scene.late("red-1", by: 600)
        #expect(try watch.at("7:50") == .later(from: 0, to: 10))
        try watch.scene.late("red-1", by: 180)
        #expect(try watch.at("7:51") == .earlier(from: 10, to: 3))
        try watch.scene.late("red-1", by: -60)
        #expect(try watch.at("7:52") == .earlier(from: 3, to: -1))
        try watch.scene.cancel("red-1")
        #expect(try watch.at("7:53") == .cancelled(ride: 0))
        #expect(try watch.at("7:59") == nil)
        try watch.scene.forget("red-1")
        #expect(try watch.at("8:00") == .runsAgain)
    }

    @Test func `a vehicle that runs after all is announced with its time, once`() throws {
        var watch = try Watch()
        // No transfer breaks.
        try watch.scene.late("blue-1", by: 900)
        try watch.scene.late("red-1", by: 420)
        #expect(try watch.at("7:50") == .later(from: 0, to: 7))
        try watch.scene.cancel("red-1")
        #expect(try watch.at("7:51") == .cancelled(ride: 0))
        try watch.scene.forget("red-1")
        try watch.scene.late("red-1", by: 240)
        #expect(try watch.at("7:55") == .runsAgain)
        #expect(try watch.at("7:59") == nil)
        try watch.scene.late("red-1", by: 600)
        #expect(try watch.at("8:01") == .later(from: 4, to: 10))
    }

    @Test func `a vehicle that does not stop is as good as cancelled`() throws {
        var watch = try Watch()
        try watch.scene.late("blue-1", by: 0, skipping: [1])
        #expect(try watch.at("7:50") == .cancelled(ride: 1))
    }

    @Test func `a change that breaks under way is announced until it is reached`() throws {
        var watch = try Watch()
        #expect(try watch.at("7:59") == nil)
        try watch.scene.late("red-1", by: 300, from: 1)
        #expect(try watch.at("8:05") == .transferBroken(0))
        try watch.scene.late("red-1", by: 0)
        #expect(try watch.at("8:09") == .transfersWork)
        try watch.scene.late("red-1", by: 300, from: 1)
        #expect(try watch.at("8:16") == nil)
    }

    @Test func `after the departure delays are of no more interest`() throws {
        var watch = try Watch()
        try watch.scene.late("blue-1", by: 900)
        try watch.scene.late("red-1", by: 60)
        #expect(try watch.at("8:01") == nil)
        try watch.scene.cancel("red-1")
        #expect(try watch.at("8:02") == nil)
    }

    @Test func `another platform is announced, and back`() throws {
        var watch = try Watch()
        try watch.scene.late("red-1", by: 0, platforms: [0: "A2"])
        #expect(try watch.at("7:50") == .platform(from: "1", to: "2"))
        #expect(try watch.at("7:54") == nil)
        try watch.scene.late("red-1", by: 0)
        #expect(try watch.at("7:55") == .platform(from: "2", to: "1"))
    }

    @Test func `missing live data is announced near the departure, and its return`() throws {
        var watch = try Watch()
        try watch.scene.late("red-1", by: 0)
        #expect(try watch.at("7:40") == nil)
        watch.isLive = false
        #expect(try watch.at("7:44") == nil)
        #expect(try watch.at("7:46") == .liveLost)
        #expect(try watch.at("7:50") == nil)
        watch.isLive = true
        #expect(try watch.at("7:51") == .liveBack)
    }

    @Test func `without live data ever nothing is missed`() throws {
        var watch = try Watch()
        watch.isLive = false
        #expect(try watch.at("7:55") == nil)
    }
}
