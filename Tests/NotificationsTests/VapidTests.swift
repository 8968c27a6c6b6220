import Crypto
import FolderTesting
import Foundation
import Testing

@testable import Notifications

/// The sender's identification to push services (RFC 8292).
struct VapidTests {
    private let folder = TemporaryFolder()

    private struct Claims: Decodable {
        let aud: String
        let exp: Int64
        let sub: String
    }

    private static let contact = "mailto:operator@example.org"

    /// Returns the parts of `vapid t=TOKEN, k=KEY`.
    private func parts(_ field: String) throws -> (token: [String], key: [UInt8]) {
        let fields = field.dropFirst("vapid ".count).split(separator: ", ")
        let token = try #require(fields.first { $0.hasPrefix("t=") }).dropFirst(2)
        let key = try #require(fields.first { $0.hasPrefix("k=") }).dropFirst(2)
        return (
            token.split(separator: ".").map(String.init),
            try #require(Base64URL.decode(String(key)))
        )
    }

    @Test func `a token is signed by the key that it names and lasts less than a day`() throws {
        let key = VapidKey(P256.Signing.PrivateKey())
        let tokens = VapidTokens(key: key, contact: Self.contact)
        let now: Int64 = 1_800_000_000
        let field = try #require(
            tokens.authorization(for: "https://push.example.net", nowSeconds: now))
        #expect(field.hasPrefix("vapid "))
        let (token, publicKey) = try parts(field)
        #expect(token.count == 3)
        #expect(Base64URL.encode(publicKey) == key.applicationServerKey)

        let header = try #require(Base64URL.decode(token[0]))
        #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"ES256","typ":"JWT"}"#)
        let claims = try JSONDecoder().decode(
            Claims.self, from: Data(try #require(Base64URL.decode(token[1]))))
        #expect(claims.aud == "https://push.example.net")
        #expect(claims.sub == Self.contact)
        #expect((1...86_400).contains(claims.exp - now))

        let verifier = try P256.Signing.PublicKey(x963Representation: publicKey)
        let signature = try P256.Signing.ECDSASignature(
            rawRepresentation: try #require(Base64URL.decode(token[2])))
        #expect(verifier.isValidSignature(signature, for: Data("\(token[0]).\(token[1])".utf8)))
    }

    @Test func `each push service has its own token, which is kept and renewed in time`() throws {
        let tokens = VapidTokens(key: VapidKey(P256.Signing.PrivateKey()), contact: Self.contact)
        func token(_ origin: String, _ hours: Int64) throws -> String {
            try #require(tokens.authorization(for: origin, nowSeconds: 3600 * hours))
        }
        let first = try token("https://a.example", 0)
        #expect(try token("https://a.example", 10) == first)
        #expect(try token("https://b.example", 10) != first)
        let second = try token("https://a.example", 11)
        #expect(second != first)
        // After the clock was set back, no token may be valid for more than a day.
        #expect(try token("https://a.example", -48) != second)
    }

    @Test func `however many push services there are, memory is bounded`() throws {
        let tokens = VapidTokens(key: VapidKey(P256.Signing.PrivateKey()), contact: Self.contact)
        let first = tokens.authorization(for: "https://0.example", nowSeconds: 0)
        for number in 1..<300 {
            _ = tokens.authorization(for: "https://\(number).example", nowSeconds: 0)
        }
        #expect(tokens.authorization(for: "https://0.example", nowSeconds: 0) != first)
    }

    @Test func `the key file is made once, for its owner only`() throws {
        let path = folder.path("push-key.pem")
        let made = try VapidKey(file: path)
        let again = try VapidKey(file: path)
        #expect(made.applicationServerKey == again.applicationServerKey)
        #expect(Base64URL.decode(made.applicationServerKey)?.count == 65)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        // No other file remains in the folder.
        #expect(try folder.names().count == 1)
    }

    @Test func `programs that start at once end up with one key`() async throws {
        let path = folder.path("key.pem")
        let keys = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { try VapidKey(file: path).applicationServerKey }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
    }

    @Test func `what is wrong with a key file is said`() throws {
        let path = folder.path("key.pem")
        try folder.write("no key", to: "key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(throws: VapidKeyProblem.noKey(path)) { try VapidKey(file: path) }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: VapidKeyProblem.readByOthers(path)) { try VapidKey(file: path) }
        let nowhere = folder.path("none/key.pem")
        #expect(
            throws: VapidKeyProblem.unwritable(nowhere, "no such file or directory")
        ) { try VapidKey(file: nowhere) }
    }
}
