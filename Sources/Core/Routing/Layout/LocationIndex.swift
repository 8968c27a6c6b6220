import Raptor
import Timetables
import TransitModel

/// The locations between which a search moves: stops, and parts of stops.
///
/// Where transfers.txt has a rule for a particular route or trip at a stop, the calls to which the
/// rule applies get a location of their own, a part of the stop. Transfers between parts are then
/// ordinary footpaths with the rule's time, or none at all, and the search needs no rules.
struct LocationIndex: Sendable {
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
    /// The rules about routes or trips that name each stop, by number.
    private var rulesAt: [StopIndex: StopRules] = [:]
    private var locationOf: [PartKey: UInt32] = [:]

    private struct StopRules {
        /// The rules about riders who arrive at the stop, and the stops to which they transfer.
        var arriving = Set<Int32>()
        var leaving = Set<Int32>()
        var targets: [StopIndex] = []
        /// Whether one of the rules names a trip.
        var nameTrips = false
    }

    private struct PartKey: Hashable {
        let stop: StopIndex
        let signature: Signature
    }

    /// Creates locations for stops only, ignoring all rules.
    init(_ network: NetworkPart) {
        self.network = network
        locations = RaptorLocations(stopCount: network.stopCount)
    }

    /// Creates locations for stops.
    ///
    /// Parts are added by ``location(_:route:trip:)`` where rules need them.
    init(rulesOf network: NetworkPart) {
        self.network = network
        locations = RaptorLocations(stopCount: network.stopCount)
        let transfers = network.transferRules
        for pair in transfers.pairs where network.contains(pair.from) {
            let numbers = transfers.numbers(of: pair).filter {
                !transfers.rules[Int($0)].isGeneral
            }
            guard !numbers.isEmpty else { continue }
            let nameTrips = numbers.contains { transfers.rules[Int($0)].isAboutTrips }
            for stop in [pair.from, pair.to] where nameTrips {
                rulesAt[stop, default: StopRules()].nameTrips = true
            }
            rulesAt[pair.from, default: StopRules()].arriving.formUnion(numbers)
            rulesAt[pair.from, default: StopRules()].targets.append(pair.to)
            rulesAt[pair.to, default: StopRules()].leaving.formUnion(numbers)
        }
    }

    var count: Int { locations.count }

    /// What transfers between the locations depend on, within one part of a network.
    struct Parts: Equatable, Sendable {
        let locations: RaptorLocations
        let signatures: [Signature]
    }

    var parts: Parts { Parts(locations: locations, signatures: signatures) }

    /// Whether any call may be at a part of a stop.
    var hasRules: Bool { !rulesAt.isEmpty }

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
        rulesAt[stop]?.nameTrips ?? false
    }

    /// Returns whether any rule names the stop.
    func hasRule(at stop: StopIndex) -> Bool { rulesAt[stop] != nil }

    /// Returns the stops to which a rule leads from a stop.
    func ruledTargets(from stop: StopIndex) -> [StopIndex] { rulesAt[stop]?.targets ?? [] }

    /// Returns the location at which a trip of a route calls at a stop, adding a part if needed;
    /// nil if the stop is in another part of the network.
    mutating func location(_ stop: StopIndex, route: RouteIndex, trip: TripIndex) -> UInt32? {
        guard let whole = location(of: stop), let known = rulesAt[stop] else {
            return location(of: stop)
        }
        let rules = network.transferRules.rules
        func matching(_ numbers: Set<Int32>, _ side: TransferRule.Side) -> [Int32] {
            numbers.filter { number in
                let rule = rules[Int(number)]
                return rule.isRestricted(side) && rule.matches(side, route: route, trip: trip)
            }.sorted()
        }
        let signature = Signature(
            arriving: matching(known.arriving, .arriving),
            leaving: matching(known.leaving, .leaving))
        if signature == Signature() { return whole }
        let key = PartKey(stop: stop, signature: signature)
        if let known = locationOf[key] { return known }
        let location = locations.addPart(of: whole)
        locationOf[key] = location
        signatures.append(signature)
        return location
    }
}
