import Foundation
import StreetsFile
import StreetsImport
import TaktApp
import TransitModel

/// A file of streets that is put in place once the network beside it is written.
struct StreetsDraft {
    /// The final path.
    let path: String
    let metadata: StreetsMetadata
    private var draftPath: String { path + ".draft" }

    /// Compiles the extracts around a network's stops.
    ///
    /// - Throws: ``StreetsImportError`` if an extract cannot be used or the file cannot be written.
    init(
        _ extracts: [String], near stops: BoundingBox?, besideNetwork network: String,
        progress: @escaping (StreetsImport.Stage) -> Void
    ) throws(StreetsImportError) {
        path = ServedStreets.path(besideNetwork: network)
        metadata = try StreetsImport(extracts, near: stops, progress: progress)
            .write(to: path + ".draft")
    }

    /// Opens these streets.
    ///
    /// - Throws: ``StreetsFileError`` if the draft cannot be read.
    func open() throws(StreetsFileError) -> ServedStreets {
        try ServedStreets(path: draftPath)
    }

    /// Replaces the previous file.
    ///
    /// - Throws: `StreetsFileError.notWritten(path:reason:)` if it cannot be replaced.
    func keep() throws(StreetsFileError) {
        guard rename(draftPath, path) == 0 else {
            throw .notWritten(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Removes the draft if it is still there.
    func discard() {
        unlink(draftPath)
    }
}
