import ClockTesting
import Archives
import FolderTesting
import Foundation
import GTFSImport
import HTTPFetching
import Logging
import Synchronization
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import TaktApp

/// The network is kept up to date with its feeds; a working version is never replaced by an
/// unusable one.
@Suite struct FeedRefreshTests {
    let folder = TemporaryFolder()
    let publisher = Publisher()
    let clock = ManualWallClock(UnixTime(seconds: 1_795_435_200))  // 2026-11-23 12:00 UTC
    private let imports = Count()

    private final class Count: Sendable {
        let value = Mutex(0)
        /// The latest import.
        let job = Mutex<ImportJob?>(nil)
    }

    /// A publisher of feeds that can fail.
    final class Publisher: Sendable {
        struct State {
            var files: [String: String] = [:]
            var asked: [String: Int] = [:]
            var sent: [String: Int] = [:]
            var now = 0
            var most = 0
        }
        let state = Mutex(State())

        /// Answers with a copy of the file; a file's path is its tag.
        func answer(
            _ request: FetchRequest, to path: String
        ) async throws(FetchError) -> Fetched<Void> {
            let file = state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
                state.asked[request.url, default: 0] += 1
                return state.files[request.url]
            }
            for _ in 0..<20 { await Task.yield() }
            defer { state.withLock { $0.now -= 1 } }
            guard let file else { throw .status(404, retryAfter: nil) }
            if request.validators.entityTag == file { return .notModified }
            state.withLock { $0.sent[request.url, default: 0] += 1 }
            do {
                try? FileManager.default.removeItem(atPath: path)
                try FileManager.default.copyItem(atPath: file, toPath: path)
            } catch { throw .interrupted }
            return .content(
                (),
                FetchInfo(
                    url: request.url, byteCount: 1, contentType: nil,
                    validators: FetchValidators(entityTag: file)))
        }
    }

    var path: String { folder.path("network.takt") }

    /// Publishes a feed; `days` as in `20260101,20261231`, `edit` changes what was drawn.
    func publish(
        _ place: String, _ drawing: String, _ days: String = "20260101,20261231",
        edit: (inout TextFeed) -> Void = { _ in }
    ) throws {
        var feed = TextFeed(drawing)
        edit(&feed)
        feed.files["calendar.txt"]?.replace("20260101,20261231", with: days)
        let name = "published-\(UUID().uuidString)"
        let zip = try ZipFileWriter(path: folder.path(name))
        for (file, contents) in feed.files.sorted(by: { $0.key < $1.key }) {
            try zip.begin(file)
            try zip.write(Array(contents.utf8))
        }
        try zip.finish()
        publisher.state.withLock { $0.files["https://\(place)"] = folder.path(name) }
    }

    func refresh(_ feeds: String...) -> FeedRefresh {
        refresh(
            FeedRefresh.Settings(
                feeds: feeds.map { FeedReference($0) }, every: .seconds(86_400), path: path))
    }

    func refresh(
        _ settings: FeedRefresh.Settings, log: any LogHandler = SwiftLogNoOpLogHandler()
    ) -> FeedRefresh {
        let logger = Logger(label: "test") { _ in log }
        var refresh = FeedRefresh(settings, clock: clock, logger: logger)
        refresh.download = { [publisher] request, path async throws(FetchError) in
            try await publisher.answer(request, to: path)
        }
        refresh.importing = { [imports] job async throws(FeedRefresh.Failure) in
            imports.value.withLock { $0 += 1 }
            imports.job.withLock { $0 = job }
            do { try job.run() } catch {
                throw FeedRefresh.Failure(description: "\(error)", isUnreachable: false)
            }
        }
        return refresh
    }

    private func trips() throws -> Set<String> {
        let network = try Timetable(path: path)
        return Set((0..<network.trips.count).map { network.trips.id(TripIndex($0)) })
    }

    func wait(days: Double) { clock.set(clock.now().advanced(bySeconds: days * 86_400)) }

    @Test func `a version that begins later joins the one that serves today`() async throws {
        let service = refresh("https://a/town.zip")
        try publish("a/town.zip", "red-1: A 8:00  B 8:10\nred-2: A 9:00  B 9:10")
        _ = try await service.refresh()
        try publish(
            "a/town.zip", "red-1: A 8:05  B 8:15\nred-3: A 9:00  B 9:10", "20261213,20271211")
        #expect(try await service.refresh() == .replaced(trips: 4))
        #expect(try trips() == ["red-1", "red-2", "red-1~next", "red-3"])
        let span = try #require(try Timetable(path: path).feedSpans().first?.days)
        #expect("\(span.lowerBound) \(span.upperBound)" == "2026-01-01 2027-12-11")
        wait(days: 20.0)  // The new version's first day, without another version.
        #expect(try await service.refresh() == .replaced(trips: 4))
        #expect(try trips() == ["red-1~before", "red-2", "red-1", "red-3"])
        wait(days: 1)
        #expect(try await service.refresh() == .replaced(trips: 2))
        #expect(try trips() == ["red-1", "red-3"])
        #expect(publisher.state.withLock { $0.sent } == ["https://a/town.zip": 2])
        #expect(try folder.names().contains("network.takt.feed-files"))
        let kept = try FileManager.default.contentsOfDirectory(atPath: service.storage.folder)
        // The feed, and its compiled network.
        #expect(kept.count == 2)
    }

    @Test func `without the file of what serves, a version waits until it begins`() async throws {
        let service = refresh("https://a/town.zip")
        try publish("a/town.zip", "red-1: A 8:00  B 8:10")
        let file = try #require(publisher.state.withLock { $0.files["https://a/town.zip"] })
        _ = try NetworkImport([.init(path: file)]).write(to: path)
        try publish("a/town.zip", "red-9: A 8:05  B 8:15", "20261213,20271211")
        await #expect(throws: FeedRefresh.Failure.self) { try await service.refresh() }
        #expect(try trips() == ["red-1"])
        wait(days: 19)
        await #expect(throws: FeedRefresh.Failure.self) { try await service.refresh() }
        wait(days: 1)
        #expect(try await service.refresh() == .replaced(trips: 1))
        #expect(try trips() == ["red-9"])
    }

    @Test func `a feed that fails keeps its last good part, and the others go on`() async throws {
        let service = refresh("a=https://a/gtfs.zip", "b=https://b/gtfs.zip")
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10")
        try publish("b/gtfs.zip", "blue-1: A 8:00  B 8:10")
        _ = try await service.refresh()
        publisher.state.withLock { $0.files["https://a/gtfs.zip"] = nil }
        try publish("b/gtfs.zip", "blue-2: A 8:00  B 8:10")
        #expect(try await service.refresh() == .replaced(trips: 2))
        #expect(try trips() == ["a:red-1", "b:blue-2"])
        #expect(
            service.storage.read().feeds["https://a/gtfs.zip"]?.unreachable?.contains("404") == true
        )
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10", "20250101,20250201")
        #expect(try await service.refresh() == .unchanged)
        let reason = service.storage.read().feeds["https://a/gtfs.zip"]?.refused?.reason
        #expect(reason?.contains("ends on 2025-02-01, before today") == true)
        #expect(try trips() == ["a:red-1", "b:blue-2"])
    }

    @Test func `one changed feed fetches that feed alone, and a few at once`() async throws {
        let places = (0..<12).map { "town\($0)/gtfs.zip" }
        for place in places { try publish(place, "red-1: A 8:00  B 8:10") }
        let settings = FeedRefresh.Settings(
            feeds: places.map { FeedReference(place: "https://" + $0) }, every: .seconds(600),
            path: path)
        let service = refresh(settings)
        #expect(try await service.refresh() == .replaced(trips: 12))
        publisher.state.withLock { $0.sent = [:] }
        try publish(places[3], "red-2: A 8:00  B 8:10")
        #expect(try await service.refresh() == .replaced(trips: 12))
        #expect(publisher.state.withLock { $0.sent } == ["https://" + places[3]: 1])
        #expect((2...4).contains(publisher.state.withLock { $0.most }))
    }

    @Test func `ids stay as they were when feeds come, go, and change places`() async throws {
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10")
        try publish("b/town.zip", "blue-1: A 8:00  B 8:10")
        try publish("c/gtfs.zip", "green-1: A 8:00  B 8:10")
        _ = try await refresh("https://a/gtfs.zip", "https://b/town.zip").refresh()
        #expect(try trips() == ["gtfs:red-1", "town:blue-1"])
        // By their file names alone the two could not be distinguished.
        let service = refresh("https://c/gtfs.zip", "https://b/town.zip", "https://a/gtfs.zip")
        #expect(try await service.refresh() == .replaced(trips: 3))
        #expect(try trips().isSuperset(of: ["gtfs:red-1", "town:blue-1"]))
        let given = refresh("gtfs=https://c/gtfs.zip", "https://b/town.zip", "https://a/gtfs.zip")
        #expect(try await given.refresh() == .replaced(trips: 3))
        #expect(try trips().isSuperset(of: ["gtfs:green-1", "town:blue-1"]))
        let other = refresh("https://b/town.zip", "https://a/gtfs.zip", "gtfs=https://c/gtfs.zip")
        #expect(try await other.refresh() == .unchanged)
    }

    @Test func `what was refused is tried again after a while, at once if it changed or is wanted`()
        async throws
    {
        let service = refresh("https://a/town.zip")
        try publish("a/town.zip", "red-1: A 8:00  B 8:10")
        _ = try await service.refresh()
        try publish("a/town.zip", "red-1: A 8:00  B 8:10", "20250101,20250201")
        func count() async throws -> Int {
            imports.value.withLock { $0 = 0 }
            _ = try? await service.refresh()
            return imports.value.withLock { $0 }
        }
        #expect(try await count() == 1)
        #expect(try await count() == 0)
        // A restarted server knows that too.
        #expect(service.storage.read().failures == 2)
        clock.set(clock.now().advanced(bySeconds: 901))
        #expect(try await count() == 1)
        clock.set(clock.now().advanced(bySeconds: 901))
        #expect(try await count() == 0)
        _ = try? await service.refresh(isWanted: true)
        #expect(imports.value.withLock { $0 } == 1)
        try publish("a/town.zip", "red-2: A 8:00  B 8:10")
        #expect(try await service.refresh() == .replaced(trips: 1))
        #expect(service.storage.read().failures == 0)
    }

    @Test func `an import that ends its process is not repeated when the next one starts`()
        async throws
    {
        var service = refresh("https://a/town.zip")
        try publish("a/town.zip", "red-1: A 8:00  B 8:10")
        _ = try await service.refresh()
        try publish("a/town.zip", "red-2: A 8:00  B 8:10")
        let storage = service.storage
        let noted = Mutex<FeedLedger?>(nil)
        service.importing = { _ async throws(FeedRefresh.Failure) in
            noted.withLock { $0 = storage.read() }
            throw FeedRefresh.Failure(description: "gone", isUnreachable: false)
        }
        _ = try? await service.refresh()
        // The state that a process leaves behind when it is killed during an import.
        try storage.write(#require(noted.withLock { $0 }))
        imports.value.withLock { $0 = 0 }
        _ = try? await refresh("https://a/town.zip").refresh()
        #expect(imports.value.withLock { $0 } == 0)
        #expect(try trips() == ["red-1"])
    }

    @Test func `a server that names another feed makes another network at once`() async throws {
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10")
        try publish("b/town.zip", "blue-1: A 8:00  B 8:10")
        let first = refresh("https://a/gtfs.zip")
        _ = try await first.refresh()
        #expect(first.dueIn > .seconds(80_000))
        let second = refresh("https://b/town.zip")
        #expect(second.dueIn == .zero)
        _ = try await second.refresh()
        #expect(try trips() == ["blue-1"])
        #expect(second.dueIn > .seconds(80_000))
        wait(days: -31)
        #expect(second.dueIn == .zero, "the clock was a month ahead at the last check")
    }

    @Test func `one changed feed is the only one that is read`() async throws {
        let service = refresh("a=https://a/gtfs.zip", "b=https://b/gtfs.zip")
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10")
        try publish("b/gtfs.zip", "blue-1: A 8:00  B 8:10")
        _ = try await service.refresh()
        try publish("b/gtfs.zip", "blue-2: A 8:00  B 8:10\nblue-3: A 9:00  B 9:10")
        imports.value.withLock { $0 = 0 }
        #expect(try await service.refresh() == .replaced(trips: 3))
        // The changed feed alone, then both together from their compiled networks.
        #expect(imports.value.withLock { $0 } == 2)
        let job = try #require(imports.job.withLock { $0 })
        #expect(job.feeds.allSatisfy { $0.compiled != nil })
        #expect(try trips() == ["a:red-1", "b:blue-2", "b:blue-3"])
        // Another version of the program reads all feeds itself.
        var ledger = service.storage.read()
        ledger.program = "0"
        try service.storage.write(ledger)
        try publish("b/gtfs.zip", "blue-4: A 8:00  B 8:10")
        imports.value.withLock { $0 = 0 }
        _ = try await service.refresh()
        #expect(imports.value.withLock { $0 } == 3)
        #expect(try trips() == ["a:red-1", "b:blue-4"])
    }

    @Test func `a first start without one of several feeds serves the others and says so`()
        async throws
    {
        let service = refresh("a=https://a/gtfs.zip", "b=https://b/gtfs.zip")
        try publish("b/gtfs.zip", "blue-1: A 8:00  B 8:10")
        #expect(try await service.refresh() == .replaced(trips: 1))
        #expect(service.storage.read().failures == 1)
        let advice = FeedAdvice(service.settings.feeds, network: path)
        #expect(advice.absent()?.contains("'a'") == true)
        #expect(advice.sentences().first?.contains("404") == true)
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10")
        #expect(try await service.refresh() == .replaced(trips: 2))
        #expect(try trips() == ["a:red-1", "b:blue-1"])
        #expect(advice.absent() == nil && advice.sentences().isEmpty)
        // A lost network is made again of the kept feeds.
        publisher.state.withLock { $0.files = [:] }
        try FileManager.default.removeItem(atPath: path)
        #expect(try await service.refresh() == .replaced(trips: 2))
        // Without any feed it is still a failure.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.removeItem(atPath: path + ".feeds")
        await #expect(throws: FeedRefresh.Failure.self) { try await service.refresh() }
    }

    @Test func `a feed that cannot be joined is left out, and the others are served`() async throws
    {
        var service = refresh(
            "a=https://a/gtfs.zip", "b=https://b/gtfs.zip", "c=https://c/gtfs.zip")
        for (name, trip) in ["a": "red-1", "b": "blue-1", "c": "green-1"] {
            try publish("\(name)/gtfs.zip", "\(trip): A 8:00  B 8:10")
        }
        let importing = service.importing
        // 1 if the feed b is read from its file, 2 if it is not.
        let fault = Mutex(2)
        service.importing = { job async throws(FeedRefresh.Failure) in
            let isThere = job.feeds.contains {
                $0.id == "b" && ($0.compiled != nil || fault.withLock { $0 } == 2)
            }
            guard job.feeds.count == 1 || !isThere || fault.withLock({ $0 }) == 0 else {
                throw FeedRefresh.Failure(description: "It ended by a fault.", isUnreachable: false)
            }
            try await importing(job)
        }
        #expect(try await service.refresh() == .replaced(trips: 2))
        #expect(try trips() == ["a:red-1", "c:green-1"])
        let advice = FeedAdvice(service.settings.feeds, network: path)
        #expect(advice.sentences().first?.contains("b/gtfs.zip' can be used alone") == true)
        #expect(advice.absent()?.contains("'b'") == true)
        fault.withLock { $0 = 1 }
        #expect(try await service.refresh(isWanted: true) == .replaced(trips: 3))
        #expect(try trips() == ["a:red-1", "b:blue-1", "c:green-1"])
        #expect(advice.sentences().isEmpty)
        // Versions already served stay: the newest version is refused, and another feed's is used.
        fault.withLock { $0 = 0 }
        try publish("b/gtfs.zip", "blue-2: A 8:00  B 8:10")
        _ = try await service.refresh()
        fault.withLock { $0 = 2 }
        try publish("a/gtfs.zip", "red-2: A 8:00  B 8:10")
        await #expect(throws: FeedRefresh.Failure.self) { try await service.refresh() }
        #expect(try trips() == ["a:red-1", "b:blue-2", "c:green-1"])
    }

    @Test func `kept ids are those of the feed that was there first, and it stays the first`()
        async throws
    {
        try publish("a/gtfs.zip", "red-1: A 8:00  B 8:10")
        try publish("b/town.zip", "red-1: A 9:00  B 9:10")
        _ = try await refresh("https://b/town.zip").refresh()
        let both = refresh("https://a/gtfs.zip", "https://b/town.zip")
        #expect(try await both.refresh() == .replaced(trips: 2))
        var network = try Timetable(path: path)
        let trip = try #require(network.keptTrip("red-1"))
        #expect(network.trips.id(trip) == "town:red-1")
        let stop = try #require(network.keptStop("A"))
        #expect(network.stops.id(stop) == "town:A" && network.lastingID(of: stop) == "A")
        #expect(network.keptRoute("red").map(network.routes.id) == "town:red")
        #expect(network.keptStop("gtfs:A").map(network.stops.id) == "gtfs:A")
        _ = try await refresh("https://b/town.zip").refresh()
        network = try Timetable(path: path)
        #expect(network.keptTrip("town:red-1").map(network.trips.id) == "red-1")
        #expect(network.keptStop("town:B").map(network.stops.id) == "B")
        #expect(network.otherSpellings(of: "B", in: FeedIndex(0)) == ["town:B"])
    }

    @Test func `a feed whose trips' ids change from version to version is reported`() async throws {
        let service = refresh("https://a/town.zip")
        func drawing(_ name: String) -> String {
            (0..<30).map { "red-\(name)\($0): A \(6 + $0 / 2):00  B \(6 + $0 / 2):10" }
                .joined(separator: "\n")
        }
        let advice = FeedAdvice(service.settings.feeds, network: path)
        try publish("a/town.zip", drawing("x"))
        _ = try await service.refresh()
        try publish("a/town.zip", drawing("x") + "\nred-new: A 23:00  B 23:10")
        _ = try await service.refresh()
        #expect(advice.sentences().isEmpty)
        try publish("a/town.zip", drawing("y"))
        _ = try await service.refresh()
        #expect(advice.sentences().first?.contains("0 % of them stayed") == true)
        // An entirely different timetable is not reported.
        try publish("a/town.zip", drawing("z").replacing("red", with: "blue"))
        _ = try await service.refresh()
        #expect(advice.sentences().isEmpty)
    }
}
