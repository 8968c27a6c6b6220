import Foundation
import Logging
import ServiceLifecycle
import Synchronization
package import Timetables

/// Which version of a file lies at a path: another version has another inode, size or time.
package struct FileVersion: Equatable, Sendable {
    private let inode: UInt64
    private let bytes: UInt64
    private let modified: Date

    /// What lies there now; nil if nothing does.
    package init?(at path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let modified = attributes[.modificationDate] as? Date
        else { return nil }
        inode = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
        bytes = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        self.modified = modified
    }
}

/// A network, and where newer versions of it appear.
package struct NetworkAtPath: Sendable {
    /// The network as it is now.
    package let timetable: Timetable
    let path: String?
    let version: FileVersion?

    /// A network that stays as it is.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        path = nil
        version = nil
    }

    /// The network that `open` finds at the path; whoever puts another one there, as `takt import` does,
    /// has it served.
    package init(path: String, open: (String) throws -> Timetable) rethrows {
        self.path = path
        // Before it is opened: a file that is replaced meanwhile counts as newer.
        version = FileVersion(at: path)
        timetable = try open(path)
    }
}

/// The networks that lie at one path, each as soon as it is there.
final class FileSupply: NetworkSupply {
    private struct Newest {
        var timetable: Timetable
        var version: FileVersion?
    }

    private let path: String?
    private let newest: Mutex<Newest>
    private let options: TaktApplication.Options
    private let logger: Logger

    /// How often is looked for another file.
    private static let look = Duration.seconds(1)

    init(_ network: NetworkAtPath, options: TaktApplication.Options, logger: Logger) {
        path = network.path
        newest = Mutex(Newest(timetable: network.timetable, version: network.version))
        self.options = options
        self.logger = logger
    }

    func assemble() throws -> NetworkServing {
        try NetworkServing(
            newest.withLock { $0.timetable }, options: options, logger: logger)
    }

    /// Returns when another network lies at the path; a file that cannot be used is told once.
    func waitForNext() async {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await Task.sleep(for: Self.look)
            guard let path, let version = FileVersion(at: path),
                version != newest.withLock({ $0.version })
            else { continue }
            newest.withLock { $0.version = version }
            do throws(NetworkFileError) {
                let timetable = try Timetable(path: path)
                newest.withLock { $0.timetable = timetable }
                logger.notice(
                    "another network is served from now on",
                    metadata: ["stops": "\(timetable.stops.indices.count)"])
                return
            } catch {
                logger.warning(
                    "the network stays: the new file cannot be used",
                    metadata: ["reason": "\(error)"])
            }
        }
    }
}
