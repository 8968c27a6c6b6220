import Foundation
import Glibc
import Persistence

/// Whether a disk has room for what a server has to write when it starts.
enum DiskRoom {
    /// The least that has to be free, in bytes: new databases of all kinds with their logs.
    private static let least: off_t = 8 * 1024 * 1024
    private static let full: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]

    /// Whether an error comes of a full disk under the folder.
    static func isMissing(_ error: any Error, in folder: String) -> Bool {
        (error as? SQLiteStoreError)?.reason == .diskFull || !isLeft(in: folder)
    }

    /// Whether there is room in a folder, or where it is to be made; what else is wrong there counts as room.
    static func isLeft(in folder: String) -> Bool {
        var place = URL(fileURLWithPath: folder)
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) {
            place.deleteLastPathComponent()
        }
        var name = Array(place.appendingPathComponent(".room-XXXXXX").path.utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return !full.contains(errno) }
        defer { close(descriptor) }
        unlink(name)
        // Reserves the room without writing it; it comes back when the file is closed.
        return !full.contains(posix_fallocate(descriptor, 0, least))
    }
}
