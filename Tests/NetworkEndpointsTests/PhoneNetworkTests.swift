import ClockTesting
import Crypto
import FolderTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import Timetables
import TransitModel
import TransitTesting

import WebServer
@testable import HTTPServing
@testable import NetworkEndpoints

/// A server that offers its network to phones, on 4 May 2026.
private struct Scene {
    let folder = TemporaryFolder()
    let clock: ManualWallClock
    let timetable: Timetable
    let phone: PhoneNetwork
    private let keeping: PhoneNetwork.Keeping

    init(
        year: String = "2026", trips: String = "red-1: A 8:00  B 8:10\nblue-1: B 9:00  A 9:30",
        stops: String? = nil, regionsFrom: Int = 6_000_000
    ) throws {
        var feed = TextFeed(trips)
        if let stops { feed.files["stops.txt"] = stops }
        timetable = try feed.compiled()
        var keeping = PhoneNetwork.Keeping(folder: folder.path)
        keeping.regionsFrom = regionsFrom
        self.keeping = keeping
        let day = try #require(ServiceDay("\(year)0504"))
        clock = ManualWallClock(timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: day))
        phone = PhoneNetwork(
            timetable, keeping, clock: clock, logger: Logger(label: "test"))
    }

    /// Two towns, and a line between them; regions are offered of any size.
    static func towns(_ more: String = "") throws -> Scene {
        try Scene(
            trips: """
                red-1: A 8:00  B 8:10
                red-2: A 9:00  B 9:10
                red-3: A 10:00  B 10:10
                blue-1: C 8:00  D 8:10
                blue-2: C 9:00  D 9:10
                """ + more,
            stops: """
                stop_id,stop_name,stop_lat,stop_lon
                A,Anker,47,8
                B,Berg,47.01,8
                C,Cafe,48,8
                D,Dorf,48.01,8
                """, regionsFrom: 0)
    }

    /// Starts a server with the same data folder, of the same network or another one.
    func started(with timetable: Timetable? = nil) -> PhoneNetwork {
        PhoneNetwork(
            timetable ?? self.timetable, keeping, clock: clock, logger: Logger(label: "test"))
    }

    /// Returns the number of the stored file on the disk, which a file that is written again does
    /// not have.
    func fileNumber() throws -> UInt64 {
        let path = try folder.path("phone/" + #require(names().first))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.systemFileNumber] as? UInt64)
    }

    func get(
        _ address: String? = nil, _ headers: [HTTPField.Name: String] = [:]
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        for (name, value) in headers { fields[name] = value }
        let sent = fields
        let router = WebServer.router([PhoneNetworkEndpoints(phone)])
        let uri = address ?? phone.answer?.address ?? "/api/v1/network/file"
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: uri, method: .get, headers: sent)
        }
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("phone")).sorted()
    }
}

@Suite struct PhoneNetworkTests {
    @Test func `nothing is offered before the file is written`() async throws {
        let scene = try Scene()
        #expect(scene.phone.answer == nil)
        #expect(try await scene.get().status == .notFound)
    }

    @Test func `what is offered is the file that is served`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let offer = try #require(scene.phone.answer)
        let response = try await scene.get()
        #expect(response.status == .ok)
        #expect(response.headers[.eTag] == "\"\(offer.digest)\"")
        let bytes = Array(response.body.readableBytesView)
        #expect(bytes.count == offer.bytes)
        #expect(
            SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined() == offer.digest)
        #expect("\(offer.firstDay) \(offer.lastDay)" == "2026-05-04 2026-05-24")
        let opened = try Timetable(
            checking: NetworkFile(bytes: NetworkBytes(copying: bytes), name: "phone"))
        #expect(opened.services.firstDay == offer.firstDay.advanced(by: -1))
        #expect(opened.trips.count == 2)
    }

    @Test func `a file that cannot be put in its place leaves no draft behind`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let name = try #require(try scene.names().first { !$0.hasSuffix(".gz") })
        let path = scene.folder.path("phone/" + name)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.removeItem(atPath: path + ".gz")
        // No file replaces a folder that is not empty.
        try FileManager.default.createDirectory(
            atPath: path + "/x", withIntermediateDirectories: true)
        let again = scene.started()
        await again.makeIfDue()
        #expect(again.answer == nil)
        #expect(try scene.names() == [name])
    }

    @Test func `the whole file is compressed, parts of it are not`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let offer = try #require(scene.phone.answer)
        let whole = try await scene.get()
        // The address of a digest never means another file.
        #expect(whole.headers[.cacheControl] == "public, max-age=31536000, immutable")
        let newest = try await scene.get("/api/v1/network/file")
        #expect(newest.headers[.cacheControl] == "no-cache" && newest.body == whole.body)
        let packed = try await scene.get(nil, [.acceptEncoding: "gzip"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.headers[.vary] == "Accept-Encoding")
        #expect(packed.body.readableBytes == offer.compressedBytes)
        #expect(offer.compressedBytes < offer.bytes)
        let rest = try await scene.get(nil, [.acceptEncoding: "gzip", .range: "bytes=1000-"])
        #expect(rest.status == .partialContent)
        #expect(rest.headers[.contentEncoding] == nil)
        #expect(rest.headers[.contentRange] == "bytes 1000-\(offer.bytes - 1)/\(offer.bytes)")
        #expect(rest.body == whole.body.getSlice(at: 1000, length: offer.bytes - 1000))
        let beyond = try await scene.get(nil, [.range: "bytes=\(offer.bytes)-"])
        #expect(beyond.status == .rangeNotSatisfiable)
        let known = try await scene.get(nil, [.ifNoneMatch: "\"\(offer.digest)\""])
        #expect(known.status == .notModified)
    }

    @Test func `the file stays the same for a week`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let first = try #require(scene.phone.answer)
        for _ in 1...6 {
            scene.clock.advance(bySeconds: 86_400)
            await scene.phone.makeIfDue()
            #expect(scene.phone.answer?.digest == first.digest)
        }
    }

    @Test func `a new week has a new file, and the address of the old one is gone`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let old = try #require(scene.phone.answer)
        scene.clock.advance(bySeconds: 7 * 86_400)
        await scene.phone.makeIfDue()
        let new = try #require(scene.phone.answer)
        #expect(new.firstDay == old.firstDay.advanced(by: 7))
        #expect(try await scene.get(old.address).status == .notFound)
        #expect(try await scene.get(new.address).status == .ok)
        let names = try scene.names().filter { $0.contains(new.digest) && !$0.contains("-from-") }
        #expect(names.count == 2 && names[0].hasSuffix("-" + new.digest))
        #expect(names[1] == names[0] + ".gz")
    }

    @Test func `a new week is offered as its difference from the weeks before`() async throws {
        let scene = try Scene()
        var files: [String: [UInt8]] = [:]
        for _ in 1...5 {
            await scene.phone.makeIfDue()
            let offer = try #require(scene.phone.answer)
            #expect(offer.differences.count == min(3, files.count))
            for difference in offer.differences {
                let old = try #require(files[difference.from])
                let response = try await scene.get(difference.address)
                let bytes = Array(response.body.readableBytesView)
                #expect(bytes.count == difference.bytes)
                let made = try FileDifferenceTests.applied(bytes, to: old)
                #expect(SHA256.hash(data: made).hexText == offer.digest)
                let packed = try await scene.get(difference.address, [.acceptEncoding: "gzip"])
                #expect(packed.headers[.contentEncoding] == "gzip")
                #expect(packed.body.readableBytes == difference.compressedBytes)
                #expect(difference.compressedBytes * 2 <= offer.compressedBytes)
            }
            files[offer.digest] = Array(try await scene.get().body.readableBytesView)
            scene.clock.advance(bySeconds: 7 * 86_400)
        }
        let other = String(repeating: "0", count: 64)
        let gone = try await scene.get("/api/v1/network/file?from=\(other)")
        #expect(gone.status == .notFound)
    }

    @Test func `another network is offered as a difference, also after a restart`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let old = try #require(scene.phone.answer)
        let other = try Scene(trips: "red-1: A 8:00  B 8:11\nblue-1: B 9:00  A 9:30").timetable
        let next = scene.started(with: other)
        await next.makeIfDue()
        let offer = try #require(next.answer)
        #expect(offer.differences.map(\.from) == [old.digest])
        let again = scene.started(with: other)
        await again.makeIfDue()
        let difference = try #require(again.answer?.differences.first)
        #expect(difference.from == old.digest)
        #expect(difference.address == offer.differences[0].address)
        #expect(difference.compressedBytes == offer.differences[0].compressedBytes)
    }

    @Test func `no difference is made from a damaged file`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let path = try scene.folder.path("phone/" + #require(scene.names().first))
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: path))
        scene.clock.advance(bySeconds: 7 * 86_400)
        await scene.phone.makeIfDue()
        #expect(scene.phone.answer?.differences.isEmpty == true)
    }

    @Test func `a network whose days are over is not offered`() async throws {
        let scene = try Scene(year: "2028")
        await scene.phone.makeIfDue()
        #expect(scene.phone.answer == nil)
    }

    @Test func `a week without runs is looked at once`() async throws {
        let scene = try Scene(year: "2028")
        #expect(await scene.phone.makeIfDue())
        #expect(await !scene.phone.makeIfDue())
        scene.clock.advance(bySeconds: 7 * 86_400)
        #expect(await scene.phone.makeIfDue())
    }

    @Test func `a server that starts again offers the stored file`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let number = try scene.fileNumber()
        let again = scene.started()
        await again.makeIfDue()
        #expect(try scene.fileNumber() == number)
        let (offer, before) = try (#require(again.answer), #require(scene.phone.answer))
        #expect(offer.digest == before.digest && offer.address == before.address)
        #expect(offer.bytes == before.bytes && offer.compressedBytes == before.compressedBytes)
        #expect(offer.firstDay == before.firstDay && offer.lastDay == before.lastDay)
    }

    @Test func `a stored file that is damaged or without its compressed form is written again`()
        async throws
    {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let path = try scene.folder.path("phone/" + #require(scene.names().first))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.dropLast().write(to: URL(fileURLWithPath: path))
        let second = scene.started()
        await second.makeIfDue()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        try FileManager.default.removeItem(atPath: path + ".gz")
        let third = scene.started()
        await third.makeIfDue()
        #expect(third.answer != nil)
        #expect(FileManager.default.fileExists(atPath: path + ".gz"))
    }

    @Test func `a file that the server of the next network removed is offered no more`()
        async throws
    {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        let old = try #require(scene.phone.answer)
        let next = scene.started(with: try Scene(trips: "red-1: A 8:00  B 8:11").timetable)
        await next.makeIfDue()
        #expect(next.answer != nil)
        #expect(scene.phone.answer == nil)
        #expect(try await scene.get(old.address).status == .notFound)
        // The old network is served again: its file is made, and the other one is removed.
        #expect(await scene.phone.makeIfDue())
        #expect(scene.phone.answer?.digest == old.digest)
        #expect(next.answer == nil)
        #expect(await next.makeIfDue())
        #expect(next.answer != nil)
    }

    // MARK: - Regions

    @Test func `a small network has no regions`() async throws {
        let scene = try Scene()
        await scene.phone.makeIfDue()
        #expect(try #require(scene.phone.answer).regions.isEmpty)
    }

    @Test func `the file of a region has its lines only`() async throws {
        let scene = try Scene.towns()
        await scene.phone.makeIfDue()
        let offer = try #require(scene.phone.answer)
        // The other town has three of five runs, so a file of it saves too little.
        let region = try #require(offer.regions.first)
        #expect(offer.regions.count == 1 && region.name == "Cafe")
        let bytes = Array(try await scene.get(region.file.address).body.readableBytesView)
        #expect(bytes.count == region.file.bytes && bytes.count < offer.bytes)
        #expect(SHA256.hash(data: bytes).hexText == region.file.digest)
        let opened = try Timetable(
            checking: NetworkFile(bytes: NetworkBytes(copying: bytes), name: "phone"))
        #expect(opened.trips.count == 2)
        #expect(opened.stops.indices.map(opened.stops.id) == ["C", "D"])
        #expect(opened.stops.find(id: "C") != nil && opened.stops.find(id: "A") == nil)
    }

    @Test func `a region's next week is offered as its difference from that region`() async throws {
        let scene = try Scene.towns()
        await scene.phone.makeIfDue()
        let old = try #require(scene.phone.answer?.regions.first?.file)
        let bytes = Array(try await scene.get(old.address).body.readableBytesView)
        scene.clock.advance(bySeconds: 7 * 86_400)
        await scene.phone.makeIfDue()
        let offer = try #require(scene.phone.answer)
        let new = try #require(offer.regions.first?.file)
        #expect(offer.differences.map(\.from) != [old.digest])
        let difference = try #require(new.differences.first)
        #expect(difference.from == old.digest && new.differences.count == 1)
        let response = try await scene.get(difference.address)
        let made = try FileDifferenceTests.applied(
            Array(response.body.readableBytesView), to: bytes)
        #expect(SHA256.hash(data: made).hexText == new.digest)
        #expect(try await scene.get(old.address).status == .notFound)
    }

    @Test func `a server that starts again offers the stored regions`() async throws {
        let scene = try Scene.towns()
        await scene.phone.makeIfDue()
        let names = try scene.names()
        let again = scene.started()
        await again.makeIfDue()
        #expect(try scene.names() == names)
        let (offer, before) = try (#require(again.answer), #require(scene.phone.answer))
        #expect(offer.digest == before.digest)
        #expect(offer.regions.map(\.file.digest) == before.regions.map(\.file.digest))
        #expect(offer.regions.map(\.file.bytes) == before.regions.map(\.file.bytes))
    }

    @Test func `the files of a region that is not offered any more are removed`() async throws {
        let scene = try Scene.towns()
        await scene.phone.makeIfDue()
        let next = scene.started(with: try Scene().timetable)
        await next.makeIfDue()
        #expect(try scene.names().allSatisfy { !$0.contains("around") })
    }

    @Test func `without an engine there is no file`() async throws {
        let router = WebServer.router([PhoneNetworkEndpoints(nil)])
        let response = try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/api/v1/network/file", method: .get)
        }
        #expect(response.status == .notFound)
    }
}
