/// The kind of vehicle on a line, and its speed.
enum VehicleKind: Sendable, CaseIterable {
    case tram, trolleybus, bus, regionalBus, shuttle, suburbanTrain, expressTrain, ship, funicular

    /// GTFS `route_type`.
    var routeType: Int {
        switch self {
        case .tram: 0
        case .suburbanTrain, .expressTrain: 2
        case .bus, .regionalBus, .shuttle: 3
        case .ship: 4
        case .funicular: 7
        case .trolleybus: 11
        }
    }

    /// The kind of traffic that the vehicle belongs to.
    var traffic: Traffic {
        switch self {
        case .tram: .tram
        case .suburbanTrain, .expressTrain: .railway
        case .bus, .regionalBus, .shuttle, .trolleybus: .road
        case .ship: .water
        case .funicular: .cable
        }
    }

    /// The speed between stops in km/h, without acceleration and braking.
    var cruisingSpeed: Double {
        switch self {
        case .tram: 27
        case .trolleybus, .bus: 28
        case .regionalBus: 42
        case .shuttle: 24
        case .suburbanTrain: 80
        case .expressTrain: 105
        case .ship: 22
        case .funicular: 13
        }
    }

    /// The time lost at each stop by braking, doors and acceleration, in seconds.
    var stopLossSeconds: Double {
        switch self {
        case .tram: 34
        case .trolleybus, .bus: 30
        case .regionalBus, .shuttle: 20
        case .suburbanTrain: 35
        case .expressTrain: 60
        case .ship: 120
        case .funicular: 20
        }
    }

    /// The default dwell time in seconds.
    var usualWaitSeconds: Int {
        switch self {
        case .suburbanTrain: 30
        case .expressTrain: 60
        case .ship: 120
        default: 0
        }
    }

    /// The granularity of times in the timetable, in seconds.
    var timeStepSeconds: Int {
        switch self {
        case .suburbanTrain, .expressTrain: 30
        case .ship: 60
        default: 10
        }
    }

    /// The radius of its turns, in metres.
    var cornerRadiusMetres: Double { self == .tram ? 16 : 10 }

    /// GTFS `bikes_allowed`: 0 unknown, 1 yes, 2 no.
    var bikesAllowed: Int {
        switch self {
        case .suburbanTrain, .expressTrain, .ship, .funicular: 1
        case .bus, .trolleybus, .shuttle: 2
        case .tram, .regionalBus: 0
        }
    }

    /// The GTFS `agency_id` of the operator.
    var agency: String {
        switch self {
        case .suburbanTrain, .expressTrain: "regionalbahn"
        case .ship: "schifffahrt"
        case .shuttle: "campus"
        default: "stadtverkehr"
        }
    }
}
