/// The reach of an address.
///
/// The ranges are those of IANA's special-purpose registries (RFC 6890 and its updates). In case of
/// doubt an address counts as not public.
package enum AddressScope: Sendable, Equatable {
    case publicInternet
    case thisMachine
    case localNetwork
    case linkLocal
    case carrierNetwork
    case multicast
    case documentation
    case reserved
    /// An address on the public internet that an interface of this machine has.
    case ownAddress

    /// The phrase for "leads to ...".
    package var phrase: String {
        switch self {
        case .publicInternet: "the public internet"
        case .ownAddress, .thisMachine: "this machine"
        case .localNetwork: "a private network"
        case .linkLocal: "the local link"
        case .carrierNetwork: "a provider's inner network"
        case .multicast: "a multicast group"
        case .documentation: "an address for examples"
        case .reserved: "a reserved address"
        }
    }
}

extension IPAddress {
    /// The reach of the address.
    package var scope: AddressScope {
        bytes.count == 4 ? scopeOfVersion4 : scopeOfVersion6
    }

    private var scopeOfVersion4: AddressScope {
        Self.ranges4.first { hasPrefix($0.prefix, length: $0.length) }?.scope ?? .publicInternet
    }

    private var scopeOfVersion6: AddressScope {
        if hasPrefix(Self.mapped, length: 96) || hasPrefix(Self.translated, length: 96) {
            return embedded(at: 12).scope
        }
        if let range = Self.ranges6.first(where: { hasPrefix($0.prefix, length: $0.length) }) {
            return range.scope
        }
        // Only this eighth of all addresses has been allocated to the public internet.
        return hasPrefix([0x20], length: 3) ? .publicInternet : .reserved
    }

    private typealias Range = (prefix: [UInt8], length: Int, scope: AddressScope)

    private static let ranges4: [Range] = [
        ([0], 8, .thisMachine),
        ([127], 8, .thisMachine),
        ([10], 8, .localNetwork),
        ([172, 16], 12, .localNetwork),
        ([192, 168], 16, .localNetwork),
        ([169, 254], 16, .linkLocal),
        ([100, 64], 10, .carrierNetwork),
        ([192, 0, 2], 24, .documentation),
        ([198, 51, 100], 24, .documentation),
        ([203, 0, 113], 24, .documentation),
        ([192, 0, 0], 24, .reserved),
        ([192, 88, 99], 24, .reserved),
        ([198, 18], 15, .reserved),
        ([224], 4, .multicast),
        ([240], 4, .reserved),
    ]

    /// `::ffff:0:0/96`: IPv4-mapped IPv6 addresses.
    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
    /// `64:ff9b::/96`: IPv4 addresses behind a translator (NAT64).
    private static let translated: [UInt8] = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]

    private static let ranges6: [Range] = [
        // `::` and `::1`
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 127, .thisMachine),
        ([0xfc], 7, .localNetwork),
        // Formerly "site-local".
        ([0xfe, 0xc0], 10, .localNetwork),
        ([0xfe, 0x80], 10, .linkLocal),
        ([0xff], 8, .multicast),
        ([0x20, 0x01, 0x0d, 0xb8], 32, .documentation),
        ([0x3f, 0xff, 0x00], 20, .documentation),
        // Protocol assignments, tunnels (Teredo) and identifiers that are not addresses.
        ([0x20, 0x01, 0x00], 23, .reserved),
        // 6to4: may contain a private IPv4 address.
        ([0x20, 0x02], 16, .reserved),
    ]
}
