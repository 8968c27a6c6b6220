import DemoNetwork
package import Foundation
import GTFSImport
package import Timetables
package import TransitModel

/// The demo's network: drawn, written as a GTFS feed, and imported like any other.
package enum DemoNetworkBuilder {
    /// The demo network's name.
    package static let name = "Seewil"
    private static let daysBefore = 7
    private static let daysAfter = 120

    /// Compiles the demo network for the weeks around `today`.
    ///
    /// - Throws: An error of writing the feed's files, or of the import.
    package static func timetable(around today: ServiceDay) throws -> Timetable {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("takt-demo-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(to: folder, around: today)
        return try NetworkImport([.init(path: folder.path, name: "seewil")]).timetable().0
    }

    /// Writes the demo feed's files into a folder.
    ///
    /// - Throws: An error of writing files.
    package static func write(to folder: URL, around today: ServiceDay) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = DemoFeed.files(
            from: today.advanced(by: -daysBefore), to: today.advanced(by: daysAfter))
        for file in files {
            try Data(file.contents.utf8).write(to: folder.appendingPathComponent(file.name))
        }
    }
}
