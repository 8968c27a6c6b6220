import Foundation
import StreetsFile
import TaktApp

/// Opens the file of streets that an option names, or the one beside a network; nil if there is
/// neither.
///
/// - Throws: An exit code, after a printed sentence, if the file is missing or invalid.
func openServedStreets(
    _ path: String?, besideNetwork network: String
) throws -> ServedStreets? {
    let usual = ServedStreets.path(besideNetwork: network)
    guard let path = path ?? (FileManager.default.fileExists(atPath: usual) ? usual : nil)
    else { return nil }
    do {
        return try ServedStreets(path: path)
    } catch {
        throw fail(error.description, error.exitStatus)
    }
}
