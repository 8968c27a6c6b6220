import Foundation
import Synchronization
import Testing

@testable import Diary

/// A credential that may do more than put objects is reported.
@Suite struct ExcessTests {
    private func writer(
        _ log: Requests, status: @escaping @Sendable (StorageRequest) -> Int
    ) throws -> BucketWriter {
        let address = try #require(
            BucketAddress(
                endpoint: "http://store.example", bucket: "diary", region: "x", style: .path))
        let credentials = try #require(
            StorageCredentials(file: "aws_access_key_id = a\naws_secret_access_key = b\n"))
        return BucketWriter(
            address, credentials: credentials, now: { Date(timeIntervalSince1970: 0) }
        ) { request in
            log.all.withLock { $0.append("\(request.method) \(request.url)") }
            return StorageAnswer(
                status: status(request), entityTag: nil, serverTime: nil, body: Data())
        }
    }

    private final class Requests: Sendable {
        let all = Mutex<[String]>([])
    }

    @Test func `what is refused is as it should be, and what is not is reported`() async throws {
        let log = Requests()
        let narrow = try writer(log) { $0.method == "PUT" ? 200 : 403 }
        #expect(try await narrow.excess(probe: "takt-doctor/1") == [])
        #expect(
            log.all.withLock { $0 } == [
                "PUT http://store.example/diary/takt-doctor/1",
                "GET http://store.example/diary/?list-type=2&max-keys=1",
                "GET http://store.example/diary/takt-doctor/1",
                "DELETE http://store.example/diary/takt-doctor/1",
            ])
        let reading = try writer(Requests()) { request in
            request.method == "DELETE" || request.url.contains("list-type") ? 403 : 200
        }
        #expect(try await reading.excess(probe: "takt-doctor/1") == [.read])
        let wide = try writer(Requests()) { $0.method == "DELETE" ? 204 : 200 }
        #expect(try await wide.excess(probe: "takt-doctor/1") == [.list, .read, .delete])
    }

    @Test func `a credential that cannot even put is an error`() async throws {
        let none = try writer(Requests()) { _ in 403 }
        await #expect(throws: StorageError.refused(status: 403, code: nil)) {
            try await none.excess(probe: "takt-doctor/1")
        }
    }
}
