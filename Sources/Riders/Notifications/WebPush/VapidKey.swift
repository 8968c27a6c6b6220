import Crypto
import Foundation
import Glibc

/// The key that identifies this server to push services (RFC 8292).
///
/// Browsers subscribe to it, and a new key invalidates all subscriptions. So it is kept in a file
/// that only its owner may read, and that belongs in backups.
package struct VapidKey: Sendable {
    let signing: P256.Signing.PrivateKey

    /// What the rider's app passes to `pushManager.subscribe` as `applicationServerKey`, in
    /// base64url.
    package var applicationServerKey: String {
        Base64URL.encode(signing.publicKey.x963Representation)
    }

    init(_ signing: P256.Signing.PrivateKey) {
        self.signing = signing
    }

    /// Reads the key from the file at `path`, or creates the file with a new key.
    ///
    /// The file contains a private key in PEM. Its folder must exist. Two programs that start at
    /// the same time get the same key.
    ///
    /// - Throws: ``VapidKeyProblem`` if the file cannot be read or written, or has no valid key.
    package init(file path: String) throws(VapidKeyProblem) {
        if let key = try Self.read(path) {
            self = key
            return
        }
        try Self.create(path)
        guard let key = try Self.read(path) else {
            throw .unreadable(path, "it vanished")
        }
        self = key
    }

    private static let maximumFile = 10_000

    /// Returns nil if the file does not exist.
    private static func read(_ path: String) throws(VapidKeyProblem) -> VapidKey? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .unreadable(path, reason())
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var details = stat()
        guard fstat(descriptor, &details) == 0 else { throw .unreadable(path, reason()) }
        guard details.st_mode & 0o077 == 0 else { throw .readByOthers(path) }
        guard let data = try? file.read(upToCount: maximumFile),
            let key = try? P256.Signing.PrivateKey(
                pemRepresentation: String(decoding: data, as: UTF8.self))
        else { throw .noKey(path) }
        return VapidKey(key)
    }

    /// Writes a new key to a temporary file and links it, unless another program was faster.
    private static func create(_ path: String) throws(VapidKeyProblem) {
        var name = Array("\(path).XXXXXX".utf8CString)
        // `mkstemp` creates the file readable by its owner only.
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw .unwritable(path, reason()) }
        let temporary = String(
            decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(temporary) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let text = P256.Signing.PrivateKey().pemRepresentation + "\n"
        do {
            try file.write(contentsOf: Data(text.utf8))
            try file.synchronize()
        } catch {
            throw .unwritable(path, reason())
        }
        guard link(temporary, path) == 0 || errno == EEXIST else {
            throw .unwritable(path, reason())
        }
    }

    private static func reason() -> String {
        String(cString: strerror(errno)).lowercased()
    }
}

/// Why the key cannot be used; each case has the file's path.
package enum VapidKeyProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be read, for the given reason.
    case unreadable(String, String)
    /// The file cannot be written, for the given reason.
    case unwritable(String, String)
    /// Others than its owner may read the file.
    case readByOthers(String)
    /// The file contains no valid key.
    case noKey(String)

    /// One sentence for people.
    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The push key '\(path)' cannot be read: \(reason). Let the user that the server runs as "
                + "read it ('chown')."
        case .unwritable(let path, let reason):
            "The push key '\(path)' cannot be written: \(reason)."
        case .readByOthers(let path):
            "The push key '\(path)' may be read by others: 'chmod 600' fixes that."
        case .noKey(let path):
            "The push key '\(path)' is no P-256 private key in PEM; put a copy of it back, since "
                + "another key cannot reach the phones that know this one."
        }
    }
}
