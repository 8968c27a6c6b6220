/// What runs on a line, and how fast.
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

    /// What it runs on.
    var traffic: Traffic {
        switch self {
        case .tram: .tram
        case .suburbanTrain, .expressTrain: .railway
        case .bus, .regionalBus, .shuttle, .trolleybus: .road
        case .ship: .water
        case .funicular: .cable
        }
    }

    /// Speed between stops in km/h, without starting and stopping.
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

    /// What starting, stopping and opening doors costs at each stop, in seconds.
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

    /// How long it stands at a stop that asks for nothing else, in seconds.
    var usualWaitSeconds: Int {
        switch self {
        case .suburbanTrain: 30
        case .expressTrain: 60
        case .ship: 120
        default: 0
        }
    }

    /// Times in the timetable are multiples of this many seconds.
    var timeStepSeconds: Int {
        switch self {
        case .suburbanTrain, .expressTrain: 30
        case .ship: 60
        default: 10
        }
    }

    /// How tightly it takes corners, in metres.
    var cornerRadiusMetres: Double { self == .tram ? 16 : 10 }

    /// GTFS `bikes_allowed`: 0 unknown, 1 yes, 2 no.
    var bikesAllowed: Int {
        switch self {
        case .suburbanTrain, .expressTrain, .ship, .funicular: 1
        case .bus, .trolleybus, .shuttle: 2
        case .tram, .regionalBus: 0
        }
    }

    /// GTFS `agency_id` of who runs it.
    var agency: String {
        switch self {
        case .suburbanTrain, .expressTrain: "regionalbahn"
        case .ship: "schifffahrt"
        case .shuttle: "campus"
        default: "stadtverkehr"
        }
    }
}
