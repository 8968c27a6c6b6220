import DiarySensing
import Foundation
import HTTPFetching
import HTTPServing
import Logging

/// The diary's thresholds from a file or an address; the last good ones are kept, also across
/// restarts.
struct ThresholdsRefresh: Sendable {
    /// The thresholds until `run` gets others.
    let first: SensingConfiguration

    private let url: String?
    private let keptPath: String
    private let fetcher: HTTPFetcher
    private let logger: Logger

    /// The interval between two requests to an address.
    private static let pause = Duration.seconds(900)

    /// Reads the thresholds from `source`, a path or an http(s) address; nil takes the defaults.
    ///
    /// A file is read once and must be valid. An address is fetched later; until then its last
    /// thresholds are used.
    ///
    /// - Throws: A `SettingFailure` if the file cannot be used.
    init(_ source: String?, folder: String, fetcher: HTTPFetcher, logger: Logger) throws {
        self.fetcher = fetcher
        self.logger = logger
        keptPath = folder + "/thresholds.json"
        url = source.flatMap { Self.isAddress($0) ? $0 : nil }
        if url != nil {
            let kept = Self.contents(keptPath)
            first = kept.flatMap { try? SensingConfiguration(json: $0) } ?? .recommended
        } else {
            first = try source.map(Self.thresholds(inFile:)) ?? .recommended
        }
    }

    /// Whether the thresholds of a setting are fetched, and not in a file.
    static func isAddress(_ source: String) -> Bool {
        source.hasPrefix("http://") || source.hasPrefix("https://")
    }

    /// Reads the thresholds in a file.
    ///
    /// - Throws: A `SettingFailure` if the file cannot be used.
    static func thresholds(inFile path: String) throws(SettingFailure) -> SensingConfiguration {
        guard let data = contents(path) else { throw unusable(path, "The file cannot be read.") }
        do {
            return try SensingConfiguration(json: data)
        } catch {
            throw unusable(path, error.description)
        }
    }

    private static func unusable(_ path: String, _ reason: String) -> SettingFailure {
        SettingFailure(description: "The thresholds in '\(path)' cannot be used: \(reason)")
    }

    private static func contents(_ path: String) -> Data? {
        SmallFile.start(of: path, limit: SensingConfiguration.longestFileBytes)
    }

    /// Fetches the address at once and then every quarter of an hour, until it is cancelled.
    func run(use: @Sendable (SensingConfiguration) async -> Void) async {
        guard let url else {
            // There is nothing to do, but a service that ends would end the server.
            for await _ in Ticks(every: .seconds(86_400)) {}
            return
        }
        var validators = FetchValidators()
        for await _ in Ticks(every: Self.pause) {
            var request = FetchRequest(url, limitBytes: SensingConfiguration.longestFileBytes)
            request.validators = validators
            do {
                if case .content(let bytes, let info) = try await fetcher.fetch(request) {
                    let thresholds = try SensingConfiguration(json: Data(bytes))
                    try Data(bytes).write(to: URL(fileURLWithPath: keptPath), options: .atomic)
                    validators = info.validators
                    await use(thresholds)
                }
            } catch {
                if Task.isCancelled { return }
                logger.warning(
                    "the last good thresholds stay in use", metadata: ["reason": "\(error)"])
            }
        }
    }
}
