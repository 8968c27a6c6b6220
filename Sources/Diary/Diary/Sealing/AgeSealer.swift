package import Foundation
import Secrets

/// Encrypts a file to recipients chunk by chunk, in age's format.
///
/// <https://github.com/C2SP/C2SP/blob/main/age.md>, binary form, X25519 recipients; no armour,
/// passphrases or plugins. The returned bytes, concatenated, are the file. It buffers at most 128
/// KiB.
package struct AgeSealer {
    /// The header and the nonce, until they are returned.
    private var start: Data
    private var payload: AgePayload
    private var rest = Data()

    /// Starts a file.
    ///
    /// - Precondition: `recipients` is not empty.
    ///
    /// - Throws: The cipher's errors.
    package init(recipients: [AgeRecipient]) throws {
        precondition(!recipients.isEmpty, "a file is sealed to somebody")
        let random = Data(SecretBytes.system(AgeHeader.fileKeyBytes + AgePayload.nonceBytes))
        let fileKey = random.prefix(AgeHeader.fileKeyBytes)
        let nonce = random.dropFirst(AgeHeader.fileKeyBytes)
        start = try AgeHeader.bytes(fileKey: fileKey, recipients: recipients) + nonce
        payload = AgePayload(fileKey: fileKey, nonce: nonce)
    }

    /// Consumes a part of the content and returns the bytes of the file that are ready.
    package mutating func update(_ content: some DataProtocol) throws -> Data {
        rest.append(contentsOf: content)
        var ready = start
        start = Data()
        // A full chunk is kept until it is known whether it is the last.
        while rest.count > AgePayload.pieceBytes {
            ready += try payload.seal(rest.prefix(AgePayload.pieceBytes), isLast: false)
            rest = Data(rest.dropFirst(AgePayload.pieceBytes))
        }
        return ready
    }

    /// Ends the file and returns its remaining bytes.
    package consuming func finish() throws -> Data {
        try start + payload.seal(rest, isLast: true)
    }

    /// Encrypts content in memory.
    package static func seal(_ content: Data, to recipients: [AgeRecipient]) throws -> Data {
        var sealer = try AgeSealer(recipients: recipients)
        let begun = try sealer.update(content)
        return try begun + sealer.finish()
    }
}
