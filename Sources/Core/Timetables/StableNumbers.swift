/// Numbers for things that have ids, derived only from the ids.
///
/// An id that is such a number is kept; others are hashed.
package struct StableNumbers<Thing: Hashable & Sendable> {
    /// The number of each thing: 1...2^31 - 1, so that it fits into the small integers of clients.
    package private(set) var numbers: [Thing: Int64] = [:]

    /// Numbers things by their ids.
    ///
    /// Collisions are resolved in the order of ids.
    package init(_ things: [(thing: Thing, id: String)], avoiding others: Set<Int64> = []) {
        var taken = others
        let ordered = things.sorted(by: { $0.id < $1.id })
        for (thing, id) in ordered {
            guard let number = Self.number(id), taken.insert(number).inserted else { continue }
            numbers[thing] = number
        }
        for (thing, id) in ordered where numbers[thing] == nil {
            var text = id
            let hash = text.withUTF8 { StableHash.hash($0) }
            var number = Int64(hash % 0x7fff_ffff) + 1
            while !taken.insert(number).inserted { number = number % 0x7fff_ffff + 1 }
            numbers[thing] = number
        }
    }

    private static func number(_ id: String) -> Int64? {
        guard let number = Int64(id), (1...0x7fff_ffff).contains(number), "\(number)" == id else {
            return nil
        }
        return number
    }
}
