import Diary
import Foundation
import HTTPFetching
import NIOCore
import NIOPosix
import Notifications

extension Doctor {
    /// Returns that the server cannot listen at its address; nil if it can, or if a server of Takt
    /// already does.
    func port() async -> Finding? {
        let (host, port) = (configuration.listen.host, configuration.listen.port)
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).get()
            try await channel.close()
            return nil
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            let there = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
            // A certificate is for the public name alone.
            let address = configuration.certificate == nil ? there : configuration.publicURL
            let (answer, trouble) = await ask((address ?? there) + "/health/live")
            guard answer?.status != 200 else { return nil }
            // The check of the public address says what is wrong with the certificate.
            if configuration.certificate != nil, case .insecure? = trouble { return nil }
            return finding(
                .bad, "port", "\(PortUnavailable(host: host, port: port, code: EADDRINUSE))")
        } catch let error as IOError where PortUnavailable.codes.contains(error.errnoCode) {
            // The service may have a right that this user lacks.
            return finding(
                error.errnoCode == EACCES ? .warning : .bad, "port",
                "\(PortUnavailable(host: host, port: port, code: error.errnoCode))")
        } catch is SocketAddressError {
            return finding(
                .bad, "port", "\(PortUnavailable(host: host, port: port, code: EADDRNOTAVAIL))")
        } catch {
            return finding(
                .bad, "port", "The server cannot listen on '\(host)': \(error). Correct 'listen'.")
        }
    }

    /// Returns whether the mail server takes connections; nil without one.
    func mail() async -> Finding? {
        do {
            guard let server = try configuration.mail.settings() else { return nil }
            let place = "\(server.host):\(server.port)"
            do {
                try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connectTimeout(TimeAmount(timeout))
                    .connect(host: server.host, port: server.port).get().close()
                return finding(.good, "mail", "The mail server '\(place)' takes connections.")
            } catch {
                return finding(
                    .bad, "mail",
                    "Nothing answers at '\(place)': correct 'mail.server', or let this machine "
                        + "connect there.")
            }
        } catch {
            return finding(.bad, "mail", "\(error)")
        }
    }

    /// Returns that sealed diaries wait for a bucket, which is not named; nil if none do.
    ///
    /// It looks into the data folder only, not into a database that nodes share.
    func sealedStudies() -> Finding? {
        guard configuration.diary.bucket == nil,
            let path = configuration.data.map({ $0 + "/diary.sqlite" }),
            FileManager.default.fileExists(atPath: path)
        else { return nil }
        do {
            let names = try DiaryStore.sealedStudies(in: path)
            guard let first = names.first else { return nil }
            let others = names.count == 1 ? "" : " and \(names.count - 1) more"
            return finding(
                .bad, "bucket",
                "The diaries of the study '\(first)'\(others) are sealed and wait for a bucket: name "
                    + "one in 'diary.bucket', or delete the study.")
        } catch {
            // The check of the data folder says why.
            return nil
        }
    }
}
