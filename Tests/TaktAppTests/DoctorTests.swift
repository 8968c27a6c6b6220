import Diary
import FolderTesting
import Foundation
import GTFSImport
import Logging
import NIOCore
import NIOPosix
import Persistence
import Testing
import TransitModel
import TransitTesting

@testable import TaktApp

@Suite struct DoctorTests {
    private let folder = TemporaryFolder()

    private func findings(
        _ change: (inout Configuration) -> Void
    ) async -> [String: Doctor.Finding] {
        var configuration = Configuration()
        // The usual one may be in use on this machine.
        configuration.listen.port = 0
        change(&configuration)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let all = await Doctor(configuration, logger: logger).findings()
        return Dictionary(all.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `a folder alone works, and every finding says what is missing`() async {
        let path = folder.path
        let found = await findings { $0.data = path }
        #expect(
            Set(found.keys) == ["data", "network", "operator", "push", "https", "clock"])
        #expect(found.values.allSatisfy { $0.level == .warning || $0.subject == "data" })
        #expect(found["https"]?.detail.contains("public-url") == true)
    }

    @Test func `nothing to serve is bad, as the server does not start`() async {
        let found = await findings { _ in }
        #expect(found["network"]?.level == .bad)
        #expect(found["data"]?.detail.contains("'data'") == true)
        let elsewhere = await findings {
            $0.sources = [
                SourceSettings(
                    id: "land", kind: .opendataTransport, urls: ["http://127.0.0.1:9/"])
            ]
        }
        #expect(elsewhere["network"]?.level == .warning)
    }

    @Test func `files that keep a server from starting are bad`() async throws {
        try folder.write("no thresholds", to: "text")
        let (path, text) = (folder.path, folder.path("text"))
        func look(_ source: String) async -> [String: Doctor.Finding] {
            await findings {
                ($0.data, $0.diary.sensing, $0.tiles) = (path, source, source)
            }
        }
        let found = await look(text)
        #expect(found["diary"]?.level == .bad)
        #expect(found["diary"]?.detail.contains("'\(text)' cannot be used") == true)
        #expect(found["map"]?.level == .bad)
        let missing = await look(folder.path("nothing"))
        #expect(missing["map"]?.detail.contains("there is no such file") == true)
        #expect(await look("http://127.0.0.1:9/thresholds")["diary"] == nil)
    }

    @Test func `the clock is judged by the server that agrees best, and in its largest unit`() {
        let doctor = Doctor(Configuration(), logger: Logger(label: "test"))
        #expect(doctor.clock([]).level == .warning)
        #expect(doctor.clock([-86_400, 2]).level == .good)
        #expect(
            doctor.clock([-90, 4000])
                == Doctor.Finding(
                    level: .warning, subject: "clock",
                    detail: "This machine's clock is 90 seconds fast; let a time service set it."))
        #expect(
            doctor.clock([86_400, 86_401]).detail
                == "This machine's clock is 24 hours slow; let a time service set it, or departures "
                + "and live data are wrong.")
        #expect(doctor.clock([-10 * 86_400]).level == .bad)
    }

    @Test func `what cannot work is reported as bad, without waiting for long`() async throws {
        try folder.write("short", to: "file")
        let file = folder.path("file")
        let found = await findings { configuration in
            // A folder below a file cannot be created.
            configuration.data = file + "/data"
            configuration.network = file
            configuration.feeds = [FeedReference("http://127.0.0.1:9/feed.zip")]
            configuration.operatorTokenFile = file
            configuration.publicURL = "http://takt.example"
            configuration.sources = [
                SourceSettings(id: "town", kind: .gtfsRealtime, urls: ["http://127.0.0.1:9/feed"]),
                SourceSettings(id: "keyless", kind: .geops, urls: ["ws://x"], keyFile: "/none"),
            ]
            configuration.diary.parts.name = "bucket"
        }
        for subject in [
            "data", "network", "operator", "feed", "source town", "source keyless", "bucket",
        ] {
            #expect(found[subject]?.level == .bad, "\(subject)")
        }
        #expect(found["https"]?.detail.contains("not encrypted") == true)
        #expect(found["operator"]?.detail.contains("16 characters") == true)
    }

    @Test func `a port that another program uses is bad, with what to do`() async throws {
        let loopback = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(loopback.localAddress?.port)
        let taken = await findings { $0.listen.port = port }
        #expect(taken["port"]?.level == .bad)
        #expect(taken["port"]?.detail.contains("\(port)") == true)
        try await loopback.close()
        #expect(await findings { $0.listen.port = port }["port"] == nil)
        // An address for documents, which no machine has.
        let elsewhere = await findings { $0.listen.host = "192.0.2.1" }
        #expect(elsewhere["port"]?.level == .bad)
        #expect(elsewhere["port"]?.detail.contains("'listen'") == true)
    }

    @Test func `a mail server is asked for a connection`() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        func look() async -> Doctor.Finding? {
            await findings {
                let isTaken = $0.mail.parse("smtp-plain://127.0.0.1:\(port)")
                #expect(isTaken)
                $0.mail.sender = "takt@takt.example"
            }["mail"]
        }
        #expect(await look()?.level == .good)
        try await server.close()
        let silent = await look()
        #expect(silent?.level == .bad)
        #expect(silent?.detail.contains("'mail.server'") == true)
    }

    @Test func `sealed studies without a bucket are bad`() async throws {
        let file = try RecordStore(path: folder.path("diary.sqlite"), schema: .diary)
        let store = DiaryStore(file, clock: SystemWallClock())
        let path = folder.path
        #expect(await findings { $0.data = path }["bucket"] == nil)
        _ = try await store.create(
            Study(
                id: "town", name: "How a town travels", mode: .study,
                recipient: "age1xmwwc06ly3ee5rytxm9mflaz2u56jjj36s0mypdrwsvlul66mv4q47ryef",
                consent: .init(version: 1, text: "Yes.")))
        let found = await findings { $0.data = path }
        #expect(found["bucket"]?.level == .bad)
        #expect(found["bucket"]?.detail.contains("'How a town travels'") == true)
    }

    @Test func `a file named as the data folder is said to be one`() async throws {
        try folder.write("x", to: "file")
        let file = folder.path("file")
        let found = await findings { $0.data = file }
        #expect(found["data"]?.level == .bad)
        #expect(found["data"]?.detail == "'\(file)' is a file; name a folder in 'data'.")
    }

    @Test func `a shared database that does not answer is bad, with the reason`() async {
        let found = await findings { $0.store.url = "postgresql://takt@127.0.0.1:9/takt" }
        #expect(found["store"]?.level == .bad)
        #expect(found["store"]?.detail.contains("cannot be reached") == true)
        let wrong = await findings {
            $0.store.passwordFile = "/none"; $0.store.url = "postgresql://a/b"
        }
        #expect(wrong["store"]?.level == .bad)
        #expect(wrong["store"]?.detail.contains("/none") == true)
    }

    @Test func `a database that the server could not open is bad`() async throws {
        let path = folder.path("riders.sqlite")
        let schema = SQLiteSchema(
            name: "riders", applicationID: 4711,
            steps: [
                SQLiteSchema.Step("riders") { try $0.execute(sql: "CREATE TABLE riders(id TEXT)") }
            ])
        let store = try SQLiteStore(path: path, schema: schema)
        let good = await findings { $0.data = folder.path }
        #expect(good["data"]?.detail.contains("riders.sqlite") == false)
        try store.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 100)
        try file.write(contentsOf: Data(repeating: 0xaa, count: 3000))
        try file.close()
        let bad = await findings { $0.data = folder.path }
        #expect(bad["data"]?.level == .bad)
        #expect(bad["data"]?.detail.contains("riders.sqlite") == true)
    }

    @Test func `what keeps a server from starting is bad`() async throws {
        try folder.write("no key", to: "push-key.pem")
        #expect(chmod(folder.path("push-key.pem"), 0o600) == 0)
        let newer = SQLiteSchema(
            name: "diary", applicationID: 4711,
            steps: [
                SQLiteSchema.Step("of a later version") {
                    try $0.execute(sql: "CREATE TABLE days(id TEXT)")
                }
            ])
        try SQLiteStore(path: folder.path("diary.sqlite"), schema: newer).close()
        let found = await findings { configuration in
            configuration.data = folder.path
            configuration.web = folder.path
        }
        #expect(found.filter { $0.value.level == .bad }.keys.sorted() == ["data", "push", "web"])
        #expect(found["data"]?.detail.contains("newer version") == true)
        #expect(found["push"]?.detail.contains("push-key.pem") == true)
        #expect(found["web"]?.detail.contains("index.html") == true)
    }

    /// Skipped for the superuser, who may write everything.
    @Test(.enabled(if: geteuid() != 0))
    func `a database of another user is bad, with what to do`() async throws {
        try folder.write("", to: "riders.sqlite")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o400], ofItemAtPath: folder.path("riders.sqlite"))
        let found = await findings { $0.data = folder.path }
        #expect(found["data"]?.level == .bad)
        #expect(found["data"]?.detail.contains("chown -R") == true)
    }

    @Test func `an operator's token that everybody on the machine can read is warned of`()
        async throws
    {
        try folder.write("a token of some length", to: "token")
        let file = folder.path("token")
        for (mode, level) in [(0o644, Doctor.Finding.Level.warning), (0o640, .good)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let found = await findings { $0.operatorTokenFile = file }
            #expect(found["operator"]?.level == level)
            #expect(found["operator"]?.detail.contains("chmod") == (level == .warning))
        }
    }

    @Test func `a network is made of its feeds, or is there and not over`() async throws {
        let due = await findings {
            $0.data = folder.path
            $0.feeds = [FeedReference("http://127.0.0.1:9/feed.zip")]
        }
        #expect(due["network"]?.level == .good)
        let missing = await findings { $0.network = folder.path("none.takt") }
        #expect(missing["network"]?.level == .bad)
        var feed = TextFeed("red-1: A 8:00  B 8:10")
        for (last, level) in [("20260131", Doctor.Finding.Level.bad), ("20991231", .good)] {
            feed.files["calendar.txt"] = """
                service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
                daily,1,1,1,1,1,1,1,20260101,\(last)

                """
            let path = folder.path("\(last).takt")
            _ = try feed.withFolder { try NetworkImport([.init(path: $0)]).write(to: path) }
            let found = await findings { $0.network = path }
            #expect(found["network"]?.level == level, "\(last)")
        }
    }

    @Test func `of several feeds the one that has ended is named`() async throws {
        let path = folder.path("two.takt")
        for (name, last) in [("town", "20991231"), ("lake", "20260131")] {
            var feed = TextFeed("red-1: A 8:00  B 8:10")
            feed.files["calendar.txt"]?.replace("20261231", with: last)
            for (file, text) in feed.files { try folder.write(text, to: "\(name)/\(file)") }
        }
        let sources = ["town", "lake"].map { NetworkImport.Source(path: folder.path($0)) }
        _ = try NetworkImport(sources).write(to: path)
        let found = await findings { $0.network = path }
        #expect(found["network"]?.level == .good)
        #expect(found["feed"]?.level == .warning)
        #expect(
            found["feed"]?.detail.hasPrefix("The feed 'lake' (lake) ended on 2026-01-31") == true)
    }

    @Test func `streets of another town are warned of`() async throws {
        _ = try DrawnVillages.streets(in: folder)
        let (network, streets) = (folder.path("a.takt"), folder.path("villages.streets"))
        for (latitude, level) in [("47.0", Doctor.Finding.Level.warning), ("51.0", .good)] {
            var feed = TextFeed("red-1: A 8:00  B 8:10")
            feed.files["stops.txt"]?.replace(",47.0,8.", with: ",\(latitude),-2.")
            _ = try feed.withFolder { try NetworkImport([.init(path: $0)]).write(to: network) }
            let found = await findings { ($0.network, $0.streets) = (network, streets) }
            #expect(found["streets"]?.level == level)
            #expect(found["streets"]?.detail.contains("shows nothing") == (level == .warning))
        }
    }

    @Test func `what was noted of a feed is bad where nothing of it serves`() async throws {
        let feed = FeedReference("http://127.0.0.1:9/feed.zip")
        let used = FeedLedger.Version(
            digest: "a", trips: 1, firstDay: "2026-01-01", lastDay: "2099-12-31")
        for (version, level) in [(nil, Doctor.Finding.Level.bad), (used, .warning)] {
            var entry = FeedLedger.Entry()
            entry.version = version
            entry.refused = FeedLedger.Refusal(
                digest: "b", reason: "It holds nothing.", tried: 0, times: 1)
            var ledger = FeedLedger()
            ledger.feeds[feed.place] = entry
            try FeedStorage(network: folder.path("network.takt")).write(ledger)
            var configuration = Configuration()
            configuration.data = folder.path
            configuration.feeds = [feed]
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let all = await Doctor(configuration, logger: logger).findings()
            let shown = all.filter { $0.subject == "feed" && $0.detail.contains("holds nothing") }
            #expect(shown.map(\.level) == [level])
        }
    }

    @Test func `a folder that can be written is left as it was`() async throws {
        for path in [folder.path, folder.path("new/data")] {
            let found = await findings { $0.data = path }
            #expect(found["data"]?.level == .good || found["data"]?.detail.contains("1 GB") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }
}
