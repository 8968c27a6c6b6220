import HTTPServing
package import Logging
package import NIOSSL
import ServiceLifecycle
import Synchronization
package import TransitModel

/// The server's TLS certificate, reloaded when its files are replaced.
///
/// While a pair of files cannot be used, for example because only one of them has been replaced
/// yet, the last good pair stays in use.
package final class ServerCertificate: Service {
    /// The files of a certificate and its key.
    package struct Files: Sendable, Equatable {
        /// The certificate and those of its issuers, in PEM, its own first.
        package var certificate: String
        /// The private key in PEM; nil if it is in the certificate's file.
        package var key: String?

        /// The file with the private key.
        package var keyFile: String { key ?? certificate }
    }

    /// The result of checking the files.
    enum CheckResult: Equatable {
        case same
        case renewed
        case refused(SettingFailure)
    }

    private struct Current {
        var pair: Pair
        var versions: [FileIdentity?]
    }

    private struct Pair {
        let context: NIOSSLContext
        let end: UnixTime
    }

    /// The days before a certificate's end by which it should have been renewed.
    static let renewalDays = 14.0

    private let files: Files
    private let clock: any WallClock
    private let logger: Logger
    private let current: Mutex<Current>

    /// The interval between two checks for another certificate.
    private static let pause = Duration.seconds(10)

    /// Reads the certificate from its files.
    ///
    /// - Throws: A `SettingFailure` if the certificate and its key cannot be used.
    package init(
        _ files: Files, clock: any WallClock = SystemWallClock(), logger: Logger
    ) throws(SettingFailure) {
        self.files = files
        self.clock = clock
        self.logger = logger
        let versions = Self.versions(files)
        current = Mutex(Current(pair: try Self.pair(files), versions: versions))
    }

    /// The TLS context for new connections.
    package var context: NIOSSLContext { current.withLock { $0.pair.context } }

    /// The time after which browsers refuse the certificate.
    package var end: UnixTime { current.withLock { $0.pair.end } }

    /// Checks every ten seconds whether the files were replaced, and warns once a day of a
    /// certificate that was not renewed in time.
    package func run() async {
        var warned: Int?
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            let days = end.days(after: clock.now())
            if days < Self.renewalDays, warned != Int(days.rounded(.down)) {
                warned = Int(days.rounded(.down))
                logger.warning(
                    days > 0
                        ? "the certificate ends soon: renew it"
                        : "the certificate has ended, and browsers refuse it: renew it",
                    metadata: ["ends": "\(end)"])
            }
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            switch check() {
            case .same: break
            case .renewed:
                logger.notice("the certificate was replaced", metadata: ["ends": "\(end)"])
            case .refused(let failure):
                logger.error("the new certificate cannot be used: \(failure.description)")
            }
        }
    }

    /// Uses replaced files if they are valid; reports each version of the files once.
    func check() -> CheckResult {
        let versions = Self.versions(files)
        guard versions != current.withLock({ $0.versions }) else { return .same }
        do throws(SettingFailure) {
            let pair = try Self.pair(files)
            current.withLock { $0 = Current(pair: pair, versions: versions) }
            return .renewed
        } catch {
            current.withLock { $0.versions = versions }
            return .refused(error)
        }
    }

    private static func versions(_ files: Files) -> [FileIdentity?] {
        [files.certificate, files.keyFile].map { FileIdentity(path: $0) }
    }

    private static func pair(_ files: Files) throws(SettingFailure) -> Pair {
        guard let chain = try? NIOSSLCertificate.fromPEMFile(files.certificate),
            let own = chain.first
        else {
            throw SettingFailure(
                description: "No certificate in PEM can be read from '\(files.certificate)'.")
        }
        guard let key = try? NIOSSLPrivateKey(file: files.keyFile, format: .pem) else {
            throw SettingFailure(
                description: "No private key in PEM, without a password, can be read from "
                    + "'\(files.keyFile)'.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw SettingFailure(
                description: "The key in '\(files.keyFile)' does not belong to the certificate in "
                    + "'\(files.certificate)'.")
        }
        return Pair(context: context, end: UnixTime(seconds: Int64(own.notValidAfter)))
    }
}
