import ClockTesting
import FolderTesting
import Foundation
import GRDB
import Notifications
import Persistence
import Testing
import TransitModel

@testable import TaktApp

/// A data folder can be copied while it is in use, and restored unchanged.
@Suite struct BackupTests {
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "takt-backup-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path + "/data/sub", withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var data: String { path + "/data" }
        var copy: String { path + "/copy" }
    }

    private static let schema = SQLiteSchema(
        name: "notes", applicationID: 4711,
        steps: [
            SQLiteSchema.Step("notes") {
                try $0.execute(sql: "CREATE TABLE note(text TEXT NOT NULL)")
            }
        ])

    private let folder: Folder
    private let now = UnixTime(seconds: 1_777_777_777)

    init() throws { folder = try Folder() }

    private func store() throws -> SQLiteStore {
        try SQLiteStore(path: folder.data + "/notes.sqlite", schema: Self.schema)
    }

    private func write(_ text: String, to store: SQLiteStore) throws {
        try store.writeNow {
            try $0.execute(sql: "INSERT INTO note(text) VALUES (?)", arguments: [text])
        }
    }

    private func texts(in data: String) throws -> [String] {
        let store = try SQLiteStore(
            path: data + "/notes.sqlite", schema: Self.schema, access: .reading)
        return try store.readNow { try String.fetchAll($0, sql: "SELECT text FROM note") }
    }

    private func put(_ text: String, at name: String) throws {
        try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    }

    private func cause(_ work: () throws -> Void) -> DataBackup.Failure.Cause? {
        do {
            try work()
            return nil
        } catch let error as DataBackup.Failure {
            #expect(error.description.hasSuffix("."), "a failure is a sentence: \(error)")
            return error.cause
        } catch {
            Issue.record("unexpected \(error)")
            return nil
        }
    }

    @Test func `data moved into a folder without the key of browsers' messages says so`() throws {
        let folder = TemporaryFolder()
        let sentence = try #require(StoreMove.missingKey(in: folder.path))
        #expect(sentence.hasPrefix("Copy 'push-key.pem'") && sentence.contains(folder.path))
        try folder.write("key", to: "push-key.pem")
        #expect(StoreMove.missingKey(in: folder.path) == nil)
        #expect(StoreMove.missingKey(in: "postgresql://takt@db.example/takt") == nil)
    }

    @Test func `what was written before is in the copy, and the writer goes on`() throws {
        let store = try store()
        try write("before", to: store)
        try put("learnt", at: "data/learnt.bin")
        try put("key", at: "data/sub/key.pem")
        let manifest = try DataBackup.take(of: folder.data, to: folder.copy, at: now)
        try write("after", to: store)
        #expect(manifest.files.map(\.name) == ["learnt.bin", "notes.sqlite", "sub/key.pem"])
        #expect(manifest.taken == now.seconds)
        #expect(try DataBackup.check(folder.copy) == manifest)

        let restored = folder.path + "/restored"
        _ = try DataBackup.restore(folder.copy, to: restored)
        #expect(try texts(in: restored) == ["before"])
        #expect(try String(contentsOfFile: restored + "/sub/key.pem", encoding: .utf8) == "key")
        let mode = try FileManager.default.attributesOfItem(atPath: restored + "/sub/key.pem")
        #expect(mode[.posixPermissions] as? Int == 0o600)
        #expect(try texts(in: folder.data) == ["before", "after"])
        // The copy is an ordinary store.
        let again = try SQLiteStore(path: restored + "/notes.sqlite", schema: Self.schema)
        try write("on", to: again)
    }

    @Test func `messages that waited are not sent from a restored copy, and stay known`()
        async throws
    {
        let address = ChannelAddress.email(try EmailAddress("rider@takt.example"))
        func message(_ id: String) throws -> RiderMessage {
            try RiderMessage(id: id, topic: id, title: "Late", timeToLiveSeconds: 3600)
        }
        let clock = ManualWallClock(now)
        let outbox = try Outbox(path: folder.data + "/outbox.sqlite", clock: clock)
        #expect(try await outbox.add(message("a"), to: address) == .queued)
        #expect(try await outbox.add(message("b"), to: address) == .queued)
        _ = try DataBackup.take(of: folder.data, to: folder.copy, at: now)
        #expect(try await outbox.counts().waiting == 2, "the server goes on")

        let restored = try DataBackup.restore(folder.copy, to: folder.path + "/restored")
        #expect(restored.endedMessages == 2)
        let again = try Outbox(path: folder.path + "/restored/outbox.sqlite", clock: clock)
        #expect(try await again.counts().waiting == 0)
        #expect(try await again.add(message("a"), to: address) == .known)
        #expect(try await again.add(message("c"), to: address) == .queued)
        #expect(try DataBackup.check(folder.copy).files.map(\.name) == ["outbox.sqlite"])
    }

    @Test func `a copy that was changed, cut or robbed of a file is refused`() throws {
        try write("note", to: try store())
        try put("learnt", at: "data/learnt.bin")
        _ = try DataBackup.take(of: folder.data, to: folder.copy, at: now)
        let restored = folder.path + "/restored"
        for (name, content) in [
            ("learnt.bin", "learnT"), ("learnt.bin", "lear"), ("learnt.bin", nil),
            ("backup.json", "{}"), ("backup.json", #"{"form":2,"takt":"9","taken":0,"files":[]}"#),
            (
                "backup.json",
                #"{"form":1,"takt":"1","taken":0,"files":[{"name":"../x","bytes":0,"sha256":""}]}"#
            ),
        ] {
            let path = folder.copy + "/" + name
            let good = try Data(contentsOf: URL(fileURLWithPath: path))
            try FileManager.default.removeItem(atPath: path)
            if let content { try put(content, at: "copy/" + name) }
            #expect(cause { _ = try DataBackup.restore(folder.copy, to: restored) } == .damaged)
            #expect(!FileManager.default.fileExists(atPath: restored), "nothing half is left")
            try good.write(to: URL(fileURLWithPath: path))
        }
        _ = try DataBackup.restore(folder.copy, to: restored)
    }

    @Test func `nothing is overwritten, and what is missing is reported`() throws {
        try put("learnt", at: "data/learnt.bin")
        _ = try DataBackup.take(of: folder.data, to: folder.copy, at: now)
        #expect(
            cause { _ = try DataBackup.take(of: folder.data, to: folder.copy, at: now) }
                == .notWritten)
        #expect(cause { _ = try DataBackup.restore(folder.copy, to: folder.data) } == .notWritten)
        #expect(
            try String(contentsOfFile: folder.data + "/learnt.bin", encoding: .utf8) == "learnt")
        #expect(cause { _ = try DataBackup.check(folder.path + "/none") } == .missing)
        #expect(
            cause {
                _ = try DataBackup.take(of: folder.path + "/none", to: folder.path + "/c", at: now)
            }
                == .missing)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/c"))
    }

    @Test func `a folder that is there is filled, as disks and volumes cannot be replaced`() throws
    {
        try put("learnt", at: "data/learnt.bin")
        let files = FileManager.default
        func number(_ path: String) throws -> Int? {
            try files.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        }
        // What a new disk has, and what an interrupted run left.
        for name in ["copy", "again"] {
            try files.createDirectory(
                atPath: "\(folder.path)/\(name)/lost+found", withIntermediateDirectories: true)
            try files.createDirectory(
                atPath: "\(folder.path)/\(name)/.partial/half", withIntermediateDirectories: true)
        }
        let again = folder.path + "/again"
        let before = [try number(folder.copy), try number(again)]
        _ = try DataBackup.take(of: folder.data + "/", to: folder.copy + "/", at: now)
        #expect(FolderDraft.isUnfinished(again))
        _ = try DataBackup.restore(folder.copy, to: again + "//")
        #expect([try number(folder.copy), try number(again)] == before)
        #expect(
            try files.contentsOfDirectory(atPath: again).sorted() == ["learnt.bin", "lost+found"])
        #expect(!FolderDraft.isUnfinished(again))
    }

    @Test func `a slash at the end of a folder's name changes nothing`() throws {
        try put("learnt", at: "data/learnt.bin")
        _ = try DataBackup.take(of: folder.data + "/", to: folder.copy + "/", at: now)
        #expect(try DataBackup.check(folder.copy + "/").files.map(\.name) == ["learnt.bin"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "copy", "data",
            ])
    }

    @Test func `a backup within the data folder is refused, also by a link`() throws {
        try put("learnt", at: "data/learnt.bin")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.data + "/sub")
        for name in ["data/copy", "data/sub/../copy", "link/deep/copy", "data"] {
            let copy = folder.path + "/" + name
            #expect(
                cause { _ = try DataBackup.take(of: folder.data, to: copy, at: now) } == .notWritten
            )
        }
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.data).sorted()
        #expect(left == ["learnt.bin", "sub"])
        // A neighbour whose name begins in the same way is elsewhere.
        _ = try DataBackup.take(of: folder.data, to: folder.data + "-copy", at: now)
    }

    @Test func `what can be made again is left out`() throws {
        for name in ["phone", "network.takt.feed-files", "town.streets.extracts", "feed"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.data)/\(name)", withIntermediateDirectories: true)
            try put("x", at: "data/\(name)/file")
        }
        try put("learnt", at: "data/learnt.bin")
        let manifest = try DataBackup.take(of: folder.data, to: folder.copy, at: now)
        #expect(manifest.files.map(\.name) == ["learnt.bin"])
    }

    @Test func `a folder of other files is not taken for a data folder`() throws {
        for name in ["stops.txt", "trips.txt", "sub/learnt.bin"] {
            try put("x", at: "data/" + name)
        }
        let copy = folder.copy
        #expect {
            try DataBackup.take(of: folder.data, to: copy, at: now)
        } throws: { error in
            let failure = error as? DataBackup.Failure
            return failure?.cause == .missing
                && failure?.description == "'\(folder.data)' is not a data folder of Takt."
        }
        #expect(!FileManager.default.fileExists(atPath: copy))
        try put("learnt", at: "data/learnt.bin")
        _ = try DataBackup.take(of: folder.data, to: copy, at: now)
    }

    @Test func `an empty copy is no backup`() throws {
        #expect(
            cause { _ = try DataBackup.take(of: folder.data, to: folder.copy, at: now) } == .missing
        )
        #expect(!FileManager.default.fileExists(atPath: folder.copy))
    }

    /// Skipped for the superuser, who may read everything.
    @Test(.enabled(if: geteuid() != 0))
    func `what may not be read is reported instead of left out`() throws {
        try put("x", at: "data/learnt.bin")
        try put("y", at: "data/sub/y.bin")
        #expect(chmod(folder.data + "/sub", 0) == 0)
        defer { chmod(folder.data + "/sub", 0o700) }
        #expect(
            cause { _ = try DataBackup.take(of: folder.data, to: folder.copy, at: now) } == .missing
        )
    }

    @Test func `a damaged database is not taken for a backup`() throws {
        try put("learnt", at: "data/learnt.bin")
        let path = folder.data + "/notes.sqlite"
        do {
            let store = try store()
            for number in 0..<2000 { try write("note \(number)", to: store) }
            try store.close()
        }
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seek(toOffset: 8192)
        try handle.write(contentsOf: Data(repeating: 0xaa, count: 8192))
        try handle.close()
        #expect(throws: (any Error).self) {
            try DataBackup.take(of: folder.data, to: folder.copy, at: now)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.copy), "nothing half is left")
    }
}
