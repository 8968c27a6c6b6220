import Foundation
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Engine

/// Networks as phones keep them against the whole ones.
@Suite struct NetworkCutTests {
    /// The days about which both must answer the same.
    private static let asked = firstDay...firstDay.advanced(by: 4)
    private static let firstDay = ServiceDay(daysSince1970: 20_546)

    /// Draws a feed of which half of the trips run on some days only, some of them not at all on
    /// the days that are kept.
    private func feed(_ random: inout SeededRandom) -> TextFeed {
        var feed = EngineNetworks.feed(&random)
        feed.files["calendar.txt", default: ""] += """
            weekend,0,0,0,0,0,1,1,20260101,20261231
            summer,1,1,1,1,1,1,1,20260601,20260831
            """
        let services = ["daily", "daily", "weekend", "summer"]
        feed.files["trips.txt"] = feed.files["trips.txt"]?.split(separator: "\n").map { line in
            line.replacing(
                ",daily,", with: ",\(services.randomElement(using: &random) ?? "daily"),")
        }.joined(separator: "\n")
        return feed
    }

    private func cut(_ whole: Timetable) throws -> (bytes: [UInt8], cut: NetworkCut) {
        let days = Self.asked
        let cut = NetworkCut(
            whole, days: days.lowerBound.advanced(by: -1)...days.upperBound.advanced(by: 3))
        return (try cut.bytes(), cut)
    }

    /// What must be the same: all but cursors, which name rows of one file, and what depends on
    /// other days: the days of the file, the next departure of an empty board, and whether a trip
    /// that is not found runs on another day.
    static func comparable(
        _ target: String, _ answer: NetworkEngine.Answer
    ) -> String {
        if answer.status == 404, target.hasPrefix("/api/v1/trips/") { return "404" }
        let text = String(decoding: answer.body, as: UTF8.self)
            .replacing(/"empty":\{[^}]*\}/, with: "")
        return "\(answer.status) "
            + text.replacing(/"(earlier|later|next|previous|cursor)":"[^"]*"/, with: "")
            .replacing(/"(firstDay|lastDay|nextDay)":"[^"]*",?/, with: "")
    }

    /// Expects two answers to a request to be the same in what is comparable.
    static func expectSame(
        _ found: NetworkEngine.Answer, _ expected: NetworkEngine.Answer,
        for target: String, at now: UnixTime
    ) {
        #expect(
            comparable(target, found) == comparable(target, expected), "\(target) at \(now)")
    }

    /// Whether days that a phone does not keep may change an answer: lines are drawn as their trips
    /// run, and the latest arrival of the first day may belong to the day before yesterday.
    private func needsOtherDays(_ request: DrawnRequests.Request, _ whole: Timetable) -> Bool {
        let target = request.target
        if target.contains("arriveBy=true") {
            let day = Self.asked.lowerBound
            return target.contains("&at=")
                ? target.contains("&at=\(day)".replacing("-", with: "%2D"))
                : whole.timeZone.day(at: request.now) == day
        }
        return target.hasSuffix("/network") || target.hasPrefix("/api/v1/routes.geojson")
            || target.wholeMatch(of: /\/api\/v1\/routes\/[^\/]*/) != nil
    }

    @Test(arguments: 1...12)
    func `a phone finds on its days what the server finds`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let whole = try feed(&random).compiled()
        let (bytes, cut) = try cut(whole)
        #expect(cut.runCount > 0)
        let (server, phone) = (
            try NetworkEngine(whole), try NetworkEngine(NetworkBytes(copying: bytes))
        )
        var drawn = DrawnRequests(about: whole, seed: random.next(), days: Self.asked)
        var answered = 0
        for request in drawn.draw(600) where !needsOtherDays(request, whole) {
            let expected = server.get(request.target, now: request.now)
            let found = phone.get(request.target, now: request.now)
            if expected.status == 200 { answered += 1 }
            Self.expectSame(found, expected, for: request.target, at: request.now)
        }
        #expect(answered > 150, "most requests have no answer, which compares little")
    }
}
