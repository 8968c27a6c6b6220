import Foundation
import TransitModel

// The check of the data folder.
extension Doctor {
    /// The free space below which there is a warning, in bytes.
    private static let minimumFreeBytes = 1_000_000_000

    /// Returns whether the server can store anything in its folder, and open what is there.
    func data() -> Finding {
        guard let folder = configuration.data else {
            return finding(
                .warning, "data",
                "Nothing is stored: name a folder in 'data' for riders and history.")
        }
        let probe = "\(folder)/.doctor-\(now().milliseconds)"
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue {
            return finding(.bad, "data", "'\(folder)' is a file; name a folder in 'data'.")
        }
        // The server makes it as its own user, which this one may not be.
        let missing = missingFolders(to: folder)
        defer { for path in missing { rmdir(path) } }
        do {
            try PrivateFile.makeFolder(folder)
            try Data("x".utf8).write(to: URL(fileURLWithPath: probe))
            try files.removeItem(atPath: probe)
        } catch {
            return finding(
                .bad, "data",
                DiskRoom.isLeft(in: folder)
                    ? "'\(folder)' cannot be written; give it to the user that the server runs as."
                    : DiskRoom.refusal(of: folder))
        }
        if let unusable = unusableDatabase(in: folder) { return unusable }
        guard DiskRoom.isLeft(in: folder) else {
            return finding(.bad, "data", DiskRoom.refusal(of: folder))
        }
        let space = try? files.attributesOfFileSystem(forPath: folder)
        let free = (space?[.systemFreeSize] as? NSNumber)?.intValue ?? .max
        return free < Self.minimumFreeBytes
            ? finding(.warning, "data", "'\(folder)' has less than 1 GB left; make room.")
            : finding(.good, "data", "'\(folder)' can be written.")
    }

    /// Returns the folders on the way to a folder, itself included, that do not exist; the last one
    /// first.
    private func missingFolders(to folder: String) -> [String] {
        var missing: [String] = []
        var place = URL(fileURLWithPath: folder)
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) {
            missing.append(place.path)
            place.deleteLastPathComponent()
        }
        return missing
    }
}
