import Crypto
import Foundation
import TransitModel

/// The SHA-256 and the length of a file, which is read in pieces.
struct FileDigest {
    /// In hexadecimal digits.
    let sha256: String
    let bytes: Int

    private static let chunkBytes = 1 << 20

    /// Reads a file.
    ///
    /// - Throws: An error of the file system.
    init(path: String) throws {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        var (hash, bytes) = (SHA256(), 0)
        while let chunk = try handle.read(upToCount: Self.chunkBytes), !chunk.isEmpty {
            hash.update(data: chunk)
            bytes += chunk.count
        }
        sha256 = hash.finalize().hexText
        self.bytes = bytes
    }
}
