import Foundation
import GTFSImport
import GTFSRealtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Realtime

@Suite struct TripUpdateTests {
    private let timetable: Timetable
    private let zero: UnixTime

    init() throws {
        var feed = TextFeed(
            "red-1: A 8:00  B 8:10/8:12  C 8:20  D 8:30\nred-2: A 9:00  B 9:10/9:12  C 9:20  D 9:30"
        )
        feed.files["stops.txt"]? += "X,Stop X,47.0,8.011\n"
        timetable = try feed.compiled()
        zero = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
    }

    private func at(_ minute: Double) -> EventUpdate {
        .at(zero.advanced(bySeconds: minute * 60))
    }

    private func read(
        _ calls: [CallUpdate], trip: String = "red-1",
        relationship: TripUpdate.Relationship = .scheduled, delay: Int32? = nil
    ) -> TripUpdateReader {
        var reader = TripUpdateReader(timetable)
        reader.read(
            TripUpdate(
                trip: TripReference(tripID: trip, routeID: "red", serviceDay: testDay),
                relationship: relationship, calls: calls, delaySeconds: delay),
            now: zero)
        return reader
    }

    /// Returns a text such as `0 10/12 -20 30`, minutes after 8:00, with a dash before skipped
    /// calls.
    private func described(_ reader: TripUpdateReader) -> String {
        guard let change = reader.changes.values.first else { return "nothing" }
        if change.isCancelled { return "cancelled" }
        return change.calls.map { call in
            let arrival = Double(call.arrival.seconds - 28_800) / 60
            let departure = Double(call.departure.seconds - 28_800) / 60
            func text(_ minute: Double) -> String {
                minute == minute.rounded() ? "\(Int(minute))" : "\(minute)"
            }
            let stop = call.stop.map { "@" + timetable.stops.id($0) } ?? ""
            return (call.isSkipped ? "-" : "") + text(arrival)
                + (departure == arrival ? "" : "/" + text(departure)) + stop
        }.joined(separator: " ")
    }

    @Test func `a delay is carried to all later calls`() {
        #expect(described(read([CallUpdate(stopSequence: 2, arrival: at(13))])) == "0 13/15 23 33")
        #expect(
            described(read([CallUpdate(stopID: "B", departure: .delayed(60))])) == "0 11/13 21 31")
        #expect(
            described(read([CallUpdate(stopSequence: 1, departure: at(4))])) == "4 14/16 24 34")
    }

    @Test func `an arrival and a departure of one call are both kept`() {
        #expect(
            described(
                read([
                    CallUpdate(stopSequence: 2, arrival: at(14), departure: at(14)),
                    CallUpdate(stopSequence: 4, arrival: at(31)),
                ])) == "0 14 22 31")
    }

    @Test func `where nothing is known from, the timetable holds, but nobody travels back`() {
        #expect(
            described(
                read([
                    CallUpdate(stopSequence: 2, arrival: at(15)),
                    CallUpdate(stopSequence: 3, relationship: .noData),
                ])) == "0 15/17 20 30")
        #expect(
            described(
                read([
                    CallUpdate(stopSequence: 2, arrival: at(25)),
                    CallUpdate(stopSequence: 3, relationship: .noData),
                ])) == "0 25/27 27 30")
    }

    @Test func `a skipped call carries the delay on`() {
        #expect(
            described(
                read([
                    CallUpdate(stopSequence: 2, arrival: at(13)),
                    CallUpdate(stopSequence: 3, relationship: .skipped),
                ])) == "0 13/15 -23 33")
    }

    @Test func `how sure a source is holds as far as its delay is carried`() {
        let reader = read([
            CallUpdate(stopSequence: 2, arrival: at(13), uncertaintySeconds: 45),
            CallUpdate(stopSequence: 4, arrival: at(33)),
        ])
        #expect(
            reader.changes.values.first?.calls.map(\.spread)
                == [nil, CallSpread(either: 45), CallSpread(either: 45), nil])
    }

    @Test func `an early vehicle pulls the calls before its first update along`() {
        #expect(described(read([CallUpdate(stopSequence: 3, arrival: at(9))])) == "0 9 9 19")
    }

    @Test func `another platform is reported, an unknown stop is not`() {
        #expect(
            described(read([CallUpdate(stopSequence: 2, arrival: at(10), assignedStopID: "X")]))
                == "0 10/12@X 20 30")
        #expect(
            described(
                read([CallUpdate(stopSequence: 2, arrival: at(10), assignedStopID: "nowhere")]))
                == "0 10/12 20 30")
    }

    @Test func `a run without calls is cancelled, and so is one that says so`() {
        #expect(described(read([], relationship: .cancelled)) == "cancelled")
        #expect(
            described(read((1...3).map { CallUpdate(stopSequence: $0, relationship: .skipped) }))
                == "cancelled")
    }

    @Test func `the last delay counts for calls only where none is reported`() {
        #expect(described(read([], delay: 120)) == "2 12/14 22 32")
        #expect(
            described(read([CallUpdate(stopSequence: 3, arrival: at(21))], delay: 120))
                == "0 10/12 21 31")
    }

    @Test func `what cannot be is not believed`() {
        let reader = read([CallUpdate(stopSequence: 2, arrival: .delayed(7_201))])
        #expect(reader.changes.isEmpty)
        #expect(reader.statistics == .init(matched: 0, unmatched: 0, implausible: 1))
        #expect(read([], trip: "unknown").statistics.unmatched == 1)
    }

    @Test func `a run without a trip's id is found by route, direction and start`() {
        var reader = TripUpdateReader(timetable)
        let start = ServiceTime(hours: 9, minutes: 0)
        reader.read(
            TripUpdate(
                trip: TripReference(routeID: "red", serviceDay: testDay, startTime: start),
                delaySeconds: 60), now: zero)
        let run = timetable.trips.find(id: "red-2").flatMap {
            timetable.trips.runs(of: $0).first
        }
        #expect(reader.changes.keys.first?.run == run)
    }

    @Test func `new, replacing and repeated runs are added`() throws {
        let calls = [
            CallUpdate(stopID: "A", departure: at(5)), CallUpdate(stopID: "D", arrival: at(25)),
        ]
        let new = read(calls, trip: "extra", relationship: .new)
        #expect(new.added.map(\.tripID) == ["extra"])
        #expect(new.added.first?.calls.map { ($0.departure.seconds - 28_800) / 60 } == [5, 25])
        #expect(new.changes.isEmpty)

        let replaced = read(calls, relationship: .replacement)
        #expect(described(replaced) == "cancelled")
        #expect(replaced.added.first?.replaces == replaced.changes.keys.first)

        var reader = TripUpdateReader(timetable)
        reader.read(
            TripUpdate(
                trip: TripReference(tripID: "red-1"), relationship: .duplicated,
                copy: TripReference(
                    tripID: "again", serviceDay: testDay,
                    startTime: ServiceTime(hours: 8, minutes: 5))), now: zero)
        #expect(
            reader.added.first?.calls.map { ($0.arrival.seconds - 28_800) / 60 }
                == [5, 15, 25, 35])

        reader.read(
            TripUpdate(
                trip: TripReference(tripID: "red-1"), relationship: .duplicated,
                calls: [
                    CallUpdate(stopID: "B", arrival: .delayed(120)),
                    CallUpdate(stopID: "C", relationship: .skipped),
                    CallUpdate(stopID: "D", arrival: at(41), departureOccupancy: .full),
                ],
                copy: TripReference(
                    tripID: "late", serviceDay: testDay,
                    startTime: ServiceTime(hours: 8, minutes: 5)),
                headsign: "Elsewhere"), now: zero)
        let late = try #require(reader.added.last)
        #expect(late.headsign == "Elsewhere")
        #expect(late.calls.map { ($0.arrival.seconds - 28_800) / 60 } == [5, 17, 41])
        #expect(late.calls.map(\.occupancy) == [nil, nil, .full])

        // Older sources add a run of a timetable's trip by its id alone.
        var old = TripUpdateReader(timetable)
        old.read(
            TripUpdate(
                trip: TripReference(tripID: "red-2"), relationship: .new, calls: calls,
                headsign: "Centre"), now: zero)
        #expect(old.added.map(\.headsign) == ["Centre"])

        let impossible = read(
            [CallUpdate(stopID: "A", departure: at(5)), CallUpdate(stopID: "A", arrival: at(4))],
            trip: "extra", relationship: .new)
        #expect(impossible.added.isEmpty)
        #expect(impossible.statistics.implausible == 1)
    }
}

@Suite(.enabled(if: SharedData.folder != nil, "no ../shared/data beside the project"))
struct RecordedTripUpdateTests {
    private func read(feed: String, updates: String) throws -> (TripUpdateReader, Timetable) {
        let folder = try #require(SharedData.folder)
        let timetable = try NetworkImport([.init(path: "\(folder)/gtfs/small/\(feed).zip")])
            .timetable().0
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/gtfs_rt/\(updates)"))
        let decoded = try RealtimeFeed.decode([UInt8](bytes))
        var reader = TripUpdateReader(timetable)
        let now = try #require(decoded.time)
        for update in decoded.tripUpdates() { reader.read(update, now: now) }
        return (reader, timetable)
    }

    @Test func `Caltrain's updates find their trips`() throws {
        let (reader, _) = try read(
            feed: "caltrain_2023", updates: "caltrain_2023/ct-trip-updates.pb")
        #expect(reader.statistics.matched > 0)
        #expect(reader.statistics.matched * 10 >= reader.statistics.unmatched)
        for change in reader.changes.values where !change.isCancelled {
            for (from, to) in zip(change.calls, change.calls.dropFirst()) {
                #expect(from.departure <= to.arrival)
            }
        }
    }

    @Test func `BART's updates find their trips`() throws {
        let (reader, _) = try read(feed: "bart_2019", updates: "bart_2019/bart-trip-updates.pb")
        #expect(reader.statistics.matched > 0)
    }
}
