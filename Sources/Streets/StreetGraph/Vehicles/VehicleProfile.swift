import TransitModel

/// What vehicles of one mode use, and what they avoid.
///
/// Costs are metres of a usual way. They were chosen by comparison with published shapes, see
/// `Benchmarks/streets/shapes`.
struct VehicleProfile: Sendable {
    /// The cost of a metre by ``VehicleTraits/kindNumber``; infinite where the mode does not go.
    let factors: [Double]
    /// The distance from a stop within which its vehicles pass.
    let radiusMetres: Double
    /// The cost for each metre between a stop and the point where the vehicle passes it.
    let gapFactor: Double
    /// The cost of turning back at a junction or between two calls.
    let reversal: Double
    /// The cost of leaving a stop in the direction from which the vehicle came.
    let reversalAtStop: Double
    /// The cost of a right angle; sharper turns cost more.
    let turn: Double
    /// Sharper turns than this, in degrees, are impossible.
    let maximumTurnDegrees: Double

    /// The factor of private roads and of sidings.
    static let restrictedFactor = 3.0
    /// The factor of one-way roads in the wrong direction.
    static let wrongWayFactor = 20.0

    func factor(_ traits: VehicleTraits, isTurned: Bool) -> Double {
        var factor = factors[traits.kindNumber]
        if traits.isRestricted { factor *= Self.restrictedFactor }
        if !traits.isAllowed(isTurned: isTurned) { factor *= Self.wrongWayFactor }
        return factor
    }

    /// The profile of a mode; nil for modes without fixed ways.
    init?(_ mode: TransitMode) {
        let factors: [VehicleTraits.Kind: Double]
        switch mode {
        case .bus, .trolleybus, .coach: factors = Self.roads
        case .tram, .cableTram: factors = [.tram: 1, .lightRail: 1, .rail: 1.5, .subway: 2]
        case .subway:
            factors = [.subway: 1, .lightRail: 1, .rail: 1.5, .monorail: 1.5, .tram: 2]
        case .rail:
            factors = [
                .rail: 1, .narrowGauge: 1, .lightRail: 1.2, .subway: 1.5, .monorail: 2, .tram: 3,
                .funicular: 3,
            ]
        case .monorail: factors = [.monorail: 1, .lightRail: 1.5, .rail: 2, .subway: 2]
        case .funicular: factors = [.funicular: 1, .narrowGauge: 1.5, .rail: 2, .tram: 2]
        case .ferry: factors = [.ferry: 1]
        case .aerialLift: factors = [.aerialway: 1]
        case .taxi, .air, .other: return nil
        }
        var costs = [Double](repeating: .infinity, count: 32)
        for (kind, factor) in factors { costs[Int(kind.rawValue)] = factor }
        self.factors = costs
        switch mode {
        case .bus, .trolleybus, .coach:
            radiusMetres = 100
            gapFactor = 5
            reversal = 800
            reversalAtStop = 400
            turn = 60
            maximumTurnDegrees = 180
        case .ferry, .aerialLift:
            radiusMetres = 500
            gapFactor = 1
            reversal = 100
            reversalAtStop = 0
            turn = 0
            maximumTurnDegrees = 180
        default:
            radiusMetres = mode == .tram || mode == .cableTram ? 100 : 250
            gapFactor = 1.5
            reversal = 2000
            reversalAtStop = 200
            turn = 50
            maximumTurnDegrees = 100
        }
    }

    private static let roads: [VehicleTraits.Kind: Double] = [
        .motorway: 1, .trunk: 1, .primary: 1, .secondary: 1, .busway: 1, .tertiary: 1.05,
        .unclassified: 1.2, .residential: 1.5, .livingStreet: 3, .service: 2,
        .minorService: 5, .track: 6,
    ]
}
