import Foundation
import HTTPFetching
import HTTPTypes
import Hummingbird
import TransitModel

/// What clients are told apart by.
enum ClientAddress {
    /// What stands for whoever is connected from an address, where so many are allowed to each.
    ///
    /// Who has one address of version 6 has the other 2^64 of that network too, so they count as one.
    static func key(_ address: String) -> String {
        let mapped = "::ffff:"
        if address.hasPrefix(mapped), IPAddress(String(address.dropFirst(mapped.count))) != nil {
            return String(address.dropFirst(mapped.count))
        }
        guard let bytes = IPAddress(address)?.bytes, bytes.count == 16 else {
            return String(address.prefix(64))
        }
        return bytes.prefix(8).hexText
    }

    /// The key of who asks; nil for programs of this machine that ask for nobody else.
    ///
    /// A proxy - on this machine, or one that the operator named - says for whom it asks
    /// (`X-Forwarded-For`): the last address there that is no proxy's counts.
    static func key(
        of request: Request, _ context: TaktRequestContext, _ proxies: TrustedProxies
    ) -> String? {
        guard let peer = context.remoteAddress else { return nil }
        var hops =
            HTTPField.Name("X-Forwarded-For").flatMap { request.headers[$0] }
            .map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } } ?? []
        if hops.isEmpty, TrustedProxies.isThisMachine(peer) { return nil }
        var address = peer
        while proxies.include(address), let before = hops.popLast() { address = before }
        return key(address)
    }
}
