private import Foundation

/// The bytes of a file, mapped into memory read-only, or a copy of bytes held in memory.
///
/// The bytes never change and stay at their address until the last reference is gone. A file that
/// others replace by renaming stays as it was when it was mapped; a file that is shortened in place
/// ends the program at the next access, so files are always replaced, never overwritten.
package final class MappedBytes: @unchecked Sendable {
    /// All bytes; valid as long as this object is.
    package let raw: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// Maps a regular file.
    ///
    /// - Throws: ``MappingError`` if there is no such file or it cannot be read.
    package init(path: String) throws(MappingError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .notFound : .unreadable(reason: lastErrorText())
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(reason: lastErrorText()) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(reason: "it is not a regular file")
        }
        let count = Int(status.st_size)
        guard count > 0 else {
            raw = UnsafeRawBufferPointer(start: nil, count: 0)
            isMapped = false
            return
        }
        let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else {
            throw .unreadable(reason: lastErrorText())
        }
        raw = UnsafeRawBufferPointer(start: mapped, count: count)
        isMapped = true
    }

    /// Copies bytes to an address that is a multiple of 64.
    package init(copying bytes: some Collection<UInt8>) {
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, bytes.count), alignment: 64)
        copy.copyBytes(from: bytes)
        raw = UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])
        isMapped = false
    }

    deinit {
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: raw.baseAddress), raw.count)
        } else {
            raw.baseAddress?.deallocate()
        }
    }
}

/// The reason why a file could not be mapped.
package enum MappingError: Error, Equatable {
    case notFound
    /// The reason is part of a sentence, without a full stop.
    case unreadable(reason: String)
}

/// The system's text for the last error of this thread.
func lastErrorText() -> String { String(cString: strerror(errno)) }
