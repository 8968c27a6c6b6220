import Diary
import Foundation
import HTTPFetching
package import Logging
import Notifications
import Sources
import Timetables
import TransitModel

/// Checks whether an installation can do what its configuration says, and how to repair it.
package struct Doctor: Sendable {
    /// The result of one check.
    package struct Finding: Encodable, Sendable, Equatable {
        /// The severity of a finding.
        package enum Level: String, Encodable, Sendable {
            /// It works as it should.
            case good
            /// It works, but not as well or as safely as it could.
            case warning
            /// It does not work.
            case bad
        }

        package let level: Level
        /// The subject of the check, as in `data`.
        package let subject: String
        /// The result, and how to repair a problem, in a sentence or two.
        package let detail: String
    }

    let configuration: Configuration
    let fetcher: HTTPFetcher
    /// The timeout for other servers; a live source must send all of its data within it.
    let timeout: Duration
    let now: @Sendable () -> UnixTime

    /// The largest accepted clock difference, in seconds: answers take time.
    private static let maximumSkewSeconds = 30.0
    /// The clock difference from which live data is rejected as too old, in seconds.
    private static let uselessSkewSeconds = 300.0
    /// The maximum number of concurrent requests.
    static let maximumAtOnce = 8

    /// Creates the checks of a configuration; nothing runs yet.
    ///
    /// `timeout` is the timeout for other servers, by default the server's for its live sources.
    package init(
        _ configuration: Configuration, logger: Logger,
        timeout: Duration = AnswerPoll.Request(url: "").timeout
    ) {
        self.configuration = configuration
        self.timeout = timeout
        var settings = HTTPFetcher.Settings()
        settings.idleTimeout = min(settings.idleTimeout, timeout)
        fetcher = HTTPFetcher(settings: settings, logger: logger)
        now = { SystemWallClock().now() }
    }

    /// Runs all checks and returns their findings, in the order of the subjects.
    package func findings() async -> [Finding] {
        var clocks: [Double] = []
        var findings = [data(), store(), network()].compactMap(\.self) + endedFeeds()
        findings += nodes() + [operators(), push(), web(), thresholds()].compactMap(\.self)
        findings += certificate()
        for visit in [await publicAddress(), await feeds(), await sources()] {
            findings += visit.findings
            clocks += visit.clocks
        }
        findings += await streets() + [tiles()].compactMap(\.self)
        findings.append(clock(clocks))
        if let bucket = configuration.diary.bucket { findings.append(await check(at: bucket)) }
        findings += [sealedStudies(), await port(), await mail()].compactMap(\.self)
        return findings
    }

    // MARK: - Local checks

    private func network() -> Finding {
        guard let path = configuration.networkPath else {
            // Operators can enter a campus, or another server answers.
            let isServed =
                configuration.data != nil
                || configuration.sources.contains { $0.kind == .opendataTransport }
            return finding(
                isServed ? .warning : .bad, "network",
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

    private func operators() -> Finding {
        guard let file = configuration.operatorTokenFile else {
            return finding(
                .warning, "operator",
                "Operator pages and endpoints are disabled: name a file with a token in "
                    + "'operator.token-file'.")
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
        // A missing key is made at the first start.
        if let key = configuration.data.map(RiderMessaging.pushKey),
            FileManager.default.fileExists(atPath: key)
        {
            do throws(VapidKeyProblem) { _ = try VapidKey(file: key) } catch {
                return finding(.bad, "push", error.description)
            }
        }
        let isReachable =
            configuration.pushContact != nil
            || configuration.publicURL?.hasPrefix("https://") == true
        return isReachable
            ? finding(.good, "push", "Push services get your contact address.")
            : finding(
                .warning, "push",
                "Some push services refuse messages without a contact: set 'push.contact'.")
    }

    /// Returns what is wrong with the named folder of the web app; nil if nothing is.
    private func web() -> Finding? {
        guard let folder = configuration.web,
            !FileManager.default.fileExists(atPath: folder + "/index.html")
        else { return nil }
        return finding(
            .bad, "web",
            "'\(folder)' has no index.html; name the app's folder in 'web', or leave it out.")
    }

    /// Returns what is wrong with the named file of a diary's thresholds; nil if nothing is, or if
    /// none is read.
    private func thresholds() -> Finding? {
        guard configuration.data != nil, let source = configuration.diary.sensing,
            !ThresholdsRefresh.isAddress(source)
        else { return nil }
        do throws(SettingFailure) {
            _ = try ThresholdsRefresh.thresholds(inFile: source)
            return nil
        } catch {
            return finding(.bad, "diary", error.description)
        }
    }

    // MARK: - Remote checks

    /// Findings, and the seconds by which the servers' clocks are ahead of this one.
    typealias Visit = (findings: [Finding], clocks: [Double])

    private func publicAddress() async -> Visit {
        guard let url = configuration.publicURL else {
            return (
                [
                    finding(
                        .warning, "https",
                        "'public-url' is not set: links in messages lead to this machine alone.")
                ], []
            )
        }
        guard url.hasPrefix("https://") else {
            return (
                [
                    finding(
                        .warning, "https",
                        "'\(url)' is not encrypted: browsers allow no notifications or locations "
                            + "there. Put a proxy with a certificate before the server.")
                ], []
            )
        }
        let (answer, trouble) = await ask(url + "/health/live")
        if case .insecure? = trouble {
            return (
                [
                    finding(
                        .bad, "https",
                        "Browsers do not trust '\(url)': its certificate has ended, is for another "
                            + "name, or lacks those of its issuers.")
                ], []
            )
        }
        guard let answer, answer.status == 200 else {
            return (
                [
                    finding(
                        .warning, "https",
                        "Nothing answers at '\(url)' as this server would: "
                            + (trouble?.description ?? "status \(answer?.status ?? 0)")
                            + " Is it running, and does the proxy pass requests on?")
                ], []
            )
        }
        return (
            [finding(.good, "https", "'\(url)' answers.")],
            [ahead(answer.serverSeconds)].compactMap(\.self)
        )
    }

    /// Of several servers the one that agrees best counts, as others may be wrong themselves.
    func clock(_ ahead: [Double]) -> Finding {
        guard let skew = ahead.min(by: { abs($0) < abs($1) }) else {
            return finding(.warning, "clock", "No other server reported its time.")
        }
        guard abs(skew) > Self.maximumSkewSeconds else {
            return finding(.good, "clock", "The clock agrees with others within half a minute.")
        }
        let (length, word) = (Self.length(abs(skew)), skew > 0 ? "slow" : "fast")
        let isUseless = abs(skew) > Self.uselessSkewSeconds
        let harm = isUseless ? ", or departures and live data are wrong" : ""
        return finding(
            isUseless ? .bad : .warning, "clock",
            "This machine's clock is \(length) \(word); let a time service set it\(harm).")
    }

    /// Returns the length of a time in its largest unit, as in `26 hours`.
    private static func length(_ seconds: Double) -> String {
        let units = [("days", 86_400.0), ("hours", 3600), ("minutes", 60)]
        let unit = units.first { seconds >= 2 * $0.1 }
        return "\(Int((seconds / (unit?.1 ?? 1)).rounded())) \(unit?.0 ?? "seconds")"
    }

    private func check(at bucket: BucketSettings) async -> Finding {
        do {
            let writer = BucketWriter(
                try bucket.address(), credentials: try bucket.credentials(),
                now: { Date(timeIntervalSince1970: Double(SystemWallClock().now().seconds)) },
                exchange: DiaryServices.exchange(fetcher))
            let excess = try await writer.excess(probe: "takt-doctor/\(now().milliseconds)")
            guard excess.isEmpty else {
                let rights = excess.map(\.rawValue).joined(separator: ", ")
                return finding(
                    .warning, "bucket",
                    "Its credential may do more than it should: \(rights). Allow it s3:PutObject alone, so "
                        + "that a stolen key opens no diary.")
            }
            return finding(.good, "bucket", "Objects can be stored, and nothing else is allowed.")
        } catch {
            return finding(.bad, "bucket", "Objects cannot be stored: \(error)")
        }
    }

    func ask(_ url: String) async -> (answer: HTTPAnswer?, trouble: FetchError?) {
        var request = HTTPExchange("GET", url)
        request.timeout = timeout
        do { return (try await fetcher.exchange(request), nil) } catch {
            return (nil, error)
        }
    }

    /// Returns the seconds by which a clock that shows `serverSeconds` is ahead of this one.
    func ahead(_ serverSeconds: Int64?) -> Double? {
        serverSeconds.map { Double($0) - now().fractionalSeconds }
    }

    func finding(_ level: Finding.Level, _ subject: String, _ detail: String) -> Finding {
        Finding(level: level, subject: subject, detail: detail)
    }
}
