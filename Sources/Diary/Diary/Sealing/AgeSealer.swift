import Crypto
package import Foundation

/// Seals a file to recipients, piece by piece, as `age` writes it.
///
/// <https://github.com/C2SP/C2SP/blob/main/age.md>, binary form, X25519 recipients; armour,
/// passwords and plugins are left out. What the calls return, in order, is the file; at most 128
/// KiB are held.
package struct AgeSealer {
    /// What the file begins with.
    private var start: Data
    private var payload: AgePayload
    private var rest = Data()

    /// Begins a file.
    ///
    /// - Precondition: There is a recipient.
    package init(recipients: [AgeRecipient]) throws {
        precondition(!recipients.isEmpty, "a file is sealed to somebody")
        let fileKey = Self.randomBytes(AgeHeader.fileKeyBytes)
        let nonce = Self.randomBytes(AgePayload.nonceBytes)
        start = try AgeHeader.bytes(fileKey: fileKey, recipients: recipients) + nonce
        payload = AgePayload(fileKey: fileKey, nonce: nonce)
    }

    /// Takes more of the content and gives what is ready of the file.
    package mutating func update(_ content: some DataProtocol) throws -> Data {
        rest.append(contentsOf: content)
        var ready = start
        start = Data()
        // A full piece waits until it is known whether it is the last.
        while rest.count > AgePayload.pieceBytes {
            ready += try payload.seal(rest.prefix(AgePayload.pieceBytes), isLast: false)
            rest = Data(rest.dropFirst(AgePayload.pieceBytes))
        }
        return ready
    }

    /// Ends the file and gives the rest of it.
    package consuming func finish() throws -> Data {
        try start + payload.seal(rest, isLast: true)
    }

    /// Seals what is in memory.
    package static func seal(_ content: Data, to recipients: [AgeRecipient]) throws -> Data {
        var sealer = try AgeSealer(recipients: recipients)
        let begun = try sealer.update(content)
        return try begun + sealer.finish()
    }

    /// Bytes from the system's generator: nonces are the library's way to them without bare memory,
    /// and a cheap one.
    private static func randomBytes(_ count: Int) -> Data {
        var bytes = Data()
        while bytes.count < count { bytes += ChaChaPoly.Nonce() }
        return bytes.prefix(count)
    }
}
