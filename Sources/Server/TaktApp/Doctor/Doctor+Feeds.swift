import Archives
import Foundation
import GTFSImport
import HTTPFetching
import Timetables
import TransitModel

// The checks of feeds.
extension Doctor {
    /// Returns warnings for the network's feeds that have ended.
    func endedFeeds() -> [Finding] {
        guard let path = configuration.networkPath, let timetable = try? Timetable(path: path),
            let outlook = try? ServiceOutlook(timetable)
        else { return [] }
        return outlook.ended(at: now()).map { finding(.warning, "feed", $0) }
    }

    /// Checks each configured feed: whether it can be fetched, and the recorded problems of the
    /// last refreshes.
    func feeds() async -> Visit {
        guard let path = configuration.networkPath else { return ([], []) }
        let checks = await configuration.feeds.concurrentMap(atMost: Self.maximumAtOnce) {
            await check(at: $0)
        }
        // Whether they can be fetched has just been checked.
        let troubles = FeedAdvice(configuration.feeds, network: path).troubles(fetching: false)
        var findings: [Finding] = []
        for (check, trouble) in zip(checks, troubles) {
            findings.append(check.finding)
            findings += trouble.sentences.map {
                finding(trouble.isMissing ? .bad : .warning, "feed", $0)
            }
        }
        return (findings, checks.compactMap(\.clock))
    }

    private func check(at feed: FeedReference) async -> (finding: Finding, clock: Double?) {
        do throws(FetchError) {
            let (start, info) = try await start(
                of: feed.place, limitBytes: FeedDownloads.maximumFeedBytes)
            var judged = judge(start, of: feed, wholeBytes: info.wholeBytes)
            if judged.level == .good, let ended = await end(of: feed, wholeBytes: info.wholeBytes) {
                judged = ended
            }
            return (judged, ahead(info.serverSeconds))
        } catch {
            let detail = "'\(feed.shown)' cannot be fetched: \(error) Check its address."
            return (finding(.bad, "feed", detail), nil)
        }
    }

    /// Returns a finding if all service of a feed has ended.
    ///
    /// Once there is a network, its days are known from it. Before, the feed itself is fetched; if
    /// it is large or cannot be read, its days remain unknown until the first start.
    private func end(of feed: FeedReference, wholeBytes: Int?) async -> Finding? {
        guard let path = configuration.networkPath, !FileManager.default.fileExists(atPath: path),
            wholeBytes ?? 0 <= Self.maximumFeedBytes
        else { return nil }
        let file = NSTemporaryDirectory() + "takt-doctor-\(UUID().uuidString).zip"
        defer { unlink(file) }
        var request = FetchRequest(feed.place, limitBytes: Self.maximumFeedBytes)
        request.timeout = timeout
        guard case .content = try? await fetcher.download(request, to: file),
            let last = try? NetworkImport([.init(path: file)]).lastCalendarDay(),
            // Somewhere it is still the day before.
            last < TransitTimeZone.utc.day(at: now()).advanced(by: -1)
        else { return nil }
        return finding(
            configuration.feeds.count == 1 ? .bad : .warning, "feed",
            "'\(feed.shown)' can be fetched, but ended on \(last) and has no more service. "
                + "Ask its publisher for a newer one.")
    }

    /// The size up to which a feed is fetched for its days, in bytes.
    private static let maximumFeedBytes = 64_000_000

    /// Returns the first bytes of a response; the whole response may have at most `limitBytes`.
    ///
    /// - Throws: The error of fetching.
    func start(
        of url: String, limitBytes: Int
    ) async throws(FetchError) -> (bytes: [UInt8], info: FetchInfo) {
        var request = FetchRequest(url, limitBytes: limitBytes)
        request.startBytes = FileStart.bytes
        // A reused connection may break, so there are two attempts.
        request.retries = RetryPolicy(attempts: 2)
        request.timeout = timeout / 2
        guard case .content(let start, let info) = try await fetcher.fetch(request) else {
            throw .malformedAnswer
        }
        return (start, info)
    }

    private func judge(
        _ start: [UInt8], of feed: FeedReference, wholeBytes: Int?
    ) -> Finding {
        switch FileStart(start) {
        case .zip:
            let size = wholeBytes.map { " of \(Self.megabytes($0)) MB" } ?? ""
            return finding(
                .good, "feed", "'\(feed.shown)' can be fetched: a ZIP file\(size).")
        case let other:
            let reason =
                other.reason ?? "it does not begin like a ZIP file; name the feed's own address"
            return finding(.bad, "feed", "'\(feed.shown)' is not a feed: \(reason).")
        }
    }

    private static func megabytes(_ bytes: Int) -> Double {
        max(0.1, (Double(bytes) / 100_000).rounded() / 10)
    }
}
