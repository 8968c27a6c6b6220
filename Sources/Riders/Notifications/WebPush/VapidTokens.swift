import Crypto
import Foundation
import Synchronization

/// Tokens that tell push services who sends (RFC 8292), made once per service and half a day.
final class VapidTokens: Sendable {
    /// A push service refuses tokens that last for more than 24 hours.
    private static let lifetimeSeconds: Int64 = 12 * 3600
    /// A token is renewed while it still lasts for a while: clocks differ, messages wait.
    private static let spareSeconds: Int64 = 3600
    /// So many services are remembered.
    private static let maximumTokens = 256

    private let key: VapidKey
    private let contact: String
    private let tokens = Mutex<[String: (token: String, expires: Int64)]>([:])

    /// `contact` is a `mailto:` or `https:` address for the push service's operator.
    init(key: VapidKey, contact: String) {
        self.key = key
        self.contact = contact
    }

    /// The `Authorization` field for a push service; `nowSeconds` counts from 1970.
    func authorization(for origin: String, nowSeconds: Int64) -> String? {
        tokens.withLock { tokens in
            if let known = tokens[origin], known.expires - nowSeconds > Self.spareSeconds,
                known.expires - nowSeconds <= Self.lifetimeSeconds
            {
                return field(known.token)
            }
            if tokens.count >= Self.maximumTokens { tokens.removeAll() }
            let expires = nowSeconds + Self.lifetimeSeconds
            guard let token = sign(origin, expires: expires) else { return nil }
            tokens[origin] = (token, expires)
            return field(token)
        }
    }

    private func field(_ token: String) -> String {
        "vapid t=\(token), k=\(key.applicationServerKey)"
    }

    private struct Header: Encodable {
        let alg = "ES256"
        let typ = "JWT"
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String
    }

    /// A JWT; nil only if the system's randomness fails.
    private func sign(_ origin: String, expires: Int64) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let header = try? encoder.encode(Header()),
            let claims = try? encoder.encode(Claims(aud: origin, exp: expires, sub: contact))
        else { return nil }
        let signed = "\(Base64URL.encode(header)).\(Base64URL.encode(claims))"
        guard let signature = try? key.signing.signature(for: Data(signed.utf8)) else { return nil }
        return "\(signed).\(Base64URL.encode(signature.rawRepresentation))"
    }
}
