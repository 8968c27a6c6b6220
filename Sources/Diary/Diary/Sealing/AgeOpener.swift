package import Foundation

/// Opens a file that was sealed to one of some keys, piece by piece.
///
/// What `update` gives was checked: it is what was sealed, in its place. Only `finish` tells
/// whether the file is whole, so nobody should believe what was opened before it returned.
package struct AgeOpener {
    private let identities: [AgeIdentity]
    private var payload: AgePayload?
    private var rest = Data()
    private var hasOpened = false

    private static let sealedPieceBytes = AgePayload.pieceBytes + AgePayload.tagBytes

    /// Begins with a file for one of these keys.
    package init(identities: [AgeIdentity]) {
        self.identities = identities
    }

    /// Takes more of the file and gives what could be opened.
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

    /// Takes the end of the file and gives the rest of the content.
    package mutating func finish() throws(AgeError) -> Data {
        guard var payload = try begun() else {
            throw AgeHeaderReader.canBegin(rest) ? .cutShort : .notAnAgeFile
        }
        guard rest.count >= AgePayload.tagBytes else { throw .cutShort }
        var middle = payload
        guard let piece = try? payload.open(rest, isLast: true) else {
            // A full piece that opens as one in the middle tells that its followers are missing.
            let isMiddle = (try? middle.open(rest, isLast: false)) != nil
            throw isMiddle ? .cutShort : .contentChanged
        }
        // Only an empty file may end with an empty piece.
        guard !piece.isEmpty || !hasOpened else { throw .contentChanged }
        return piece
    }

    /// Opens what is in memory.
    package static func open(_ file: Data, with identities: [AgeIdentity]) throws(AgeError)
        -> Data
    {
        var opener = AgeOpener(identities: identities)
        let begun = try opener.update(file)
        return try begun + opener.finish()
    }

    /// The content's key once the header and the nonce behind it are there.
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

/// Finds where a header ends.
enum AgeHeaderReader {
    private static let start = Data((AgeHeader.versionLine + "\n").utf8)
    private static let last = Data("\n--- ".utf8)

    /// The length of the header with its last line break; nil if more is needed to tell.
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

    /// Whether the bytes are the beginning of a file, as far as they go.
    static func canBegin(_ bytes: Data) -> Bool {
        bytes.prefix(start.count).elementsEqual(start.prefix(bytes.count))
    }
}
