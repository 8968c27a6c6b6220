import Crypto
import Foundation
import Synchronization

/// Caches VAPID tokens (RFC 8292), one per push service and half a day.
final class VapidTokens: Sendable {
    /// Push services refuse tokens that are valid for more than 24 hours.
    private static let lifetimeSeconds: Int64 = 12 * 3600
    /// A token is renewed this long before it expires, because clocks differ and messages wait.
    private static let spareSeconds: Int64 = 3600
    /// The largest number of cached tokens.
    private static let maximumTokens = 256

    private let key: VapidKey
    private let contact: String
    private let tokens = Mutex<[String: (token: String, expires: Int64)]>([:])

    /// `contact` is a `mailto:` or `https:` address for the push service's operator.
    init(key: VapidKey, contact: String) {
        self.key = key
        self.contact = contact
    }

    /// The `Authorization` header for a push service; `nowSeconds` is seconds since 1970.
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

    /// Returns a signed JWT; nil only if the system's random source fails.
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
