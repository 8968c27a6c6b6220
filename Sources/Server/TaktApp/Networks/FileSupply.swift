import Foundation
import HTTPServing
import Logging
import ServiceLifecycle
import StreetsFile
import Synchronization
package import Timetables
import TransitModel

/// A network and the path where newer versions of it appear.
package struct NetworkAtPath: Sendable {
    /// The current network.
    package let timetable: Timetable
    let path: String?
    let version: FileIdentity?

    /// Creates a network that never changes.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        path = nil
        version = nil
    }

    /// Opens the network at a path; when its file is replaced, as `takt import` does, the new one
    /// is served.
    ///
    /// - Throws: A `NetworkFileError` if the file is missing or invalid.
    package init(path: String) throws(NetworkFileError) {
        self.path = path
        // Read before the file is opened: a file that is replaced meanwhile counts as newer.
        version = FileIdentity(path: path)
        timetable = try Timetable(path: path)
    }
}

/// Supplies the networks that appear at one path.
final class FileSupply: NetworkSupply {
    private struct Newest {
        var timetable: Timetable
        /// When the file of that timetable was made.
        var modified: UnixTime?
        var version: FileIdentity?
        var streets: ServedStreets?
        var streetsVersion: FileIdentity?
        var outage: StorageOutage?
    }

    private let path: String?
    private let newest: Mutex<Newest>
    private let options: TaktApplication.Options
    private let logger: Logger

    /// The interval between two checks for another file.
    private static let poll = Duration.seconds(1)
    /// The number of such checks between two checks of a full disk or a lost database.
    private static let checksPerOutage = 10

    init(_ network: NetworkAtPath, options: TaktApplication.Options, logger: Logger) {
        path = network.path
        newest = Mutex(
            Newest(
                timetable: network.timetable, modified: network.version?.modifiedAt,
                version: network.version, streets: options.streets,
                streetsVersion: options.streets == nil ? nil : options.streetsVersion))
        self.options = options
        self.logger = logger
    }

    /// Assembles the newest network; on a full disk or without its database without storage, until
    /// that is over.
    ///
    /// - Throws: An error of the web app or the stored data.
    func assemble() throws -> NetworkServing {
        let (timetable, streets, modified) = newest.withLock {
            ($0.timetable, $0.streets, $0.modified)
        }
        var options = options
        options.streets = streets
        options.networkModified = modified
        if let streets, let box = timetable.bounds(), !streets.shows(box) {
            logger.warning("the streets show nothing where the network's stops are")
        }
        do {
            let serving = try NetworkServing(timetable, options: options, logger: logger)
            newest.withLock { $0.outage = nil }
            return serving
        } catch {
            guard let folder = options.dataFolder,
                let outage = StorageOutage(error, folder: folder)
            else { throw error }
            logger.error(
                "\(outage.sentence): nothing is stored, and the timetable is served without it",
                metadata: [
                    "folder": "\(folder)", "reason": "\(outage.advice(on: folder) ?? "\(error)")",
                ])
            newest.withLock { $0.outage = outage }
            var poor = options
            poor.dataFolder = nil
            poor.outage = outage
            return try NetworkServing(timetable, options: poor, logger: logger)
        }
    }

    /// Returns whether nothing could be stored, and can be again.
    private func canStoreAgain() async -> Bool {
        guard let outage = newest.withLock({ $0.outage }), await outage.isOver(options) else {
            return false
        }
        logger.notice("\(outage.end)")
        return true
    }

    /// Opens other streets if their file was replaced, and returns whether it was; a file that
    /// cannot be used is logged once, and the current streets stay.
    private func hasOtherStreets() -> Bool {
        guard let path = options.streetsPath, let version = FileIdentity(path: path),
            version != newest.withLock({ $0.streetsVersion })
        else { return false }
        newest.withLock { $0.streetsVersion = version }
        do throws(StreetsFileError) {
            let streets = try ServedStreets(path: path)
            newest.withLock { $0.streets = streets }
            logger.notice("other streets are served from now on")
            return true
        } catch {
            logger.warning(
                "the new file of streets cannot be used; the current one stays",
                metadata: ["reason": "\(error)"])
            return false
        }
    }

    /// Returns when another network or other streets are at the path, or data can be stored again;
    /// a file that cannot be used is logged once.
    func waitForNext() async {
        var checks = 0
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await Task.sleep(for: Self.poll)
            checks += 1
            if checks % Self.checksPerOutage == 0, await canStoreAgain() { return }
            if hasOtherStreets() { return }
            guard let path, let version = FileIdentity(path: path),
                version != newest.withLock({ $0.version })
            else { continue }
            newest.withLock { $0.version = version }
            do throws(NetworkFileError) {
                let timetable = try Timetable(path: path)
                newest.withLock {
                    $0.timetable = timetable
                    $0.modified = version.modifiedAt
                }
                logger.notice(
                    "another network is served from now on",
                    metadata: ["stops": "\(timetable.stops.indices.count)"])
                return
            } catch {
                logger.warning(
                    "the new network file cannot be used; the current one stays",
                    metadata: ["reason": "\(error)"])
            }
        }
    }
}

extension FileIdentity {
    /// When the file was last written.
    fileprivate var modifiedAt: UnixTime {
        UnixTime(milliseconds: Int64(modified.timeIntervalSince1970 * 1000))
    }
}
