import DemoNetwork
package import Foundation
import GTFSImport
import StreetsImport
package import Timetables
package import TransitModel

/// The demo's network: drawn, written as a GTFS feed, and imported like any other.
package enum DemoNetworkBuilder {
    /// The demo network's name.
    package static let name = "Seewil"
    private static let daysBefore = 7
    private static let daysAfter = 120

    /// Compiles the demo network for the weeks around `today`, with walks along its streets.
    ///
    /// - Throws: An error of writing the feed's files, or of the import.
    package static func network(
        around today: ServiceDay
    ) throws -> (timetable: Timetable, streets: ServedStreets) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("takt-demo-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(to: folder, around: today)
        let streets = try streets(in: folder)
        var walking = WalkingAssumptions()
        walking.streets = streets.router
        let feed = NetworkImport.Source(path: folder.path, name: "seewil")
        return (try NetworkImport([feed], walking: walking).timetable().0, streets)
    }

    /// Compiles the demo's streets; the file may be removed once it is open.
    ///
    /// - Throws: An error of writing the extract, or of its import.
    private static func streets(in folder: URL) throws -> ServedStreets {
        let extract = folder.appendingPathComponent("seewil.osm.pbf")
        try Data(DemoExtract.bytes()).write(to: extract)
        let file = folder.appendingPathComponent("seewil.streets").path
        _ = try StreetsImport([extract.path]).write(to: file)
        return try ServedStreets(path: file)
    }

    /// Writes the demo feed's files into a folder, all or none of them.
    ///
    /// - Throws: An error of writing files.
    package static func write(to folder: URL, around today: ServiceDay) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = DemoFeed.files(
            from: today.advanced(by: -daysBefore), to: today.advanced(by: daysAfter))
        do {
            for file in files {
                try Data(file.contents.utf8).write(to: folder.appendingPathComponent(file.name))
            }
        } catch {
            for file in files {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent(file.name))
            }
            throw error
        }
    }
}
