import Matching
import Sources
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import TaktApp

/// The doctor's verdicts on sources that answered.
@Suite struct SourceJudgeTests {
    private let testDay = ServiceDay(daysSince1970: 20_577)
    private let timetable: Timetable
    private let now: UnixTime

    init() throws {
        timetable = try [
            ("town", TextFeed("red-1: A 8:00  B 8:10\nred-2: A 8:05  B 8:15")),
            ("lake", TextFeed("blue-1: A 8:00  B 8:10")),
        ].compiled()
        now = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 5), on: testDay)
    }

    private func source(_ id: String, feeds: [String] = []) -> SourceSettings {
        SourceSettings(id: id, kind: .gtfsRealtime, urls: ["http://x"], feeds: feeds)
    }

    private func updates(_ ids: [String], from source: String) -> LiveBatch {
        var batch = LiveBatch(source: source, asOf: now)
        batch.tripUpdates = ids.map {
            TripUpdate(
                trip: TripReference(tripID: $0, serviceDay: testDay), delaySeconds: 60, time: now)
        }
        return batch
    }

    private func vehicles(
        _ ids: [String], from source: String, latitude: Double = 47, trip: String? = "red-1",
        age: Double = 0
    ) -> LiveBatch {
        var batch = LiveBatch(source: source, asOf: now)
        batch.fixes = ids.map { id in
            VehicleFix(
                vehicleID: "\(source):\(id)",
                coordinate: Coordinate(latitude: latitude, longitude: 8.005),
                time: now.advanced(bySeconds: -age),
                trip: trip.map { TripReference(tripID: $0, serviceDay: testDay) })
        }
        return batch
    }

    /// Returns the verdicts on the first source after all batches.
    private func verdicts(
        _ source: SourceSettings, _ batches: LiveBatch..., quarantined: Int = 0,
        hasNetwork: Bool = true
    ) async -> [SourceEvaluator.Verdict] {
        let judge = SourceEvaluator(hasNetwork ? timetable : nil, sources: [source], now: now)
        await judge.collect(batches)
        let journal = SourceJournal(id: source.id, kind: "gtfs-rt", started: now)
        journal.quarantine("unreadable_entity", quarantined)
        return await judge.verdicts(on: source, journal)
    }

    @Test func `a good source is described with what it reports and which ids are known`() async {
        let named = source("s", feeds: ["town"])
        let good = await verdicts(
            named, updates(["red-1", "red-2"], from: "s"), vehicles(["v"], from: "s"))
        #expect(good.map(\.level) == [.good])
        #expect(
            good.map(\.sentence) == [
                "It reports 1 vehicle and 2 trip updates; 2 of 2 trip ids are known to the feed 'town'."
            ])
        let any = await verdicts(source("s"), updates(["red-1", "blue-1"], from: "s"))
        #expect(any.first?.sentence.hasSuffix("2 of 2 trip ids are known to the network.") == true)
    }

    @Test func `ids of another timetable are bad where nothing else helps`() async {
        let ids = (0..<6).map { "other-\($0)" }
        let found = await verdicts(source("s"), updates(ids, from: "s"))
        #expect(found.map(\.level) == [.bad])
        #expect(found.first?.sentence.hasPrefix("Only 0 of 6 trip updates match") == true)
        // A few of them may belong to a new line.
        let few = await verdicts(source("s"), updates(["other-1"], from: "s"))
        #expect(few.map(\.level) == [.warning])
        #expect(few.first?.sentence.contains("nothing is found in the network") == true)
    }

    @Test func `ids that are unknown are a warning where trips are found by other ways`() async {
        var batch = LiveBatch(source: "s", asOf: now)
        batch.tripUpdates = (0..<5).map { number in
            TripUpdate(
                trip: TripReference(
                    tripID: "v9-\(number)", routeID: "red", serviceDay: testDay,
                    startTime: ServiceTime(hours: 8, minutes: 0)), delaySeconds: 60, time: now)
        }
        let found = await verdicts(source("s"), batch)
        #expect(found.map(\.level) == [.warning])
        #expect(found.first?.sentence.contains("0 of 5 trip ids are known to the network") == true)
    }

    @Test func `another city, old positions and a feed that is not there are reported`() async {
        let ids = (0..<6).map { "v\($0)" }
        let far = await verdicts(
            source("s"), vehicles(ids, from: "s", latitude: 52, trip: "far"))
        #expect(far.map(\.level) == [.bad])
        #expect(far.first?.sentence.contains("6 of 6 vehicles are more than 20 km outside") == true)
        let old = await verdicts(source("s"), vehicles(ids, from: "s", age: 86_400))
        #expect(old.map(\.level) == [.bad])
        #expect(old.first?.sentence.hasPrefix("None of its 6 positions is from the last") == true)
        // Other feeds are tried, so it works.
        let named = await verdicts(
            source("s", feeds: ["twon"]), updates(["red-1"], from: "s"))
        #expect(named.map(\.level) == [.warning])
        #expect(named.first?.sentence.contains("names the feed 'twon', which the network") == true)
    }

    @Test func `vehicles that are not seen long enough count neither for a source nor against`()
        async
    {
        let ids = (0..<6).map { "v\($0)" }
        let found = await verdicts(source("s"), vehicles(ids, from: "s", trip: nil))
        #expect(found.map(\.level) == [.good])
        #expect(found.map(\.sentence) == ["It reports 6 vehicles."])
    }

    @Test func `of two sources of the same vehicles, the second is reported as the one to remove`()
        async
    {
        let found = await verdicts(
            source("two"), vehicles(["v"], from: "one"), vehicles(["v"], from: "two"))
        #expect(found.map(\.level) == [.warning])
        #expect(found.first?.sentence.hasPrefix("It reports the same vehicles as 'one'") == true)
    }

    @Test func `nothing is a warning, and nothing that can be read is bad`() async {
        let empty = await verdicts(source("s"))
        #expect(empty.map(\.level) == [.warning])
        #expect(empty.first?.sentence.contains("no vehicle, no trip update and no alert") == true)
        let broken = await verdicts(source("s"), quarantined: 3)
        #expect(broken.map(\.level) == [.bad])
        #expect(broken.first?.sentence.contains("(3 entries)") == true)
    }

    @Test func `without a network it counts that the source can be read`() async {
        let found = await verdicts(
            source("s"), updates(["x"], from: "s"), hasNetwork: false)
        #expect(found.map(\.level) == [.good])
        #expect(found.first?.sentence.hasPrefix("It reports 1 trip update; what it names") == true)
    }
}
