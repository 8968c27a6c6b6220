package import TransitModel

/// A means of transport, as the `transportations[]` parameter names it.
package enum OpendataTransportation: String, Hashable, Sendable, CaseIterable {
    case train, tram, ship, bus, cableway

    /// The names from the service's years on the national railways' system.
    private static let formerNames: [String: OpendataTransportation] = [
        "ice_tgv_rj": .train, "ec_ic": .train, "ir": .train, "re_d": .train, "s_sn_r": .train,
        "arz_ext": .train, "direct": .train, "direct_sleeper": .train, "direct_couchette": .train,
        "tramway": .tram, "tramway_underground": .tram,
    ]

    /// Creates a means from its current or former name; nil for any other word.
    package init?(name: some StringProtocol) {
        let name = name.lowercased()
        guard let means = Self(rawValue: name) ?? Self.formerNames[name] else { return nil }
        self = means
    }

    /// Creates the means that contains a mode; nil for modes unknown to the service.
    package init?(mode: TransitMode) {
        switch mode {
        case .rail, .monorail: self = .train
        case .tram, .subway, .cableTram: self = .tram
        case .ferry: self = .ship
        case .bus, .trolleybus, .coach, .taxi: self = .bus
        case .aerialLift, .funicular: self = .cableway
        case .air, .other: return nil
        }
    }

    package var modes: Set<TransitMode> {
        Set(TransitMode.allCases.filter { Self(mode: $0) == self })
    }

    /// Returns the product code for a mode, used if the feed has no product of its own.
    package static func category(of mode: TransitMode) -> String {
        switch mode {
        case .rail, .monorail: "R"
        case .tram, .cableTram: "T"
        case .subway: "M"
        case .ferry: "BAT"
        case .bus, .trolleybus, .coach, .taxi: "B"
        case .aerialLift: "GB"
        case .funicular: "FUN"
        case .air, .other: "X"
        }
    }

    /// Returns the mode of a product such as `IC`, `S` or `T`.
    ///
    /// Products of trains change most, so an unknown product counts as rail.
    package static func mode(ofCategory category: String?) -> TransitMode {
        switch category?.uppercased() {
        case "T", "NFT", "TRAM", "TRM": .tram
        case "M", "MET": .subway
        case "B", "BUS", "NFB", "NFO", "TRO", "NB", "KB", "EXB", "BN", "MB", "RUB": .bus
        case "BAT", "FAE", "SCH", "FAH", "KAT": .ferry
        case "FUN", "SL", "ASC": .funicular
        case "GB", "LB", "PB", "CC", "GDB": .aerialLift
        case .some: .rail
        case nil: .other
        }
    }
}
