import Foundation
import Persistence
import PostgresTesting
import Synchronization
import Testing

@testable import Diary

/// A storage in memory that checks requests and can be made to fail.
private final class MemoryStore: Sendable {
    struct State {
        var objects: [String: Data] = [:]
        var parts: [String: [Int: Data]] = [:]
        var requests: [StorageRequest] = []
        /// The outcomes of the next requests; nil for a normal response.
        var troubles: [Trouble] = []
    }

    enum Trouble {
        case status(Int, String)
        case lostBefore
        case lostAfter
        case skewed
    }

    struct Lost: Error, CustomStringConvertible { let description = "The store is away." }

    let state = Mutex(State())
    let now: Date

    init(now: Date) { self.now = now }

    func answer(_ request: StorageRequest) throws -> StorageAnswer {
        try state.withLock { state in
            state.requests.append(request)
            let trouble = state.troubles.isEmpty ? nil : state.troubles.removeFirst()
            func answer(_ status: Int, _ body: String = "", tag: String? = nil) -> StorageAnswer {
                StorageAnswer(
                    status: status, entityTag: tag, serverTime: now, body: Data(body.utf8))
            }
            switch trouble {
            case .lostBefore: throw Lost()
            case .status(let status, let code):
                return answer(status, "<Error><Code>\(code)</Code></Error>")
            case .skewed:
                return answer(403, "<Error><Code>RequestTimeTooSkewed</Code></Error>")
            case .lostAfter, nil: break
            }
            let parts = request.url.split(separator: "?", maxSplits: 1)
            let key = String(parts[0])
            let query = parts.count > 1 ? String(parts[1]) : ""
            var result = answer(200)
            if request.method == "POST", query == "uploads=" {
                result = answer(200, "<R><UploadId>a&amp;b</UploadId></R>")
            } else if request.method == "POST" {
                let all = state.parts[key] ?? [:]
                state.objects[key] = all.sorted { $0.key < $1.key }.reduce(Data()) { $0 + $1.value }
            } else if query.hasPrefix("partNumber=") {
                let number = Int(query.dropFirst(11).prefix { $0 != "&" }) ?? 0
                state.parts[key, default: [:]][number] = request.body
                result = answer(200, tag: "\"\(number)\"")
            } else if state.objects[key] != nil {
                result = answer(412)
            } else {
                state.objects[key] = request.body
            }
            if case .lostAfter = trouble { throw Lost() }
            return result
        }
    }
}

@Suite struct UploaderTests {
    private let store = MemoryStore(now: Date(timeIntervalSince1970: 1_800_000_000))
    private let schema = RecordSchema(
        name: "uploads", applicationID: 77,
        steps: [
            .init("uploads", sqlite: UploadLedger.inSQLite, postgres: UploadLedger.inPostgres)
        ], tables: [UploadLedger.table])

    private func file(_ places: StorePlaces) throws -> RecordStore {
        try RecordStore(places.place("uploads"), schema: schema)
    }

    private func writer(
        behindSeconds: Double = 0, exchange: StorageExchange? = nil
    ) throws -> BucketWriter {
        let address = try #require(
            BucketAddress(
                endpoint: "http://store", bucket: "diary", region: "x", style: .path))
        var limits = BucketWriter.Limits()
        limits.largestWhole = 1000
        limits.partBytes = 300
        let store = store
        return BucketWriter(
            address, credentials: StorageCredentials(accessKeyID: "A", secret: "s"),
            limits: limits, now: { store.now.addingTimeInterval(-behindSeconds) },
            exchange: exchange ?? { try store.answer($0) })
    }

    private func uploader(_ file: RecordStore, behindSeconds: Double = 0) throws -> Uploader {
        Uploader(file, to: try writer(behindSeconds: behindSeconds), jitter: { 0 })
    }

    private func add(_ count: Int, to file: RecordStore) async throws {
        for number in 0..<count {
            try await file.write {
                try UploadLedger.add(
                    Data("\(number)".utf8), key: "k\(number)", owner: 1, $0)
            }
        }
    }

    @Test(arguments: StoreKind.here)
    func `what was stored leaves the ledger, what was not stays, and nothing is sent as a get`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let file = try file(places)
        let uploader = try uploader(file)
        #expect(try await uploader.round() == .idle)
        try await add(3, to: file)
        store.state.withLock { $0.troubles = [.status(503, "SlowDown")] }
        let first = try await uploader.round()
        #expect(
            first
                == .failed("The object store refused (status 503, SlowDown).", stored: 2))
        #expect(try await file.read { try UploadLedger.count($0) } == 1)
        #expect(try await uploader.round() == .stored(1))
        #expect(try await file.read { try UploadLedger.count($0) } == 0)
        let state = store.state.withLock { $0 }
        #expect(state.objects.count == 3)
        #expect(state.requests.allSatisfy { ["PUT", "POST"].contains($0.method) })
        #expect(state.requests.allSatisfy { $0.headers["if-none-match"] == "*" })
    }

    @Test(arguments: StoreKind.here)
    func `an acknowledgement that was lost leaves one object, and the ledger ends empty`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let file = try file(places)
        try await add(2, to: file)
        store.state.withLock { $0.troubles = [.lostAfter, .lostBefore] }
        let uploader = try uploader(file)
        #expect(try await uploader.round() == .failed("The store is away.", stored: 0))
        #expect(try await uploader.round() == .stored(2))
        #expect(store.state.withLock { $0.objects.count } == 2)
    }

    @Test(arguments: StoreKind.here)
    func `an upload of somebody who withdraws is stopped, and counts as no failure`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let file = try file(places)
        try await add(1, to: file)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let hanging = try writer { _ in
            begin.yield()
            try await Task.sleep(for: .seconds(3600))
            throw MemoryStore.Lost()
        }
        let uploader = Uploader(file, to: hanging, jitter: { 0 })
        async let round = uploader.round()
        for await _ in begun { break }
        try await file.write { try UploadLedger.remove(ownedBy: 1, $0) }
        await uploader.stop(ownedBy: [2, 1])
        #expect(try await round == .stored(0))
        #expect(try await uploader.round() == .idle)
    }

    @Test(arguments: StoreKind.here)
    func `an object of somebody who withdrew since it was read is not sent`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let file = try file(places)
        try await add(1, to: file)
        let entry = try #require(
            try await file.write { try UploadLedger.next(1, upToBytes: 1000, $0) }.first)
        try await file.write { try UploadLedger.remove(ownedBy: entry.owner, $0) }
        guard case .stopped = await (try uploader(file)).upload(entry) else {
            Issue.record("the object was sent")
            return
        }
        #expect(store.state.withLock { $0.requests.isEmpty })
    }

    @Test(arguments: StoreKind.here)
    func `a clock that is a day late follows the store's`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let file = try file(places)
        try await add(1, to: file)
        store.state.withLock { $0.troubles = [.skewed] }
        #expect(try await uploader(file, behindSeconds: 86_400).round() == .stored(1))
        let dates = store.state.withLock { $0.requests.compactMap { $0.headers["x-amz-date"] } }
        #expect(dates == ["20270114T080000Z", "20270115T080000Z"])
    }

    @Test func `large objects go in parts and arrive whole`() async throws {
        let body = Data((0..<1001).map { UInt8(truncatingIfNeeded: $0) })
        try await writer().put(body, as: "large")
        let state = store.state.withLock { $0 }
        #expect(state.objects["http://store/diary/large"] == body)
        #expect(state.requests.count == 6)
        #expect(state.requests[1].url.hasSuffix("partNumber=1&uploadId=a%26b"))
        #expect(
            String(decoding: state.requests[5].body, as: UTF8.self).contains(
                "<PartNumber>4</PartNumber><ETag>&quot;4&quot;</ETag>"))
        #expect(state.requests[5].headers["if-none-match"] == "*")
    }

    @Test(arguments: StoreKind.here)
    func `pauses double up to the longest`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let file = try file(places)
        let uploader = try uploader(file)
        #expect(uploader.backOff(after: 1) == .milliseconds(500))
        #expect(uploader.backOff(after: 4) == .seconds(4))
        #expect(uploader.backOff(after: 60) == .seconds(150))
    }

    @Test(arguments: StoreKind.here.filter { $0 == .server })
    func `two nodes send each object once, and one sends what a killed one had begun`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let file = try file(places)
        try await add(12, to: file)
        let begun = try await file.write { try UploadLedger.next(8, upToBytes: 1000, $0) }
        #expect(begun.count == 8)
        let other = try uploader(try self.file(places))
        #expect(try await other.round() == .stored(4))
        #expect(try await other.round() == .idle)
        // The time for which the objects are claimed has passed.
        try await file.write { _ = try $0.execute("UPDATE uploads SET claimed = 1") }
        #expect(try await other.round() == .stored(8))
        #expect(store.state.withLock { $0.requests.count } == 12)
    }

    @Test(arguments: StoreKind.here)
    func `what an owner withdraws is not sent`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        let file = try file(places)
        try await add(2, to: file)
        try await file.write {
            try UploadLedger.add(Data(), key: "other", owner: 2, $0)
            try UploadLedger.remove(ownedBy: 1, $0)
        }
        #expect(try await uploader(file).round() == .stored(1))
        #expect(
            store.state.withLock { $0.objects.keys.map(\.self) } == ["http://store/diary/other"])
    }
}
