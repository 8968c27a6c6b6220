package import Realtime
package import Timetables
package import TransitModel
package import TransportAPI

/// Converts places, runs and times of a network into the Transport API's form.
package struct OpendataMapper: Sendable {
    package let timetable: Timetable
    /// The realtime data.
    package let overlay: RealtimeOverlay
    /// The time zone of the converted times: the network's.
    package let clock: LocalClock

    /// Converts times around an instant.
    package init(_ timetable: Timetable, overlay: RealtimeOverlay, around time: UnixTime) {
        self.timetable = timetable
        self.overlay = overlay
        clock = LocalClock(timetable.timeZone, around: time)
    }

    // MARK: - Places

    /// Converts a stop; a platform becomes its station.
    package func location(_ stop: StopIndex, distance: Double? = nil) -> OpendataLocation {
        let stops = timetable.stops
        let station = stops.parent(stop) ?? stop
        return OpendataLocation(
            id: stops.id(station), name: stops.name(station),
            coordinate: stops.coordinate(station) ?? stops.coordinate(stop), distance: distance)
    }

    /// Returns the icon of the modes that serve these stops.
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

    /// Returns the platform of a stop; nil if the feed names none.
    func platform(_ stop: StopIndex) -> String? {
        timetable.strings.ifAny(timetable.stops.platforms[stop])
    }

    // MARK: - Runs

    /// Returns the occupancy as the service's number: 1 for many seats, 2 for few, 3 for none.
    func capacity(_ status: OccupancyStatus) -> Int {
        switch status {
        case .empty, .manySeatsAvailable: 1
        case .fewSeatsAvailable: 2
        case .standingRoomOnly, .crushedStandingRoomOnly, .full, .notAcceptingPassengers,
            .notBoardable:
            3
        }
    }

    /// Returns a run's names, without its calls.
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

    /// Pads trip numbers to six digits, as the service does.
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

    /// Derives them from a line's properties.
    ///
    /// The name of a train's line begins with its product, as in `S12` and `IC 8`; other lines are
    /// named by their number alone, and Swiss feeds describe the product in `route_desc`.
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
