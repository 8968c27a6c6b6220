import Foundation
import Glibc
import Persistence

/// Checks whether a disk has room for the files that a starting server writes.
enum DiskRoom {
    /// The minimum free space, in bytes: new databases of all kinds with their logs.
    private static let least: off_t = 8 * 1024 * 1024
    /// What a full disk answers, and one that the kernel made read-only after an error.
    private static let full: Set<Int32> = [ENOSPC, EDQUOT, EFBIG, EROFS]

    /// Returns whether an error is caused by a full or read-only disk under the folder.
    static func isMissing(_ error: any Error, in folder: String) -> Bool {
        (error as? SQLiteStoreError)?.reason == .diskFull || !isLeft(in: folder)
    }

    /// Returns the sentence about a folder without room.
    static func refusal(of folder: String) -> String {
        "The disk of '\(folder)' is full; make room."
    }

    /// Returns whether there is room in a folder, or where it will be created; any other problem
    /// counts as room.
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
        // Reserves the space without writing it; closing the file releases it.
        return !full.contains(posix_fallocate(descriptor, 0, least))
    }
}
