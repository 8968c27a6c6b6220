import Foundation
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Engine

/// Regions as devices keep them against the whole network.
@Suite struct NetworkRegionTests {
    private static let asked = firstDay...firstDay.advanced(by: 4)
    private static let firstDay = ServiceDay(daysSince1970: 20_546)
    private static let townStops = 4

    /// Draws a feed of three towns, 111 km from one another, with lines inside each and between
    /// neighbours.
    private func feed(_ random: inout SeededRandom) -> TextFeed {
        var drawing = ""
        for route in 0..<12 {
            let town = route % 3
            let next = route < 9 ? town : (town + 1) % 3
            let minutes = next == town ? Int.random(in: 3...12, using: &random) : 50
            let start = Int.random(in: 300...360, using: &random)
            let stops =
                (0..<Self.townStops).shuffled(using: &random).prefix(3).map { (town, $0) }
                + (next == town ? [] : [(next, Int.random(in: 0..<4, using: &random))])
            let calls = route.isMultiple(of: 2) ? stops : stops.reversed()
            for trip in 0..<Int.random(in: 4...10, using: &random) {
                drawing += "R\(route)-\(trip):"
                for (position, (town, stop)) in calls.enumerated() {
                    let minute = start + trip * 60 + position * minutes
                    drawing += " S\(town)x\(stop) \(minute / 60):"
                    drawing += (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
                }
                drawing += "\n"
            }
        }
        var feed = TextFeed(drawing)
        feed.files["stops.txt"] = (0..<3 * Self.townStops).reduce(
            "stop_id,stop_name,stop_lat,stop_lon\n"
        ) { text, number in
            let (town, stop) = (number / Self.townStops, number % Self.townStops)
            return text + "S\(town)x\(stop),Place \(number),"
                + "\(Double(47 + town) + Double(stop) * 0.004),8\n"
        }
        feed.files["transfers.txt"] = """
            from_stop_id,to_stop_id,transfer_type,min_transfer_time
            S0x0,S0x1,2,60
            S1x0,S1x1,2,120
            S2x0,S2x1,2,90
            """
        return feed
    }

    private func cut(
        _ whole: Timetable, _ region: NetworkRegion?
    ) throws -> (runs: Int, engine: NetworkEngine) {
        let days = Self.asked
        let cut = NetworkCut(
            whole, days: days.lowerBound.advanced(by: -1)...days.upperBound.advanced(by: 3),
            region: region)
        return (
            cut.runCount, try NetworkEngine(NetworkBytes(copying: try cut.bytes()))
        )
    }

    /// Whether a question is about what a region has: its lines and the surroundings of its stops.
    private func isAnswered(_ target: String) -> Bool {
        let about = /\/api\/v1\/(connections\?|stops\/S|routes\/R\d+\/timetable|trips).*/
        guard target.wholeMatch(of: about) != nil else { return false }
        // A name may be that of a stop in another town.
        return !target.contains(/(from|to)=[^S\d]/) && !target.contains("exclude=")
    }

    @Test func `each town is a region, and the busiest comes first`() throws {
        var random = SeededRandom(seed: 1)
        let whole = try feed(&random).compiled()
        let regions = NetworkRegion.regions(of: whole, limit: 12)
        #expect(Set(regions.map { Int($0.coordinate.latitude) }) == [47, 48, 49])
        #expect(regions.count == 3)
        #expect(NetworkRegion.regions(of: whole, limit: 1).map(\.centre) == [regions[0].centre])
    }

    @Test func `a line that calls within a walk of the region belongs to it`() throws {
        var feed = TextFeed(
            """
            red-1: A 8:00  B 8:10
            red-2: A 9:00  B 9:10
            blue-1: N 8:00  F 8:30
            green-1: F 8:00  G 8:30
            """)
        // N is 40.2 km north of A, and F beyond a walk.
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            A,A,47,8
            B,B,47.01,8
            N,N,47.3615,8
            F,F,47.5,8
            G,G,47.6,8
            """
        let whole = try feed.compiled()
        let region = try #require(NetworkRegion.regions(of: whole, limit: 1).first)
        #expect(try cut(whole, region).runs == 3)
    }

    @Test(arguments: 1...6)
    func `a region's answers are those of the whole network`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let whole = try feed(&random).compiled()
        let all = try cut(whole, nil)
        var compared = 0
        for region in NetworkRegion.regions(of: whole, limit: 12) {
            let kept = try cut(whole, region)
            #expect(kept.runs < all.runs)
            let inside = whole.stops.indices.filter { stop in
                whole.stops.coordinate(stop).map {
                    $0.distanceMetres(to: region.coordinate) <= Double(NetworkRegion.radiusMetres)
                } ?? false
            }
            #expect(inside.count == Self.townStops)
            let outside = whole.routes.indices.filter { route in
                let id = whole.routes.id(route)
                return kept.engine.get("/api/v1/routes/\(id)", now: UnixTime(seconds: 0)).status
                    == 404
            }.map(whole.routes.id)
            #expect(!outside.isEmpty)
            var drawn = DrawnRequests(
                about: whole, seed: random.next(), days: Self.asked, stops: inside)
            for request in drawn.draw(400) where isAnswered(request.target) {
                let expected = all.engine.get(request.target, now: request.now)
                let text = String(decoding: expected.body, as: UTF8.self)
                // A ride on a line that does not call in the region is missing.
                if outside.contains(where: {
                    text.contains("\"\($0)-") || request.target.contains("/\($0)/")
                        || request.target.contains("/\($0)%2D")
                }) {
                    continue
                }
                let found = kept.engine.get(request.target, now: request.now)
                if expected.status == 200 { compared += 1 }
                NetworkCutTests.expectSame(
                    found, expected, for: request.target, at: request.now)
            }
        }
        #expect(compared > 150, "most requests have no answer, which compares little")
    }
}
