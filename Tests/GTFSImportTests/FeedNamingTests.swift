import FolderTesting
import Foundation
import Testing
import Timetables
import TransitTesting

@testable import GTFSImport

/// Each feed of a network has its own permanent id.
@Suite struct FeedNamingTests {
    private let folder = TemporaryFolder()

    /// Writes a feed with one trip between A and B into a folder; `publisher` and `agency` are its
    /// names.
    private func feed(
        _ path: String, publisher: String = "", agency: String = "Test", days: String? = nil
    ) throws -> NetworkImport.Source {
        var feed = TextFeed("red-1: A 8:00  B 8:10")
        feed.files["feed_info.txt"] =
            "feed_publisher_name,feed_publisher_url,feed_lang\n\(publisher),http://t.example,en\n"
        feed.files["agency.txt"] =
            "agency_id,agency_name,agency_url,agency_timezone\n1,\(agency),http://t.example,Europe/Zurich\n"
        if let days { feed.files["calendar.txt"]?.replace("20260101,20261231", with: days) }
        for (name, contents) in feed.files { try folder.write(contents, to: "\(path)/\(name)") }
        return NetworkImport.Source(path: folder.path(path))
    }

    private func ids(_ sources: [NetworkImport.Source]) throws -> [String] {
        try NetworkImport(sources).timetable().0.sources.feeds().map(\.id)
    }

    @Test func `feeds whose files have other names are called after them, as ever`() throws {
        let (a, b) = (try feed("town.zip"), try feed("region"))
        #expect(try ids([a, b]) == ["town", "region"])
    }

    @Test func `feeds whose files share a name are called after their publishers, in any order`()
        throws
    {
        let a = try feed("a/gtfs.zip", publisher: "Verkehrsbetriebe Zug (ZVB)")
        let b = try feed("b/gtfs.zip", agency: "Ferries")
        let c = try feed("c/gtfs-2.zip")
        let expected = ["verkehrsbetriebe-zug-zvb", "ferries", "gtfs-2"]
        #expect(try ids([a, b, c]) == expected)
        #expect(try ids([c, b, a]) == expected.reversed())
        let (timetable, summary) = try NetworkImport([a, b, c]).timetable()
        #expect(summary.stops == 6)
        #expect(Set(timetable.stops.indices.map { timetable.stops.id($0) }).count == 6)
    }

    @Test func `feeds that differ in nothing else are distinguished by where they lie`() throws {
        let (a, b) = (try feed("a/gtfs.zip"), try feed("b/gtfs.zip"))
        let found = try ids([a, b])
        #expect(Set(found).count == 2)
        #expect(found.allSatisfy(FeedID.isValid))
        #expect(try ids([b, a]) == found.reversed())
    }

    @Test func `an update of a feed leaves its id as it is`() throws {
        let before = try ids([
            feed("a/gtfs.zip", publisher: "Zug"), feed("b/gtfs.zip", publisher: "Baar"),
        ])
        let after = try ids([
            feed("a/gtfs.zip", publisher: "Zug", days: "20270101,20271231"),
            feed("b/gtfs.zip", publisher: "Baar"),
        ])
        #expect(after == before)
    }

    @Test
    func `an id that is given counts, and only puts itself before ids where there are several`()
        throws
    {
        let a = try feed("a/gtfs.zip")
        let town = NetworkImport.Source(path: a.path, id: "town")
        let alone = try NetworkImport([town]).timetable().0
        #expect(try alone.sources.feeds().map(\.id) == ["town"])
        #expect(try alone.sources.feeds().map(\.idPrefix) == [""])
        #expect(alone.stops.find(id: "A") != nil)
        let both = try NetworkImport([town, feed("b/gtfs.zip")]).timetable().0
        #expect(try both.sources.feeds().map(\.idPrefix) == ["town:", "gtfs:"])
        #expect(both.stops.find(id: "town:A") != nil)
    }

    @Test func `a name that another feed was given is not taken`() throws {
        let other = NetworkImport.Source(path: try feed("a/gtfs.zip").path, id: "town")
        let found = try ids([feed("b/town.zip", publisher: "Baar"), other])
        #expect(found == ["baar", "town"])
    }

    @Test(arguments: [
        (["town", "town"], "Two feeds have the id 'town'; each needs its own."),
        (["to wn", nil], "'to wn' cannot be the id of the feed 'a'"),
        (["", nil], "'' cannot be the id"), (["-a", nil], "'-a' cannot be the id"),
        (["a:b", nil], "'a:b' cannot be the id"),
        ([String(repeating: "x", count: 41), nil], "cannot be the id"),
        ([nil, nil], "is named twice"),
    ])
    func `ids that cannot be used are refused in a sentence`(given: [String?], words: String)
        throws
    {
        let path = try feed("a").path
        let sources = given.map { NetworkImport.Source(path: path, id: $0) }
        let error = #expect(throws: ImportError.self) { try NetworkImport(sources).timetable() }
        #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(String(describing: error))")
    }
}
