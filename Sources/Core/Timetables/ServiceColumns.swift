public import TransitModel

/// On which days the services run.
public struct ServiceColumns: Sendable {
    /// GTFS `service_id`.
    package let ids: Column<StringIndex>
    /// The set of days of each service; equal sets are stored once.
    package let daySets: Column<UInt32>
    private let words: Column<UInt64>
    private let wordsPerSet: Int
    /// The first day of the network; no service runs before.
    public let firstDay: ServiceDay
    /// How many days the network spans.
    public let dayCount: Int

    init(_ file: NetworkFile, metadata: NetworkMetadata) throws(NetworkFileError) {
        ids = try file.column(.serviceID)
        daySets = try file.column(.serviceDaySet)
        words = try file.column(.daySetWords)
        firstDay = ServiceDay(daysSince1970: Int32(truncatingIfNeeded: metadata[.firstDay]))
        dayCount = Int(metadata[.dayCount])
        wordsPerSet = (dayCount + 63) / 64
    }

    /// How many services there are.
    public var count: Int { ids.count }

    /// The last day of the network.
    public var lastDay: ServiceDay { firstDay.advanced(by: max(0, dayCount - 1)) }

    /// Whether the service runs on that day.
    public func isActive(_ service: ServiceIndex, on day: ServiceDay) -> Bool {
        let offset = firstDay.distance(to: day)
        guard offset >= 0, offset < dayCount else { return false }
        let word = words[Int(daySets[service]) * wordsPerSet + offset / 64]
        return word >> UInt64(offset % 64) & 1 != 0
    }

    /// The days of a service as bits, from ``firstDay`` on.
    package func days(of service: ServiceIndex) -> [UInt64] {
        let first = Int(daySets[service]) * wordsPerSet
        return Array(words[first..<first + wordsPerSet])
    }

    /// For each service, whether it runs on any day.
    package func runsEver() -> [Bool] {
        (0..<count).map { days(of: ServiceIndex($0)).contains { $0 != 0 } }
    }

    /// For each service, whether it runs on that day.
    public func activity(on day: ServiceDay) -> [Bool] {
        (0..<count).map { isActive(ServiceIndex($0), on: day) }
    }
}

/// Numbers about the network as a whole.
package struct NetworkMetadata: Sendable {
    /// What a number means; the raw value is its place.
    package enum Key: Int, CaseIterable, Sendable {
        case firstDay, dayCount, stopTimeCount
        /// Walking: metres a second times 1000, metres as the crow flies, per mille of detour.
        case walkingSpeed, walkingRadius, walkingDetour
    }

    private let values: Column<Int64>

    init(_ file: NetworkFile) throws(NetworkFileError) {
        values = try file.column(.metadata)
        guard values.count == Key.allCases.count else {
            throw .damaged(path: "network", part: "metadata")
        }
    }

    /// The number of that meaning.
    package subscript(key: Key) -> Int64 { values[key.rawValue] }
}
