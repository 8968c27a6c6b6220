private import CZlib

/// Reads a file's bytes sequentially, decompressed if the file is gzip.
package struct GzipReader: ~Copyable {
    private let file: gzFile

    /// Opens a file; nil if it cannot be read.
    package init?(path: String) {
        guard let file = gzopen(path, "rb") else { return nil }
        self.file = file
    }

    deinit {
        gzclose(file)
    }

    /// Reads into the start of a buffer and returns the number of bytes; 0 at the end, nil if the
    /// file is damaged.
    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = UInt32(min(buffer.count, 1 << 30))
        let count = gzread(file, buffer.baseAddress, wanted)
        return count < 0 ? nil : Int(count)
    }
}
