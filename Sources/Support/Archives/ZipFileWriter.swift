private import CZip
private import Foundation

/// Writes a ZIP file with libzip, its members piece by piece, in limited memory.
///
/// Members are stored uncompressed in a folder next to the file until ``finish()`` compresses them.
/// Equal members give equal files, because all of them have the earliest date of the ZIP format.
/// Comments and attributes are not supported.
package final class ZipFileWriter {
    private let path: String
    private let folder: String
    private var names: [String] = []
    private var member: FileHandle?

    /// 1980-01-01 as an MS-DOS date.
    private static let firstDay: UInt16 = 0x21

    /// Starts a file, replacing an existing one.
    /// - Throws: ``ZipFileError`` if it cannot be written.
    package init(path: String) throws(ZipFileError) {
        self.path = path
        folder = path + ".members"
        let files = FileManager.default
        do {
            if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
            try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        } catch {
            throw .unwritable(reason: "no folder can be made beside it")
        }
    }

    deinit {
        try? member?.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Ends the previous member and starts another.
    /// - Throws: ``ZipFileError`` if it cannot be written.
    package func begin(_ name: String) throws(ZipFileError) {
        try endMember()
        let waiting = waitingPath(names.count)
        guard FileManager.default.createFile(atPath: waiting, contents: nil),
            let file = FileHandle(forWritingAtPath: waiting)
        else { throw .unwritable(reason: "a member cannot be made beside it") }
        names.append(name)
        member = file
    }

    /// Appends to the current member.
    /// - Throws: ``ZipFileError`` if it cannot be written.
    package func write(_ bytes: [UInt8]) throws(ZipFileError) {
        do {
            try member?.write(contentsOf: Data(bytes))
        } catch {
            throw .unwritable(reason: "a member cannot be written beside it (is the disk full?)")
        }
    }

    /// Compresses the members and flushes the file to disk; nothing may follow.
    /// - Throws: ``ZipFileError`` if it cannot be written.
    package func finish() throws(ZipFileError) {
        try endMember()
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            throw .unwritable(reason: "it cannot be made")
        }
        for (row, name) in names.enumerated() {
            guard let source = zip_source_file(archive, waitingPath(row), 0, -1) else {
                throw discarded(archive)
            }
            let index = zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
            guard index >= 0 else {
                zip_source_free(source)
                throw discarded(archive)
            }
            guard zip_file_set_dostime(archive, UInt64(index), 0, Self.firstDay, 0) == 0 else {
                throw discarded(archive)
            }
        }
        guard zip_close(archive) == 0 else { throw discarded(archive) }
        do {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.synchronize()
            try file.close()
        } catch {
            throw .unwritable(reason: "it cannot be brought to the disk")
        }
    }

    private func endMember() throws(ZipFileError) {
        do {
            try member?.close()
        } catch {
            throw .unwritable(reason: "a member cannot be written beside it (is the disk full?)")
        }
        member = nil
    }

    private func waitingPath(_ row: Int) -> String { "\(folder)/\(row)" }

    /// Frees an archive that could not be written, and returns the reason.
    private func discarded(_ archive: OpaquePointer) -> ZipFileError {
        let reason = String(cString: zip_strerror(archive))
        zip_discard(archive)
        return .unwritable(reason: reason)
    }
}

/// The reason why a ZIP file could not be written.
package enum ZipFileError: Error, Equatable, CustomStringConvertible {
    case unwritable(reason: String)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .unwritable(let reason): "The ZIP file cannot be written: \(reason)."
        }
    }
}
