import Raptor
import Timetables
import TransitModel

/// The locations between which a search moves: stops, and parts of stops.
///
/// Where transfers.txt has a rule for a particular route or trip at a stop, the calls to which the
/// rule applies get a location of their own, a part of the stop. Transfers between parts are then
/// ordinary footpaths with the rule's time, or none at all, and the search needs no rules.
struct LocationIndex: Sendable {
    /// A rule that names a route or a trip.
    struct Rule: Sendable {
        let from: StopIndex
        let to: StopIndex
        let fromRoute: RouteIndex
        let toRoute: RouteIndex
        let fromTrip: TripIndex
        let toTrip: TripIndex
        let type: TransferType
        /// The minimum transfer time in seconds; -1 where none is stated.
        let seconds: Int32

        /// The precedence: a rule about trips outranks one about routes.
        var rank: Int {
            (fromTrip == .none ? 0 : 4) + (toTrip == .none ? 0 : 4)
                + (fromRoute == .none ? 0 : 1) + (toRoute == .none ? 0 : 1)
        }
    }

    /// The rules that apply to a call, by number: on the arriving side and on the departing side.
    struct Signature: Hashable, Sendable {
        var arriving: [Int32] = []
        var leaving: [Int32] = []
    }

    private let network: NetworkPart
    /// The locations by number, as searches see them.
    private(set) var locations: RaptorLocations
    /// The rules that apply to each part.
    private var signatures: [Signature] = []
    let rules: [Rule]
    /// The numbers of the rules that name each stop, on either side.
    private let rulesAt: [StopIndex: [Int32]]
    private var locationOf: [PartKey: UInt32] = [:]

    private struct PartKey: Hashable {
        let stop: StopIndex
        let signature: Signature
    }

    /// Creates locations for stops only, ignoring all rules.
    init(_ network: NetworkPart) {
        self.network = network
        locations = RaptorLocations(stopCount: network.stopCount)
        rules = []
        rulesAt = [:]
    }

    /// Creates locations for stops.
    ///
    /// Parts are added by ``place(_:route:trip:)`` where rules need them.
    init(rulesOf network: NetworkPart) {
        self.network = network
        locations = RaptorLocations(stopCount: network.stopCount)
        rules = Self.rules(of: network.timetable).filter { network.contains($0.from) }
        var at: [StopIndex: [Int32]] = [:]
        for (number, rule) in rules.enumerated() {
            at[rule.from, default: []].append(Int32(number))
            if rule.to != rule.from { at[rule.to, default: []].append(Int32(number)) }
        }
        rulesAt = at
    }

    var count: Int { locations.count }

    /// Whether any call may be at a part of a stop.
    var hasRules: Bool { !rules.isEmpty }

    /// Returns the stop of a location.
    func stop(of location: UInt32) -> StopIndex {
        network.stop(locations.stop(of: location))
    }

    /// Returns the location of a whole stop; nil if the stop is in another part of the network.
    func location(of stop: StopIndex) -> UInt32? { network.number(of: stop) }

    /// Returns the locations of a stop: itself and its parts; none if it is in another part of the
    /// network.
    func locations(of stop: StopIndex) -> [UInt32] {
        location(of: stop).map(locations.locations) ?? []
    }

    func isPart(_ location: UInt32) -> Bool { locations.isPart(location) }

    /// Returns the rules that apply to a location; empty for a whole stop.
    func signature(of location: UInt32) -> Signature {
        isPart(location) ? signatures[Int(location) - locations.stopCount] : Signature()
    }

    /// Returns whether a rule about a particular trip names the stop.
    func hasTripRule(at stop: StopIndex) -> Bool {
        rulesAt[stop]?.contains { rules[Int($0)].isAboutTrips } ?? false
    }

    /// Returns whether any rule names the stop.
    func hasRule(at stop: StopIndex) -> Bool { rulesAt[stop] != nil }

    /// Returns the location at which a trip of a route calls at a stop, adding a part if needed;
    /// nil if the stop is in another part of the network.
    mutating func location(_ stop: StopIndex, route: RouteIndex, trip: TripIndex) -> UInt32? {
        guard let whole = location(of: stop), let candidates = rulesAt[stop] else {
            return location(of: stop)
        }
        var signature = Signature()
        for number in candidates {
            let rule = rules[Int(number)]
            if rule.from == stop, rule.isRestricted(.arriving),
                rule.matches(.arriving, route: route, trip: trip)
            {
                signature.arriving.append(number)
            }
            if rule.to == stop, rule.isRestricted(.leaving),
                rule.matches(.leaving, route: route, trip: trip)
            {
                signature.leaving.append(number)
            }
        }
        if signature == Signature() { return whole }
        let key = PartKey(stop: stop, signature: signature)
        if let known = locationOf[key] { return known }
        let location = locations.addPart(of: whole)
        locationOf[key] = location
        signatures.append(signature)
        return location
    }

    private static func rules(of timetable: Timetable) -> [Rule] {
        let walks = timetable.footpaths
        let stops = timetable.stops
        func platforms(_ stop: StopIndex) -> [StopIndex] {
            guard stop != .none else { return [] }
            guard stops.locationType(stop) == .station else { return [stop] }
            return Array(stops.children[stops.childOffsets[stop]])
        }
        var rules: [Rule] = []
        for row in 0..<walks.ruleTypes.count {
            guard let type = TransferType(rawValue: walks.ruleTypes[row]),
                type != .inSeat, type != .mustAlight
            else { continue }
            let routes = (walks.ruleFromRoutes[row], walks.ruleToRoutes[row])
            let trips = (walks.ruleFromTrips[row], walks.ruleToTrips[row])
            guard routes != (.none, .none) || trips != (.none, .none) else { continue }
            for from in platforms(walks.ruleFromStops[row]) {
                for to in platforms(walks.ruleToStops[row]) {
                    rules.append(
                        Rule(
                            from: from, to: to, fromRoute: routes.0, toRoute: routes.1,
                            fromTrip: trips.0, toTrip: trips.1, type: type,
                            seconds: walks.ruleSeconds[row]))
                }
            }
        }
        return rules
    }
}

extension LocationIndex.Rule {
    /// A side of a transfer.
    enum Side {
        case arriving, leaving
    }

    var isAboutTrips: Bool { fromTrip != .none || toTrip != .none }

    /// Returns whether the rule names a route or a trip on that side.
    func isRestricted(_ side: Side) -> Bool {
        side == .arriving
            ? fromRoute != .none || fromTrip != .none : toRoute != .none || toTrip != .none
    }

    /// Returns whether a call of a route and trip matches that side of the rule.
    func matches(_ side: Side, route: RouteIndex, trip: TripIndex) -> Bool {
        let wanted = side == .arriving ? (fromRoute, fromTrip) : (toRoute, toTrip)
        return (wanted.0 == .none || wanted.0 == route) && (wanted.1 == .none || wanted.1 == trip)
    }
}
