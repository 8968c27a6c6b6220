package import Foundation

/// Decrypts an age file chunk by chunk.
///
/// The bytes returned by ``update(_:)`` are authenticated, in order. Only ``finish()`` confirms
/// that the file is complete, so the content must not be trusted before it returns.
package struct AgeOpener {
    private let identities: [AgeIdentity]
    private var payload: AgePayload?
    private var rest = Data()
    private var hasOpened = false

    private static let sealedPieceBytes = AgePayload.pieceBytes + AgePayload.tagBytes

    /// Starts a file that one of these keys opens.
    package init(identities: [AgeIdentity]) {
        self.identities = identities
    }

    /// Consumes a part of the file and returns the content decrypted so far.
    ///
    /// - Throws: ``AgeError`` if the file is not for these keys, or was changed.
    package mutating func update(_ bytes: some DataProtocol) throws(AgeError) -> Data {
        rest.append(contentsOf: bytes)
        guard var payload = try begun() else { return Data() }
        defer { self.payload = payload }
        var opened = Data()
        while rest.count > Self.sealedPieceBytes {
            guard let piece = try? payload.open(rest.prefix(Self.sealedPieceBytes), isLast: false)
            else { throw .contentChanged }
            opened += piece
            hasOpened = true
            rest = Data(rest.dropFirst(Self.sealedPieceBytes))
        }
        return opened
    }

    /// Ends the file and returns the rest of the content.
    ///
    /// - Throws: ``AgeError`` if the file is cut off or was changed.
    package mutating func finish() throws(AgeError) -> Data {
        guard var payload = try begun() else {
            throw AgeHeaderReader.canBegin(rest) ? .cutShort : .notAnAgeFile
        }
        guard rest.count >= AgePayload.tagBytes else { throw .cutShort }
        var middle = payload
        guard let piece = try? payload.open(rest, isLast: true) else {
            // If a full chunk decrypts as a middle one, the following chunks are missing.
            let isMiddle = (try? middle.open(rest, isLast: false)) != nil
            throw isMiddle ? .cutShort : .contentChanged
        }
        // Only an empty file may end with an empty chunk.
        guard !piece.isEmpty || !hasOpened else { throw .contentChanged }
        return piece
    }

    /// Decrypts a file in memory.
    ///
    /// - Throws: ``AgeError`` if it is invalid, not for these keys, or was changed.
    package static func open(_ file: Data, with identities: [AgeIdentity]) throws(AgeError)
        -> Data
    {
        var opener = AgeOpener(identities: identities)
        let begun = try opener.update(file)
        return try begun + opener.finish()
    }

    /// The content's cipher once the header and the nonce after it have arrived; nil before.
    private mutating func begun() throws(AgeError) -> AgePayload? {
        if let payload { return payload }
        guard let length = try AgeHeaderReader.length(rest) else { return nil }
        let end = length + AgePayload.nonceBytes
        guard rest.count >= end else { return nil }
        let fileKey = try AgeHeader.fileKey(Data(rest.prefix(length)), identities)
        let nonce = Data(rest.dropFirst(length).prefix(AgePayload.nonceBytes))
        let payload = AgePayload(fileKey: fileKey, nonce: nonce)
        self.payload = payload
        rest = Data(rest.dropFirst(end))
        return payload
    }
}

/// Finds the end of a header.
enum AgeHeaderReader {
    private static let start = Data((AgeHeader.versionLine + "\n").utf8)
    private static let last = Data("\n--- ".utf8)

    /// The length of the header with its last line break; nil if more bytes are needed.
    ///
    /// - Throws: ``AgeError`` if this is not an age file or the header is too long.
    static func length(_ bytes: Data) throws(AgeError) -> Int? {
        guard canBegin(bytes) else { throw .notAnAgeFile }
        let window = bytes.prefix(AgeHeader.maximumBytes)
        if let dashes = window.range(of: last),
            let end = window[dashes.upperBound...].firstIndex(of: 0x0a)
        {
            return end + 1 - bytes.startIndex
        }
        guard bytes.count < AgeHeader.maximumBytes else { throw .headerTooLong }
        return nil
    }

    /// Whether the bytes are a possible beginning of a file.
    static func canBegin(_ bytes: Data) -> Bool {
        bytes.prefix(start.count).elementsEqual(start.prefix(bytes.count))
    }
}
