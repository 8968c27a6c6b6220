public import TransitModel

/// The days on which services run.
public struct ServiceColumns: Sendable {
    /// GTFS `service_id`.
    package let ids: Column<StringIndex>
    /// The set of days of each service; equal sets are stored once.
    package let daySets: Column<UInt32>
    private let words: Column<UInt64>
    private let wordsPerSet: Int
    /// The first day of the network; no service runs before it.
    public let firstDay: ServiceDay
    /// The number of days that the network spans.
    public let dayCount: Int

    init(_ file: NetworkFile, metadata: NetworkMetadata) throws(NetworkFileError) {
        ids = try file.column(.serviceID)
        daySets = try file.column(.serviceDaySet)
        words = try file.column(.daySetWords)
        firstDay = ServiceDay(daysSince1970: Int32(truncatingIfNeeded: metadata[.firstDay]))
        dayCount = Int(metadata[.dayCount])
        wordsPerSet = (dayCount + 63) / 64
    }

    /// The number of services.
    public var count: Int { ids.count }

    /// The last day of the network.
    public var lastDay: ServiceDay { firstDay.advanced(by: max(0, dayCount - 1)) }

    /// Returns whether the service runs on that day.
    public func isActive(_ service: ServiceIndex, on day: ServiceDay) -> Bool {
        let offset = firstDay.distance(to: day)
        guard offset >= 0, offset < dayCount else { return false }
        let word = words[Int(daySets[service]) * wordsPerSet + offset / 64]
        return word >> UInt64(offset % 64) & 1 != 0
    }

    /// Returns the days of a service as bits, starting at ``firstDay``.
    package func days(of service: ServiceIndex) -> [UInt64] {
        let first = Int(daySets[service]) * wordsPerSet
        return Array(words[first..<first + wordsPerSet])
    }

    /// Returns for each service whether it runs on any day.
    package func runsEver() -> [Bool] {
        (0..<count).map { days(of: ServiceIndex($0)).contains { $0 != 0 } }
    }

    /// Returns for each service whether it runs on that day.
    public func activity(on day: ServiceDay) -> [Bool] {
        (0..<count).map { isActive(ServiceIndex($0), on: day) }
    }
}

/// Numbers about the network as a whole.
package struct NetworkMetadata: Sendable {
    /// The meaning of a number; the raw value is its position.
    package enum Key: Int, CaseIterable, Sendable {
        case firstDay, dayCount, stopTimeCount
        /// Walking: speed in millimetres per second, radius in metres as the crow flies, detour in
        /// per mille.
        case walkingSpeed, walkingRadius, walkingDetour
    }

    private let values: Column<Int64>

    init(_ file: NetworkFile) throws(NetworkFileError) {
        values = try file.column(.metadata)
        guard values.count == Key.allCases.count else {
            throw .damaged(path: "network", part: "metadata")
        }
    }

    package subscript(key: Key) -> Int64 { values[key.rawValue] }
}
