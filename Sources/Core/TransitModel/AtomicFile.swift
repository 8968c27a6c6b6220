#if !hasFeature(Embedded)

private import Foundation

/// A file that replaces the one at its path once it is complete.
///
/// The bytes go to `path.partial` in the same folder, which one program at a time may write.
/// Without ``replace()`` the old file stays, and the partial one is removed with the instance.
package final class AtomicFile {
    /// The reason why a file was not written.
    package enum Failure: Error {
        /// Another program is writing it.
        case busy
        /// An operation of the system failed, for this reason.
        case system(String)

        static var last: Failure { .system(String(cString: strerror(errno))) }
    }

    private let path: String
    /// The path of the bytes until they replace the old file.
    package let partialPath: String
    private var descriptor: CInt
    private var size = 0

    /// Creates the partial file, or empties one that an interrupted program left.
    ///
    /// - Throws: ``Failure`` if the file cannot be created.
    package init(replacing path: String) throws(Failure) {
        self.path = path
        partialPath = path + ".partial"
        descriptor = open(partialPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .last }
        // Another program may have renamed the file to its final path before it let go of it.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            Self.isFile(descriptor, at: partialPath)
        else {
            close(descriptor)
            descriptor = -1
            throw .busy
        }
        guard ftruncate(descriptor, 0) == 0 else { throw .last }
    }

    deinit {
        guard descriptor >= 0 else { return }
        unlink(partialPath)
        close(descriptor)
    }

    /// Returns whether an open file or folder is still the one at a path.
    package static func isFile(_ descriptor: CInt, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
            && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    /// Appends bytes.
    ///
    /// - Throws: ``Failure`` if the disk is full or fails.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        try write(bytes, at: size)
        size += bytes.count
    }

    /// Writes bytes over those at an offset.
    ///
    /// - Throws: ``Failure`` if the disk is full or fails.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last }
            done += count
        }
    }

    /// Flushes the bytes to disk and puts them in place of the old file; no other call may follow.
    ///
    /// - Throws: ``Failure`` if the disk is full or fails; the old file then stays.
    package func replace() throws(Failure) {
        guard fsync(descriptor) == 0, rename(partialPath, path) == 0 else { throw .last }
        close(descriptor)
        descriptor = -1
        syncFolder()
    }

    /// Makes the rename durable if the file system supports it.
    private func syncFolder() {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

#endif
