package import Realtime
package import Timetables
package import TransitModel
package import TransportAPI

/// Tells places, runs and times of a network in the words of the Transport API.
package struct OpendataMapper: Sendable {
    /// The network.
    package let timetable: Timetable
    /// What is expected beyond the timetable.
    package let overlay: RealtimeOverlay
    /// The clocks by which times are told: those of the network.
    package let clock: LocalClock

    /// Tells what is about a moment.
    package init(_ timetable: Timetable, overlay: RealtimeOverlay, around time: UnixTime) {
        self.timetable = timetable
        self.overlay = overlay
        clock = LocalClock(timetable.timeZone, around: time)
    }

    // MARK: - Places

    /// A stop as a place; a platform is told as its station.
    package func location(_ stop: StopIndex, distance: Double? = nil) -> OpendataLocation {
        let stops = timetable.stops
        let station = stops.parent(stop) ?? stop
        return OpendataLocation(
            id: stops.id(station), name: stops.name(station),
            coordinate: stops.coordinate(station) ?? stops.coordinate(stop), distance: distance)
    }

    /// What stops at these stops.
    package func icon(_ members: [StopIndex]) -> OpendataIcon? {
        let stops = timetable.stops
        var modes = Set<TransitMode>()
        for stop in members {
            for pattern in stops.callPatterns[stops.callOffsets[stop]] {
                modes.insert(timetable.routes.mode(timetable.patterns.routes[pattern]))
            }
        }
        return OpendataIcon(modes: modes)
    }

    /// The platform of a stop; nil if the feed names none.
    func platform(_ stop: StopIndex) -> String? {
        timetable.strings.ifAny(timetable.stops.platforms[stop])
    }

    // MARK: - Runs

    /// How full a vehicle is in the service's numbers: 1 for many seats, 2 for few, 3 for none.
    func capacity(_ status: OccupancyStatus) -> Int {
        switch status {
        case .empty, .manySeatsAvailable: 1
        case .fewSeatsAvailable: 2
        case .standingRoomOnly, .crushedStandingRoomOnly, .full, .notAcceptingPassengers,
            .notBoardable:
            3
        }
    }

    /// A run's names, without its calls.
    func journey(
        route: RouteIndex, tripID: String, trip: TripIndex?, headsign: String?
    ) -> OpendataJourney {
        let routes = timetable.routes
        var journey = OpendataJourney()
        let number = trip.flatMap { timetable.strings.ifAny(timetable.trips.shortNames[$0]) }
        journey.name = number.map(Self.filled) ?? tripID
        let product = OpendataProduct(
            line: routes.lineName(route), mode: routes.mode(route),
            description: timetable.strings.ifAny(routes.descriptions[route]))
        journey.category = product.category
        journey.number = product.number
        let agency = routes.agencies[route]
        journey.operatorName =
            agency == .none ? nil : timetable.strings.ifAny(timetable.agencies.names[agency])
        journey.to = headsign
        return journey
    }

    /// The service fills numbers of trips to six digits.
    private static func filled(_ number: String) -> String {
        guard number.utf8.count < 6, number.utf8.allSatisfy({ (48...57).contains($0) })
        else { return number }
        return String(repeating: "0", count: 6 - number.utf8.count) + number
    }
}

/// The product and the number of a line, as in `S` and `12`.
struct OpendataProduct: Equatable {
    let category: String
    let number: String

    private static let maximumProduct = 4

    /// What is known of a line.
    ///
    /// The name of a train's line begins with its product, as in `S12` and `IC 8`; other lines are named
    /// by their number alone, and feeds of the Swiss kind describe the product in `route_desc`.
    init(line: String, mode: TransitMode, description: String?) {
        let letters = line.prefix { $0.isLetter && $0.isASCII }
        let rest = line.dropFirst(letters.count).drop { $0 == " " || $0 == "-" }
        let hasProduct =
            (1...Self.maximumProduct).contains(letters.count) && letters.allSatisfy(\.isUppercase)
            && (rest.isEmpty || rest.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLetter) })
        var known: String?
        if let description, (1...Self.maximumProduct).contains(description.count),
            description.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) })
        {
            known = description
        }
        if hasProduct, known == nil || known == String(letters),
            known != nil || mode == .rail || mode == .monorail
        {
            category = String(letters)
            number = rest.isEmpty ? line : String(rest)
        } else {
            category = known ?? OpendataTransportation.category(of: mode)
            number = line
        }
    }
}
