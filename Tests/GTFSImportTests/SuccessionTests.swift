import FolderTesting
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import GTFSImport

/// Two versions of a feed in one network: each serves its own days.
@Suite struct SuccessionTests {
    private let folder = TemporaryFolder()

    private func feed(_ name: String, _ drawing: String, _ days: String) throws -> String {
        var feed = TextFeed(drawing)
        feed.files["calendar.txt"]?.replace("20260101,20261231", with: days)
        for (file, contents) in feed.files { try folder.write(contents, to: "\(name)/\(file)") }
        return folder.path(name)
    }

    private func joined(isInForce: Bool) throws -> Timetable {
        let old = try feed(
            "old", "red-1: A 8:00  B 8:10\nred-2: A 9:00  B 9:10\nblue-1: B 8:00  C 8:10",
            "20260101,20261231")
        let new = try feed(
            "new", "red-1: A 8:05  B 8:15\nred-3: B 9:00  D 9:10", "20261213,20271211")
        var source = NetworkImport.Source(path: new)
        source.earlier = NetworkImport.Source.Earlier(path: old, isInForce: isInForce)
        return try NetworkImport([source]).timetable().0
    }

    /// Returns the trips that run on a day.
    private func trips(_ timetable: Timetable, on text: String) throws -> Set<String> {
        let day = try #require(ServiceDay(text))
        var found = Set<String>()
        for pattern in timetable.patterns.indices {
            for run in timetable.patterns.runs(of: pattern)
            where timetable.services.isActive(timetable.patterns.runServices[run], on: day) {
                found.insert(timetable.trips.id(timetable.patterns.runTrips[run]))
            }
        }
        return found
    }

    @Test func `each version serves its days, and the one in force keeps its trips' ids`() throws {
        let network = try joined(isInForce: true)
        #expect(try trips(network, on: "2026-12-12") == ["red-1", "red-2", "blue-1"])
        #expect(try trips(network, on: "2026-12-13") == ["red-1~next", "red-3"])
        let later = try joined(isInForce: false)
        #expect(try trips(later, on: "2026-12-12") == ["red-1~before", "red-2", "blue-1"])
        #expect(try trips(later, on: "2026-12-13") == ["red-1", "red-3"])
        for timetable in [network, later] {
            let ids = (0..<timetable.trips.count).map { timetable.trips.id(TripIndex($0)) }
            #expect(Set(ids).count == 5 && ids.count == 5)
        }
    }

    @Test func `the last day is known from calendars alone`() throws {
        let path = try feed("days", "red-1: A 8:00  B 8:10", "20260101,20261231")
        #expect(
            try NetworkImport([.init(path: path)]).lastCalendarDay() == ServiceDay("2026-12-31"))
        try folder.write(
            "service_id,date,exception_type\nx,20270102,1\nx,20270105,2\n",
            to: "days/calendar_dates.txt")
        #expect(
            try NetworkImport([.init(path: path)]).lastCalendarDay() == ServiceDay("2027-01-02"))
        try folder.write("service_id,date,exception_type\n", to: "none/calendar_dates.txt")
        #expect(try NetworkImport([.init(path: folder.path("none"))]).lastCalendarDay() == nil)
    }

    @Test func `stops, routes and agencies of both are there once`() throws {
        let network = try joined(isInForce: true)
        #expect(
            network.stops.indices.map { network.stops.id($0) }.sorted() == ["A", "B", "C", "D"])
        #expect(network.routes.indices.map { network.routes.id($0) }.sorted() == ["blue", "red"])
        #expect(network.agencies.count == 1)
        #expect(try network.sources.feeds().count == 1)
        let services = network.services.ids.buffer.map { network.strings[$0] }
        #expect(services.sorted() == ["daily", "daily~before"])
    }

    @Test func `a calendar until further notice serves from its beginning`() throws {
        let path = try feed("long", "red-1: A 8:00  B 8:10", "20260101,20991231")
        let network = try NetworkImport([.init(path: path)]).timetable().0
        #expect(try trips(network, on: "2026-01-01") == ["red-1"])
        #expect(try trips(network, on: "2040-01-01") == ["red-1"])
    }

    @Test func `what a feed gives is reported with its days`() throws {
        let span = try #require(try joined(isInForce: true).feedSpans().first)
        #expect(span.trips == 5)
        #expect(span.days.map { "\($0.lowerBound) \($0.upperBound)" } == "2026-01-01 2027-12-11")
    }

    @Test func `with several feeds both versions have the feed's prefix`() throws {
        let old = try feed("old", "red-1: A 8:00  B 8:10", "20260101,20261231")
        var source = NetworkImport.Source(
            path: try feed("new", "red-1: A 8:05  B 8:15", "20261213,20271211"), id: "town")
        source.earlier = NetworkImport.Source.Earlier(path: old, isInForce: true)
        let other = NetworkImport.Source(
            path: try feed("other", "red-1: A 8:05  B 8:15", "20260101,20260630"))
        let network = try NetworkImport([source, other]).timetable().0
        #expect(try trips(network, on: "2026-05-01") == ["town:red-1", "other:red-1"])
        #expect(try trips(network, on: "2026-12-13") == ["town:red-1~next"])
        #expect(
            try network.feedSpans().map { "\($0.days?.upperBound, default: "")" }
                == ["2027-12-11", "2026-06-30"])
    }
}
