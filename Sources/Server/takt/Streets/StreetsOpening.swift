import Foundation
import StreetsFile
import TaktApp

/// Opens the file of streets that an option names, or the one beside a network; nil if there is
/// neither.
///
/// - Throws: A `StreetsFileError` if the file is missing or invalid.
func openServedStreets(
    _ path: String?, besideNetwork network: String
) throws(StreetsFileError) -> ServedStreets? {
    let usual = ServedStreets.path(besideNetwork: network)
    guard let path = path ?? (FileManager.default.fileExists(atPath: usual) ? usual : nil)
    else { return nil }
    return try ServedStreets(path: path)
}
