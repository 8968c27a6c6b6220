import ClockTesting
import ExtractDrawing
import FolderTesting
import Foundation
import GTFSImport
import HTTPFetching
import Logging
import StreetsFile
import Synchronization
import Testing
import TransitModel
import TransitTesting

@testable import TaktApp

/// The streets are kept up to date with their extracts; usable ones are never replaced by unusable
/// ones.
@Suite struct StreetsRefreshTests {
    private let folder = TemporaryFolder()
    private let clock = ManualWallClock(UnixTime(seconds: 1_795_435_200))
    private let world = World()

    /// What the server of the extracts publishes, and the imports so far.
    private final class World: Sendable {
        let published = Mutex<[UInt8]?>(DrawnVillages.bytes())
        let imports = Mutex(0)
    }

    private var path: String { folder.path("town.streets") }

    private func refresher(network: String = "none.takt") -> StreetsRefresh {
        let settings = StreetsRefresh.Settings(
            extracts: [FeedReference(place: "https://maps.example/town.osm.pbf?key=1")],
            every: .seconds(86_400), path: path, network: folder.path(network))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var refresh = StreetsRefresh(settings, clock: clock, logger: logger)
        refresh.download = { [world] request, path async throws(FetchError) in
            guard let bytes = world.published.withLock({ $0 }) else {
                throw .status(404, retryAfter: nil)
            }
            let tag = "\(bytes.count)"
            if request.validators.entityTag == tag { return .notModified }
            guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
                throw .interrupted
            }
            return .content(
                (),
                FetchInfo(
                    url: request.url, byteCount: bytes.count, contentType: nil,
                    validators: FetchValidators(entityTag: tag)))
        }
        refresh.importing = { [world] job async throws(FeedRefresh.Failure) in
            world.imports.withLock { $0 += 1 }
            do { try job.run() } catch {
                throw FeedRefresh.Failure(description: "\(error)", isUnreachable: false)
            }
        }
        return refresh
    }

    private func isWholeFile() throws -> Bool {
        try ServedStreets(path: path).metadata.counts["addresses"] == 4
    }

    @Test func `the file is made, and made again only when the extract changed`() async throws {
        let refresh = refresher()
        #expect(refresh.dueIn <= .zero)
        #expect(try await refresh.refresh())
        #expect(try isWholeFile())
        #expect(refresh.dueIn == .seconds(86_400))
        let now = clock.now()
        clock.set(now.advanced(bySeconds: -31 * 86_400))
        #expect(refresh.dueIn == .zero, "the clock was a month ahead at the last check")
        clock.set(now)
        #expect(try await refresh.refresh() == false)
        #expect(world.imports.withLock { $0 } == 1)
        // A block of an unknown type, which readers skip.
        world.published.withLock {
            $0 = DrawnVillages.bytes() + DrawnExtract.blob("Other", message: [])
        }
        #expect(try await refresh.refresh())
        #expect(world.imports.withLock { $0 } == 2)
    }

    @Test func `streets that fail half-way leave no draft behind`() async throws {
        var refresh = refresher()
        refresh.importing = { job async throws(FeedRefresh.Failure) in
            _ = FileManager.default.createFile(atPath: job.output, contents: Data("half".utf8))
            throw FeedRefresh.Failure(description: "It failed.", isUnreachable: false)
        }
        await #expect(throws: FeedRefresh.Failure.self) { try await refresh.refresh() }
        #expect(try folder.names() == ["town.streets.extracts"])
    }

    @Test func `a file that is gone is made of the kept extract`() async throws {
        let refresh = refresher()
        #expect(try await refresh.refresh())
        try FileManager.default.removeItem(atPath: path)
        #expect(try await refresh.refresh())
        #expect(try isWholeFile())
    }

    @Test func `an extract that cannot be used replaces nothing`() async throws {
        let refresh = refresher()
        #expect(try await refresh.refresh())
        world.published.withLock { $0 = Array("<html>Gone</html>".utf8) }
        let failure = await #expect(throws: FeedRefresh.Failure.self) {
            try await refresh.refresh()
        }
        #expect(
            failure?.description
                == "'https://maps.example/town.osm.pbf' is not an OpenStreetMap extract in PBF "
                + "(expected a file like city.osm.pbf).")
        #expect(try isWholeFile())
        #expect(ExtractStorage(streets: path).read().trouble == failure?.description)
        // Earlier than the configured interval.
        #expect(refresh.dueIn == FeedRefresh.pause(after: 1))
        world.published.withLock { $0 = DrawnVillages.bytes() }
        _ = try await refresh.refresh()
        #expect(ExtractStorage(streets: path).read().trouble == nil)
    }

    @Test func `a first extract that cannot be used is tried again after a pause`() async throws {
        let refresh = refresher()
        world.published.withLock { $0 = Array("<html>Gone</html>".utf8) }
        await #expect(throws: FeedRefresh.Failure.self) { try await refresh.refresh() }
        #expect(refresh.dueIn == FeedRefresh.pause(after: 1))
        await #expect(throws: FeedRefresh.Failure.self) { try await refresh.refresh() }
        #expect(refresh.dueIn == FeedRefresh.pause(after: 2))
        world.published.withLock { $0 = DrawnVillages.bytes() }
        #expect(try await refresh.refresh())
        #expect(refresh.dueIn == .seconds(86_400))
    }

    @Test
    func `nothing is fetched while the disk is full, and the streets are made once it has room`()
        async throws
    {
        var refresh = refresher()
        refresh.hasRoom = { _ in false }
        let failure = await #expect(throws: FeedRefresh.Failure.self) {
            try await refresh.refresh()
        }
        #expect(failure?.description.hasSuffix("is full; make room.") == true)
        #expect(try folder.names() == ["town.streets.extracts"])
        #expect(ExtractStorage(streets: path).read() == ExtractLedger())
        #expect(refresh.dueIn == .zero)
        refresh.hasRoom = { _ in true }
        #expect(try await refresh.refresh())
    }

    @Test func `streets that could not be written are made a pause later`() async throws {
        var refresh = refresher()
        let importing = refresh.importing
        refresh.importing = { _ throws(FeedRefresh.Failure) in throw .notWritten("Full.") }
        for _ in 0..<3 {
            await #expect(throws: FeedRefresh.Failure.self) { try await refresh.refresh() }
            #expect(refresh.dueIn == FeedRefresh.pause(after: 1))
        }
        refresh.importing = importing
        #expect(try await refresh.refresh())
    }

    @Test func `an unreachable server replaces nothing`() async throws {
        let refresh = refresher()
        #expect(try await refresh.refresh())
        world.published.withLock { $0 = nil }
        let failure = await #expect(throws: FeedRefresh.Failure.self) {
            try await refresh.refresh()
        }
        #expect(failure?.isUnreachable == true)
        #expect(try isWholeFile())
    }

    @Test func `an extract from elsewhere is refused`() async throws {
        let timetable = folder.path("net.takt")
        _ = try TextFeed("red-1: A 8:00  B 8:05").withFolder { feed in
            try NetworkImport([.init(path: feed)]).write(to: timetable)
        }
        let failure = await #expect(throws: FeedRefresh.Failure.self) {
            try await refresher(network: "net.takt").refresh()
        }
        #expect(failure?.description.contains("shows nothing within 10 km") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
