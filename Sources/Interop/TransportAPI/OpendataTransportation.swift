package import TransitModel

/// A means of transport, as the `transportations[]` parameter names it.
package enum OpendataTransportation: String, Hashable, Sendable, CaseIterable {
    case train, tram, ship, bus, cableway

    /// The names of the service's years on the national railways' system.
    private static let formerNames: [String: OpendataTransportation] = [
        "ice_tgv_rj": .train, "ec_ic": .train, "ir": .train, "re_d": .train, "s_sn_r": .train,
        "arz_ext": .train, "direct": .train, "direct_sleeper": .train, "direct_couchette": .train,
        "tramway": .tram, "tramway_underground": .tram,
    ]

    /// A means by its name of today or its former one; nil for any other word.
    package init?(name: some StringProtocol) {
        let name = name.lowercased()
        guard let means = Self(rawValue: name) ?? Self.formerNames[name] else { return nil }
        self = means
    }

    /// The means that a mode belongs to; nil for modes that the service does not know.
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

    /// The modes of this means.
    package var modes: Set<TransitMode> {
        Set(TransitMode.allCases.filter { Self(mode: $0) == self })
    }

    /// The letter that stands for a mode where the feed has no product of its own, as in `S` or
    /// `B`.
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

    /// The mode that a product of the service stands for, as `IC`, `S` or `T`.
    ///
    /// Products come and go, most of all those of trains, so that any other word is taken for one.
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
