package import TransitModel

/// The kind of a vehicle, in geOps' terms ("mot").
package enum TrackerMode: String, Sendable, CaseIterable {
    case tram, subway, rail, bus, ferry, cablecar, gondola, funicular, coach

    /// Creates the nearest kind; a road vehicle without a better match is a bus.
    package init(_ mode: TransitMode) {
        self =
            switch mode {
            case .tram: .tram
            case .subway: .subway
            case .rail, .monorail: .rail
            case .ferry: .ferry
            case .cableTram: .cablecar
            case .aerialLift: .gondola
            case .funicular: .funicular
            case .coach: .coach
            case .bus, .trolleybus, .taxi, .air, .other: .bus
            }
    }

    /// Returns the kinds shown if the client names none: only trains when zoomed far out.
    package static func shown(atZoom zoom: Double?) -> Set<TrackerMode> {
        guard let zoom, zoom < trainsOnlyBelow else { return Set(allCases) }
        return [.rail]
    }

    private static let trainsOnlyBelow = 9.0
}

/// The degree to which a line is simplified; 5 keeps the fewest details.
package enum GeneralisationLevel: Int, Sendable, CaseIterable {
    case five = 5
    case ten = 10
    case thirty = 30
    case hundred = 100

    /// Creates the level nearest to a number; nil if the number is beyond every level, which means
    /// the full line.
    package init?(nearest number: Int) {
        guard number > 0, number <= Self.hundred.rawValue else { return nil }
        let levels = Self.allCases
        self = levels.min { abs($0.rawValue - number) < abs($1.rawValue - number) } ?? .hundred
    }

    /// The maximum distance of the simplified line from the original, in metres of the map.
    ///
    /// About a pixel at the zoom for which clients request the level (8, 10, 11 and 13).
    package var toleranceMetres: Double {
        switch self {
        case .five: 300
        case .ten: 100
        case .thirty: 40
        case .hundred: 12
        }
    }
}
