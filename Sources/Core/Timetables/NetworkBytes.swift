#if !hasFeature(Embedded)
private import Foundation
#endif

/// The bytes of a network file, mapped from a file or held in memory.
///
/// They are never written after creation, and are unmapped or freed with the last column that
/// refers to them.
package final class NetworkBytes: @unchecked Sendable {
    /// The whole file.
    package let raw: UnsafeRawBufferPointer
    private let isMapped: Bool

    #if !hasFeature(Embedded)
    /// Maps a file into memory, read-only.
    /// - Throws: ``NetworkFileError`` if the file cannot be mapped.
    package init(mapping path: String) throws(NetworkFileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? .notFound(path: path)
                : .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notANetwork(path: path)
        }
        guard status.st_size > 0 else { throw .notANetwork(path: path) }
        let mapped = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        raw = UnsafeRawBufferPointer(start: mapped, count: Int(status.st_size))
        isMapped = true
    }
    #endif

    /// Copies the bytes into memory aligned for columns.
    package init(copying bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, bytes.count), alignment: NetworkFile.alignment)
        copy.copyBytes(from: bytes)
        raw = UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])
        isMapped = false
    }

    /// Takes over memory that was allocated with ``NetworkFile/alignment``.
    package init(owning bytes: UnsafeMutableRawBufferPointer) {
        raw = UnsafeRawBufferPointer(bytes)
        isMapped = false
    }

    deinit {
        #if !hasFeature(Embedded)
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: raw.baseAddress), raw.count)
            return
        }
        #endif
        raw.deallocate()
    }
}
