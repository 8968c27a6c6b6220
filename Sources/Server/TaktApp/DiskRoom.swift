import Foundation
import Glibc
import Persistence

/// Checks whether a disk has room for the files that a starting server writes.
enum DiskRoom {
    /// Why nothing can be stored in a folder.
    enum Shortage: Sendable {
        case full
        /// Mounted read-only, by the kernel after an error or by systemd for a service.
        case readOnly
    }

    /// The minimum free space, in bytes: new databases of all kinds with their logs.
    private static let least: off_t = 8 * 1024 * 1024
    private static let full: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]

    /// Returns the shortage under the folder that causes an error; nil if something else does.
    static func shortage(_ error: any Error, in folder: String) -> Shortage? {
        shortage(in: folder)
            ?? ((error as? SQLiteStoreError)?.reason == .diskFull ? .full : nil)
    }

    /// Returns the sentence about a folder in which nothing can be stored.
    static func refusal(of folder: String) -> String {
        switch shortage(in: folder) {
        case .readOnly: readOnlyRefusal(of: folder)
        case .full, nil: "The disk of '\(folder)' is full; make room."
        }
    }

    /// Returns the sentence about a folder on a disk that takes no changes.
    static func readOnlyRefusal(of folder: String) -> String {
        "The disk of '\(folder)' takes no changes: it is mounted read-only, or systemd lets this "
            + "service write elsewhere only ('ReadWritePaths')."
    }

    /// Returns whether there is room in a folder, or where it will be created; any other problem
    /// counts as room.
    static func isLeft(in folder: String) -> Bool { shortage(in: folder) == nil }

    /// Returns why nothing can be stored in a folder, or where it will be created; nil if something
    /// can, or for any other problem.
    static func shortage(in folder: String) -> Shortage? {
        var place = URL(fileURLWithPath: folder)
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) {
            place.deleteLastPathComponent()
        }
        var name = Array(place.appendingPathComponent(".room-XXXXXX").path.utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return shortage(errno) }
        defer { close(descriptor) }
        unlink(name)
        // Reserves the space without writing it; closing the file releases it.
        return shortage(posix_fallocate(descriptor, 0, least))
    }

    private static func shortage(_ code: Int32) -> Shortage? {
        code == EROFS ? .readOnly : full.contains(code) ? .full : nil
    }
}
