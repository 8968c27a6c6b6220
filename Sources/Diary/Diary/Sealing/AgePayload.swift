import Crypto
import Foundation

/// The content of a file: chunks of 64 KiB, each sealed and bound to its position (STREAM).
struct AgePayload {
    static let nonceBytes = 16
    static let pieceBytes = 64 * 1024
    static let tagBytes = 16

    private let key: SymmetricKey
    /// The number of the next chunk.
    private var counter: UInt64 = 0

    init(fileKey: Data, nonce: Data) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: fileKey), salt: nonce, info: Data("payload".utf8),
            outputByteCount: 32)
    }

    mutating func seal(_ piece: Data, isLast: Bool) throws -> Data {
        let box = try ChaChaPoly.seal(piece, using: key, nonce: nextNonce(isLast: isLast))
        return box.ciphertext + box.tag
    }

    /// Decrypts a chunk with its tag; nil if it was not sealed at this position.
    mutating func open(_ piece: Data, isLast: Bool) throws -> Data? {
        let nonce = try nextNonce(isLast: isLast)
        guard piece.count >= Self.tagBytes else { return nil }
        let box = try ChaChaPoly.SealedBox(
            nonce: nonce, ciphertext: piece.dropLast(Self.tagBytes),
            tag: piece.suffix(Self.tagBytes))
        return try? ChaChaPoly.open(box, using: key)
    }

    /// Eleven bytes count chunks, the last one marks the final chunk; 2^64 chunks are never
    /// reached.
    private mutating func nextNonce(isLast: Bool) throws -> ChaChaPoly.Nonce {
        var bytes = Data(count: 3)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: counter >> UInt64(shift)))
        }
        bytes.append(isLast ? 1 : 0)
        counter += 1
        return try ChaChaPoly.Nonce(data: bytes)
    }
}
