import TransitModel

/// Decides which rule of transfers.txt applies between two calls.
///
/// The most specific of the rules about them applies; of equally specific ones a rule between two
/// stops before one about a station, and then the last row. A rule about a station applies to all
/// its platforms, between a platform and itself only if it is about transfers within one station
/// or stop.
package struct TransferResolver: Sendable {
    /// The rules, numbered from 0 by row.
    package let rules: [TransferRule]
    /// For each pair of stops the numbers of the rules, in order of precedence.
    private let numbers: [Pair: [Int32]]
    /// The trips as which vehicles continue, with seated riders (type 4).
    package let inSeat: [(from: TripIndex, to: TripIndex)]
    private let mustAlight: [TripIndex: [TripIndex]]

    /// A stop where riders arrive and one where they leave.
    package struct Pair: Hashable, Sendable {
        package let from: StopIndex
        package let to: StopIndex
    }

    /// Sorts rules by precedence; `platforms` returns those of a station, and nil for other stops.
    /// - Complexity: linear in the pairs of platforms to which rules apply.
    package init(_ rules: [TransferRule], platforms: (StopIndex) -> [StopIndex]?) {
        self.rules = rules
        inSeat = rules.lazy.filter { $0.type == .inSeat }.map { ($0.fromTrip, $0.toTrip) }
        var mustAlight: [TripIndex: [TripIndex]] = [:]
        for rule in rules where rule.type == .mustAlight {
            mustAlight[rule.fromTrip, default: []].append(rule.toTrip)
        }
        self.mustAlight = mustAlight
        // The lower, the higher a rule's precedence; its number is in the lowest 32 bits.
        var keys: [Pair: [UInt64]] = [:]
        for (number, rule) in rules.enumerated()
        where !rule.isInSeat && rule.fromStop != .none && rule.toStop != .none {
            let (starts, ends) = (platforms(rule.fromStop), platforms(rule.toStop))
            let stations = (starts == nil ? 0 : 1) + (ends == nil ? 0 : 1)
            let key = UInt64((8 - rule.rank) * 4 + stations) << 32 | UInt64(~UInt32(number))
            for from in starts ?? [rule.fromStop] {
                for to in ends ?? [rule.toStop]
                where from != to || rule.fromStop == rule.toStop {
                    keys[Pair(from: from, to: to), default: []].append(key)
                }
            }
        }
        numbers = keys.mapValues { keys in
            keys.sorted().map { Int32(~UInt32(truncatingIfNeeded: $0)) }
        }
    }

    /// Sorts the rules of a network, whose times between stops are in its footpaths already.
    package init(_ timetable: Timetable) {
        let (stops, footpaths) = (timetable.stops, timetable.footpaths)
        self.init((0..<footpaths.ruleTypes.count).compactMap(footpaths.rule)) { stop in
            stops.locationType(stop) == .station
                ? Array(stops.children[stops.childOffsets[stop]]) : nil
        }
    }

    /// The pairs of stops for which there are rules, in no particular order.
    package var pairs: Dictionary<Pair, [Int32]>.Keys { numbers.keys }

    /// Returns the numbers of a pair's rules, in order of precedence.
    package func numbers(of pair: Pair) -> [Int32] { numbers[pair] ?? [] }

    /// Returns the rule between two stops: the first one whose number fulfils a condition; nil if
    /// there is none.
    package func rule(
        from: StopIndex, to: StopIndex, where applies: (Int32) -> Bool
    ) -> TransferRule? {
        guard !numbers.isEmpty else { return nil }
        return numbers[Pair(from: from, to: to)]?.first(where: applies).map { rules[Int($0)] }
    }

    /// Returns the rule between two stops for routes and trips without one of their own.
    package func generalRule(from: StopIndex, to: StopIndex) -> TransferRule? {
        rule(from: from, to: to) { rules[Int($0)].isGeneral }
    }

    /// Returns whether riders must leave a vehicle that continues as another trip (type 5).
    package func mustAlight(_ from: TripIndex, before to: TripIndex) -> Bool {
        mustAlight[from]?.contains(to) ?? false
    }

    /// Returns the numbers of general rules that are needed to see that another general rule, of
    /// another type, does not hold.
    package func contested() -> Set<Int> {
        var found: Set<Int> = []
        for numbers in numbers.values where numbers.count > 1 {
            let general = numbers.map { Int($0) }.filter { rules[$0].isGeneral }
            guard let first = general.first else { continue }
            if general.contains(where: { rules[$0].type != rules[first].type }) {
                found.formUnion(general)
            }
        }
        return found
    }
}
