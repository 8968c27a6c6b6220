import Testing
import Timetables
import TransitModel

/// Which rule of transfers.txt holds between two calls.
@Suite struct TransferResolverTests {
    /// Stop 0 is a station with the platforms 1 and 2.
    private func resolver(_ rules: [TransferRule]) -> TransferResolver {
        TransferResolver(rules) { $0.row == 0 ? [StopIndex(1), StopIndex(2)] : nil }
    }

    private func rule(
        _ from: Int, _ to: Int, _ seconds: Int32, _ change: (inout TransferRule) -> Void = { _ in }
    ) -> TransferRule {
        var rule = TransferRule(
            from: StopIndex(from), to: StopIndex(to), type: .minimumTime, seconds: seconds)
        change(&rule)
        return rule
    }

    /// Returns the seconds of the rule for riders of route 1 and trip 1 who transfer to route 2 and
    /// trip 2.
    private func seconds(_ rules: [TransferRule], from: Int, to: Int) -> Int32? {
        let resolver = resolver(rules)
        return resolver.rule(from: StopIndex(from), to: StopIndex(to)) { number in
            let rule = resolver.rules[Int(number)]
            return rule.matches(.arriving, route: RouteIndex(1), trip: TripIndex(1))
                && rule.matches(.leaving, route: RouteIndex(2), trip: TripIndex(2))
        }?.seconds
    }

    /// From the least specific to the most specific, as in the specification of GTFS.
    private var ascending: [TransferRule] {
        [
            rule(0, 0, 0), rule(1, 0, 1), rule(1, 1, 2),
            rule(1, 1, 3) { $0.fromRoute = RouteIndex(1) },
            rule(1, 1, 4) { rule in
                rule.fromRoute = RouteIndex(1)
                rule.toRoute = RouteIndex(2)
            },
            rule(1, 1, 5) { $0.toTrip = TripIndex(2) },
            rule(1, 1, 6) { rule in
                rule.fromRoute = RouteIndex(1)
                rule.toTrip = TripIndex(2)
            },
            rule(1, 1, 7) { rule in
                rule.fromTrip = TripIndex(1)
                rule.toTrip = TripIndex(2)
            },
        ]
    }

    @Test func `the most specific rule holds, in whatever order the rows are`() {
        // A rule between a platform and its station is not about transfers at the platform.
        let expected: [Int32] = [0, 0, 2, 3, 4, 5, 6, 7]
        for count in 1...ascending.count {
            let rules = Array(ascending.prefix(count))
            #expect(seconds(rules, from: 1, to: 1) == expected[count - 1])
            #expect(seconds(rules.reversed(), from: 1, to: 1) == expected[count - 1])
        }
        #expect(seconds(ascending, from: 1, to: 2) == 1)
        #expect(seconds(ascending, from: 2, to: 1) == 0)
    }

    @Test func `a route beside its trip makes a rule no more specific`() {
        let trip = rule(1, 1, 5) { rule in
            rule.fromRoute = RouteIndex(1)
            rule.fromTrip = TripIndex(1)
        }
        let both = rule(1, 1, 6) { rule in
            rule.fromTrip = TripIndex(1)
            rule.toRoute = RouteIndex(2)
        }
        #expect(seconds([trip, both], from: 1, to: 1) == 6)
    }

    @Test func `of equally specific rules the last row holds`() {
        #expect(seconds([rule(1, 2, 8), rule(1, 2, 9)], from: 1, to: 2) == 9)
    }

    @Test func `a rule about other routes or trips does not hold`() {
        let other = rule(1, 1, 60) { $0.fromTrip = TripIndex(3) }
        #expect(seconds([other], from: 1, to: 1) == nil)
        #expect(resolver([other]).generalRule(from: StopIndex(1), to: StopIndex(1)) == nil)
    }

    @Test func `in-seat transfers are rules about two trips, not about transfers`() {
        var stays = rule(1, 1, -1) { rule in
            rule.fromTrip = TripIndex(1)
            rule.toTrip = TripIndex(2)
        }
        stays.type = .inSeat
        var leaves = stays
        (leaves.toTrip, leaves.type) = (TripIndex(3), .mustAlight)
        let resolver = resolver([stays, leaves])
        #expect(resolver.pairs.isEmpty)
        #expect(resolver.inSeat.map(\.to) == [TripIndex(2)])
        #expect(resolver.mustAlight(TripIndex(1), before: TripIndex(3)))
        #expect(!resolver.mustAlight(TripIndex(1), before: TripIndex(2)))
    }

    @Test func `a rule gives seconds, or forbids`() {
        func seconds(_ type: TransferType, _ stated: Int32, usual: Int32?, _ atOneStop: Bool)
            -> Int32?
        {
            TransferRule(from: StopIndex(1), to: StopIndex(2), type: type, seconds: stated)
                .seconds(usual: usual, atOneStop: atOneStop)
        }
        #expect(seconds(.forbidden, 90, usual: 60, true) == nil)
        #expect(seconds(.minimumTime, 90, usual: 60, true) == 90)
        #expect(seconds(.minimumTime, -1, usual: 60, true) == 60)
        #expect(seconds(.timed, 90, usual: 60, true) == 0)
        #expect(seconds(.timed, 90, usual: 60, false) == 60)
        #expect(seconds(.recommended, -1, usual: nil, false) == 0)
    }

    @Test func `minimum times are contested by general rules of another type`() {
        var forbidden = rule(0, 0, -1)
        forbidden.type = .forbidden
        let particular = rule(1, 1, 30) { $0.fromRoute = RouteIndex(1) }
        #expect(
            resolver([forbidden, rule(1, 2, 60), rule(3, 3, 60), particular]).contested() == [0, 1])
    }
}
