import Foundation
import HTTPFetching
package import Logging
import ObjectStorage
import Timetables
import TransitModel
import WebServer

/// Looks whether an installation can do what its configuration says, and how to mend what cannot.
package struct Doctor: Sendable {
    /// What was found about one thing.
    package struct Finding: Encodable, Sendable, Equatable {
        /// How bad it is.
        package enum Level: String, Encodable, Sendable {
            /// As it should be.
            case good
            /// It works, but not as well or as safely as it could.
            case warning
            /// It does not work.
            case bad
        }

        /// How bad it is.
        package let level: Level
        /// What was looked at, as in `data`.
        package let subject: String
        /// What was found, and how to mend it, in a sentence or two.
        package let detail: String
    }

    let configuration: Configuration
    private let fetcher: HTTPFetcher
    let now: @Sendable () -> UnixTime

    /// Less free space than this is a warning, in bytes.
    private static let leastFree = 1_000_000_000
    /// Clocks may differ by so much, in seconds: answers take their time.
    private static let largestSkew = 30.0
    /// Live feeds may be so long, in bytes.
    private static let longestAnswer = 64 * 1024 * 1024
    private static let patience = Duration.seconds(10)

    /// Looks at a configuration; nothing of it runs.
    package init(_ configuration: Configuration, logger: Logger) {
        self.configuration = configuration
        fetcher = HTTPFetcher(logger: logger)
        now = { SystemWallClock().now() }
    }

    /// Everything that was found, in order of the subjects.
    package func findings() async -> [Finding] {
        var findings = [data(), network()] + feeds() + [operators(), push()] + certificate()
        let home = await publicAddress()
        findings += home.findings
        var clocks = [home.clock]
        for feed in configuration.feeds {
            let found = await look(atFeed: feed)
            findings += found.findings
            clocks.append(found.clock)
        }
        let check = SourceCheck(configuration, now: now())
        for source in configuration.sources {
            let found = await look(at: source, check)
            findings += found.findings
            clocks.append(found.clock)
        }
        let advice = await check?.advice() ?? [:]
        for source in configuration.sources {
            findings += (advice[source.id] ?? []).map {
                finding(.warning, "source \(source.id)", $0)
            }
        }
        findings.append(clock(clocks.compactMap(\.self)))
        if let bucket = configuration.diary.bucket { findings.append(await look(at: bucket)) }
        return findings
    }

    // MARK: - On this machine

    private func data() -> Finding {
        guard let folder = configuration.data else {
            return finding(
                .warning, "data",
                "Nothing is stored: name a folder in 'data' for riders and history.")
        }
        let probe = "\(folder)/.doctor-\(now().milliseconds)"
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue {
            return finding(.bad, "data", "'\(folder)' is a file; name a folder in 'data'.")
        }
        do {
            try files.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data("x".utf8).write(to: URL(fileURLWithPath: probe))
            try files.removeItem(atPath: probe)
        } catch {
            return finding(
                .bad, "data",
                "'\(folder)' cannot be written; give it to the user that the server runs as.")
        }
        let space = try? files.attributesOfFileSystem(forPath: folder)
        let free = (space?[.systemFreeSize] as? NSNumber)?.intValue ?? .max
        return free < Self.leastFree
            ? finding(.warning, "data", "'\(folder)' has less than 1 GB left; make room.")
            : finding(.good, "data", "'\(folder)' can be written.")
    }

    private func network() -> Finding {
        guard let path = configuration.networkPath else {
            return finding(
                .warning, "network",
                "None is named; name its feeds in 'feed.urls', or make one with 'takt import'.")
        }
        guard FileManager.default.fileExists(atPath: path) else {
            return configuration.feeds.isEmpty
                ? finding(.bad, "network", "'\(path)' is missing; 'takt import' makes it.")
                : finding(.good, "network", "'\(path)' is made of the feeds at the first start.")
        }
        do throws(NetworkFileError) {
            let timetable = try Timetable(path: path)
            if let missing = try ServiceOutlook(timetable).missing(at: now()) {
                return finding(.bad, "network", "'\(path)': \(missing)")
            }
            return finding(.good, "network", "'\(path)' can be used.")
        } catch {
            return finding(.bad, "network", error.description)
        }
    }

    /// What is wrong with single feeds of the network.
    private func feeds() -> [Finding] {
        guard let path = configuration.networkPath else { return [] }
        var sentences: [String] = []
        if let timetable = try? Timetable(path: path),
            let outlook = try? ServiceOutlook(timetable)
        {
            sentences = outlook.ended(at: now())
        }
        // Whether it can be fetched is looked at below.
        sentences += FeedAdvice(configuration.feeds, network: path).sentences(fetching: false)
        return sentences.map { finding(.warning, "feed", $0) }
    }

    private func operators() -> Finding {
        guard let file = configuration.operatorTokenFile else {
            return finding(
                .warning, "operator",
                "What is for operators is shut: name a file with a token in 'operator.token-file'.")
        }
        do {
            _ = try TaktApplication.Options(configuration).operatorGate()
            return secrecy(of: file, "operator")
                ?? finding(.good, "operator", "The operator's token can be read.")
        } catch {
            return finding(.bad, "operator", error.description)
        }
    }

    private func push() -> Finding {
        let isReachable =
            configuration.pushContact != nil
            || configuration.publicURL?.hasPrefix("https://") == true
        return isReachable
            ? finding(.good, "push", "Push services are told how to reach you.")
            : finding(
                .warning, "push",
                "Some push services refuse messages without a contact: set 'push.contact'.")
    }

    // MARK: - Elsewhere

    /// What was found, and by how many seconds the other clock is ahead of ours.
    private typealias Visit = (findings: [Finding], clock: Double?)

    private func publicAddress() async -> Visit {
        guard let url = configuration.publicURL else {
            return (
                [
                    finding(
                        .warning, "https",
                        "'public-url' is not set: links in messages lead to this machine alone.")
                ], nil
            )
        }
        guard url.hasPrefix("https://") else {
            return (
                [
                    finding(
                        .warning, "https",
                        "'\(url)' is not encrypted: browsers allow no messages and no places there. Put a "
                            + "proxy with a certificate before the server.")
                ], nil
            )
        }
        let (answer, trouble) = await ask(url + "/health/live")
        guard let answer, answer.status == 200 else {
            return (
                [
                    finding(
                        .warning, "https",
                        "Nothing answers at '\(url)' as this server would: "
                            + (trouble ?? "status \(answer?.status ?? 0)")
                            + " Is it running, and does the proxy pass requests on?")
                ], nil
            )
        }
        return ([finding(.good, "https", "'\(url)' answers.")], ahead(answer))
    }

    private func look(atFeed feed: FeedReference) async -> Visit {
        let address = feed.shown
        // Asked for the head alone: feeds are large.
        let (answer, trouble) = await ask(feed.place, method: "HEAD")
        guard let answer else {
            return (
                [finding(.bad, "feed", "'\(address)' cannot be fetched: \(trouble ?? "")")], nil
            )
        }
        // Some servers give nothing but the whole.
        let isThere = (200..<400).contains(answer.status) || [405, 501].contains(answer.status)
        let found =
            isThere
            ? finding(.good, "feed", "'\(address)' answers.")
            : finding(
                .bad, "feed",
                "'\(address)' answers with status \(answer.status); ask its publisher where it is.")
        return ([found], ahead(answer))
    }

    private func look(at source: SourceSettings, _ check: SourceCheck?) async -> Visit {
        let subject = "source \(source.id)"
        let key: String?
        do { key = try source.key() } catch {
            return ([finding(.bad, subject, error.description)], nil)
        }
        var findings: [Finding] = []
        var clock: Double?
        for url in source.urls {
            guard url.hasPrefix("http") else {
                findings.append(
                    finding(.good, subject, "A socket; it is tried when the server runs."))
                continue
            }
            let fields = key.map {
                source.keyHeader.map { name in [name: key ?? ""] } ?? [
                    "Authorization": "Bearer \($0)"
                ]
            }
            let (answer, trouble) = await ask(url, headers: fields ?? [:])
            if let answer, (200..<400).contains(answer.status) {
                findings.append(finding(.good, subject, "It answers."))
                await check?.take(answer.body, of: source)
                clock = ahead(answer) ?? clock
            } else {
                let why = trouble ?? "it answers with status \(answer?.status ?? 0)."
                findings.append(
                    finding(.bad, subject, "Nothing comes: \(why) Check its address and key."))
            }
        }
        return (findings, clock)
    }

    private func clock(_ ahead: [Double]) -> Finding {
        guard let worst = ahead.max(by: { abs($0) < abs($1) }) else {
            return finding(.warning, "clock", "Nobody could be asked what time it is.")
        }
        return abs(worst) > Self.largestSkew
            ? finding(
                .warning, "clock",
                "This machine's clock is \(Int(abs(worst))) s \(worst > 0 ? "slow" : "fast"); let a time "
                    + "service set it.")
            : finding(.good, "clock", "The clock agrees with others to half a minute.")
    }

    private func look(at bucket: BucketSettings) async -> Finding {
        do {
            let writer = BucketWriter(
                try bucket.address(), credentials: try bucket.credentials(),
                now: { Date(timeIntervalSince1970: Double(SystemWallClock().now().seconds)) },
                exchange: DiaryKeeping.exchange(fetcher))
            let excess = try await writer.excess(probe: "takt-doctor/\(now().milliseconds)")
            guard excess.isEmpty else {
                let rights = excess.map(\.rawValue).joined(separator: ", ")
                return finding(
                    .warning, "bucket",
                    "Its credential may do more than it should: \(rights). Allow it s3:PutObject alone, so "
                        + "that a stolen key opens no diary.")
            }
            return finding(.good, "bucket", "Objects can be put, and nothing else can be done.")
        } catch {
            return finding(.bad, "bucket", "Objects cannot be put: \(error)")
        }
    }

    private func ask(
        _ url: String, method: String = "GET", headers: [String: String] = [:]
    ) async -> (answer: HTTPAnswer?, trouble: String?) {
        var request = HTTPExchange(method, url)
        request.headers = headers
        request.limitBytes = Self.longestAnswer
        request.timeout = Self.patience
        do { return (try await fetcher.exchange(request), nil) } catch {
            return (nil, error.description)
        }
    }

    private func ahead(_ answer: HTTPAnswer) -> Double? {
        answer.serverSeconds.map { Double($0) - Double(now().milliseconds) / 1000 }
    }

    func finding(_ level: Finding.Level, _ subject: String, _ detail: String) -> Finding {
        Finding(level: level, subject: subject, detail: detail)
    }
}
