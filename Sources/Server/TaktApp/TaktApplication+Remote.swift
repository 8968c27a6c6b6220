import Foundation
import HTTPFetching
import HTTPServing
package import Logging
import TransitModel
import TransportAPI
import TransportEndpoints
import WebServer

extension TaktApplication {
    /// A server of the Transport API that answers where there is no network.
    package struct Remote: Sendable {
        /// The server's address, as in `http://transport.opendata.ch/v1/`.
        package let address: String
        /// The file that counts the day's requests across restarts; nil counts from the start.
        package let countPath: String?

        package init(address: String, countPath: String?) {
            self.address = address
            self.countPath = countPath
        }
    }

    /// The service runs in Switzerland, and its times are local times there.
    private static let remoteZone = "Europe/Zurich"

    /// Assembles the parts that serve connections, boards and stop search of a remote server;
    /// nothing runs yet.
    ///
    /// There is no map in this case. `onListening` is called with the port once requests are
    /// accepted.
    ///
    /// - Throws: An error if the web app cannot be read.
    package init(
        _ remote: Remote, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        let clock = options.clock
        let zone = TransitTimeZone(identifier: Self.remoteZone) ?? .utc
        let fetcher = HTTPFetcher(logger: logger)
        let client = OpendataClient(
            remote.address, zone: zone,
            budget: Self.budget(remote.countPath, now: clock.now(), logger: logger), clock: clock
        ) {
            guard case .content(let bytes, _) = try await fetcher.fetch($0) else { return [] }
            return bytes
        }
        let name = options.networkName ?? URL(string: remote.address)?.host ?? remote.address
        var endpoints: [any EndpointGroup] = [
            HealthEndpoints { nil },
            RemoteEndpoints(client, zone: zone, clock: clock, name: name),
            RemoteOpendataEndpoints(client, zone: zone, clock: clock),
        ]
        if let folder = options.webFolder {
            endpoints.append(
                try TaktApplication.site(folder, branding: options.branding, logger: logger))
        }
        let server = WebServer(
            options.server, endpoints: endpoints, limits: options.requestLimits,
            requestIDPrefix: String(UInt64(max(0, clock.now().seconds)), radix: 36), logger: logger)
        self.init(
            services: [server.service(onPort: onListening)], settings: options.server,
            logger: logger)
    }

    private static func budget(_ path: String?, now: UnixTime, logger: Logger) -> OpendataBudget {
        if let path {
            // Logged now rather than when the first request cannot be counted.
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            if !FileManager.default.isWritableFile(atPath: folder) {
                logger.warning(
                    "the day's requests are not counted across restarts: the folder is not writable",
                    metadata: ["folder": "\(folder)"])
            }
        }
        return OpendataBudget(OpendataBudget.Limits(), path: path, now: now) { trouble in
            if let trouble {
                logger.warning(
                    "the day's requests are not counted across restarts",
                    metadata: ["reason": "\(trouble)"])
            } else {
                logger.notice("the day's requests are counted across restarts again")
            }
        }
    }
}

extension TaktApplication.Remote {
    /// Reads the remote server of a configuration without a network; nil if it names none.
    package init?(_ configuration: Configuration) {
        guard
            let source = configuration.sources.first(where: { $0.kind == .opendataTransport }),
            let url = source.url
        else { return nil }
        self.init(
            address: url,
            countPath: configuration.data.map {
                URL(fileURLWithPath: $0).appendingPathComponent("opendata-questions.json").path
            })
    }
}
