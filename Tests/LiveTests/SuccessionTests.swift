import Foundation
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Prediction
@testable import Realtime

/// Predictions of vehicles for the trip that they usually drive next, where the feed has no blocks.
///
/// The first trip ends at D at 8:06, the next one departs there at 8:10.
@Suite struct SuccessionTests {
    private static let drawing = """
        red-1: A 8:00  B 8:02  C 8:04  D 8:06
        red-2: D 8:10  C 8:12  B 8:14  A 8:16
        red-3: A 8:40  B 8:42  C 8:44  D 8:46
        """

    private let timetable: Timetable

    init() throws {
        timetable = try TextFeed(Self.drawing).compiled()
    }

    /// Returns a fix on the line some weeks after the first day.
    private func at(
        _ metres: Double, _ second: Double, _ trip: String, week: Int, vehicle: String = "v"
    ) -> VehicleFix {
        fix(
            timetable, metres: metres, at: second + Double(week) * 7 * 86_400, vehicle: vehicle,
            trip: trip)
    }

    /// Replays a day on which one vehicle drives the first trip on time, and then another trip.
    private func drive(
        _ replay: inout FixReplay, to next: String, week: Int, vehicle: String = "v"
    ) {
        let onward: [(Double, Double)] =
            next == "red-2" ? [(2275, 570), (2275, 600), (1896, 660)] : [(0, 2370), (379, 2460)]
        for (metres, second) in [(0.0, 0.0), (758, 120), (1516, 240), (2275, 360)] {
            _ = replay.process(at(metres, second, "red-1", week: week, vehicle: vehicle))
        }
        for (metres, second) in onward {
            _ = replay.process(at(metres, second, next, week: week, vehicle: vehicle))
        }
    }

    /// Returns the predicted departures of a vehicle's other trips, half way to B and twelve
    /// minutes late: by trip, in minutes after eight o'clock.
    private func others(_ replay: inout FixReplay, week: Int) -> [String: [Double]] {
        let taken = replay.process(at(379, 780, "red-1", week: week, vehicle: "late"))
        var found: [String: [Double]] = [:]
        for run in taken?.runs ?? [] {
            let trip = timetable.patterns.runTrips[run.run.run]
            found[timetable.trips.id(trip)] = run.calls.map {
                $0.departure.seconds(since: run.dayStart) / 60 - 480
            }
        }
        return found
    }

    @Test func `what was seen on two days is how a late vehicle goes on`() throws {
        var replay = FixReplay(timetable)
        drive(&replay, to: "red-2", week: 0)
        #expect(others(&replay, week: 1).isEmpty)
        drive(&replay, to: "red-2", week: 1)
        let reported = others(&replay, week: 2)
        let next = try #require(reported["red-2"])
        // The layover absorbs two of twelve minutes.
        #expect(reported.count == 1 && next.count == 4)
        #expect(abs(next[0] - 20) < 1.5)
    }

    @Test func `twice on one day is one day`() {
        var replay = FixReplay(timetable)
        drive(&replay, to: "red-2", week: 0)
        drive(&replay, to: "red-2", week: 0, vehicle: "w")
        #expect(others(&replay, week: 1).isEmpty)
    }

    @Test func `what was seen otherwise once does not count any more`() {
        var replay = FixReplay(timetable)
        for week in 0..<2 { drive(&replay, to: "red-2", week: week) }
        drive(&replay, to: "red-3", week: 2)
        #expect(others(&replay, week: 3).isEmpty)
    }

    @Test func `a trip that another one came before belongs to neither chain`() {
        var profile = SuccessionProfile()
        let days = (0..<3).map { testDay.advanced(by: 7 * $0) }
        for day in days.prefix(2) { profile.learn(1, 2, on: day) }
        #expect(profile.next(after: 1, on: days[2]) == 2)
        profile.learn(3, 2, on: days[2])
        #expect(profile.next(after: 1, on: days[2]) == nil)
        #expect(profile.next(after: 3, on: days[2]) == nil)
    }

    @Test func `a full memory is looked through once a day for what is outdated`() {
        var profile = SuccessionProfile(maximum: 4)
        let days = [0, 7, 61, 60].map { testDay.advanced(by: $0) }
        profile.learn(1, 2, on: days[0])
        profile.learn(3, 4, on: days[1])
        // Two trips of eight weeks before make room for two.
        profile.learn(5, 6, on: days[2])
        #expect(profile.cells.count == 4 && profile.sweeps == 1)
        for run in 10..<20 as Range<UInt64> {
            profile.learn(run, run + 100, on: days[2])
            profile.learn(run, run + 100, on: days[3])
        }
        #expect(profile.cells.count == 4 && profile.sweeps == 1)
        profile.learn(7, 8, on: days[1].advanced(by: 61))
        #expect(profile.cells.count == 4 && profile.sweeps == 2)
    }

    @Test func `other kinds of days have chains of their own`() {
        var profile = SuccessionProfile()
        let monday = testDay.advanced(by: -testDay.weekday)
        for day in 0..<2 { profile.learn(1, 2, on: monday.advanced(by: day)) }
        #expect(profile.next(after: 1, on: monday.advanced(by: 4)) == 2)
        #expect(profile.next(after: 1, on: monday.advanced(by: 5)) == nil)
    }

    @Test func `another timetable with other ids keeps what was learnt, and so does a file`()
        throws
    {
        var replay = FixReplay(timetable)
        for week in 0..<2 { drive(&replay, to: "red-2", week: week) }
        let bytes = replay.model.bytes()
        let model = try PredictionModel(bytes: bytes[...])
        #expect(model == replay.model && !model.successions.cells.isEmpty)
        let renamed = try TextFeed(
            Self.drawing.replacingOccurrences(of: "red-", with: "red-9")
        ).compiled()
        var next = FixReplay(renamed, model: model)
        let taken = next.process(at(379, 780, "red-91", week: 2))
        #expect(
            taken?.runs.map { renamed.trips.id(renamed.patterns.runTrips[$0.run.run]) }
                == ["red-92"])
    }

    @Test func `a source that lists a vehicle under several trips says what follows`()
        async throws
    {
        let listed = ["red-3", "red-1", "red-2"].map { at(379, 780, $0, week: 0) }
        let now = try #require(listed.first?.time)
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
        await state.apply(listed, now: now)
        var keeper = ExpectationCache()
        let reported = keeper.overlay(of: await state.snapshot(now: now))
        let trip = try #require(timetable.trips.find(id: "red-2"))
        let run = DatedRun(run: timetable.trips.runs(of: trip)[0], day: testDay)
        #expect(
            reported.changes[run]?.calls.map { ($0.departure.seconds - 28_800) / 60 }
                == [20, 22, 24, 26])
    }

    @Test func `a trip with a block goes on by its block alone`() throws {
        var feed = TextFeed(Self.drawing)
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,block_id
            red,daily,red-1,7
            red,daily,red-2,8
            red,daily,red-3,

            """
        var replay = FixReplay(try feed.compiled())
        for week in 0..<2 { drive(&replay, to: "red-2", week: week) }
        #expect(replay.model.successions.cells.isEmpty)
        #expect(others(&replay, week: 2).isEmpty)
    }
}
