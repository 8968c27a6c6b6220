import Foundation
import HTTPFetching
import HTTPTypes
package import Hummingbird
import TransitModel

/// The keys by which clients are counted.
package enum ClientAddress {
    /// Returns the key of an address, for limits that apply to each client.
    ///
    /// The owner of one IPv6 address has the other 2^64 addresses of that network too, so they
    /// share a key.
    package static func key(_ address: String) -> String {
        let mapped = "::ffff:"
        if address.hasPrefix(mapped), IPAddress(String(address.dropFirst(mapped.count))) != nil {
            return String(address.dropFirst(mapped.count))
        }
        guard let bytes = IPAddress(address)?.bytes, bytes.count == 16 else {
            return String(address.prefix(64))
        }
        return bytes.prefix(8).hexText
    }

    /// Returns the key of the client; nil for programs on this machine that forward no other
    /// client's address.
    ///
    /// A proxy, on this machine or one that the operator named, sends the client's address in
    /// `X-Forwarded-For`: the last address there that belongs to no proxy counts.
    package static func key(
        of request: Request, _ context: TaktRequestContext, _ proxies: TrustedProxies
    ) -> String? {
        guard let peer = context.remoteAddress else { return nil }
        var hops =
            request.headers[.xForwardedFor]
            .map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } } ?? []
        if hops.isEmpty, TrustedProxies.isThisMachine(peer) { return nil }
        var address = peer
        while proxies.include(address), let before = hops.popLast() { address = before }
        return key(address)
    }
}
