#if hasFeature(Embedded)

/// A time zone's UTC offsets and the instants at which they change, as the host knows them.
///
/// The host is asked for one part of the years at a time, when it is needed, as it takes the host
/// some microseconds for each day. Instants before 1990 have the first offset, instants after 2059
/// the last one.
final class ZoneOffsets: Sendable {
    /// The offsets in a part of the years, of which the first one is at its start.
    private struct Part {
        let starts: [Int64]
        let offsets: [Int32]

        func seconds(at instant: Int64) -> Int {
            Int(offsets[max(0, starts.partitioningIndex { $0 > instant } - 1)])
        }
    }

    private let name: [UInt8]
    /// The parts that were needed so far.
    private let parts: Mutex<[Part?]>

    /// The start of the year 1990 in UTC.
    private static let firstSecond: Int64 = 631_152_000
    /// The start of the year 2060 in UTC.
    private static let endSecond: Int64 = 2_840_140_800
    private static let partSeconds: Int64 = 365 * 86_400
    /// An upper bound: no zone has this many changes in a part.
    private static let maximumChanges = 40

    /// Coordinated Universal Time.
    static let utc = ZoneOffsets(
        name: [], parts: [Part(starts: [firstSecond], offsets: [0])])

    private static let known = Mutex<[String: ZoneOffsets]>([:])

    private init(name: [UInt8], parts: [Part?]) {
        self.name = name
        self.parts = Mutex(parts)
    }

    /// Returns the zone of that name, or nil if the host does not know it.
    static func named(_ identifier: String) -> ZoneOffsets? {
        if let known = known.withLock({ $0[identifier] }) { return known }
        let name = Array(identifier.utf8)
        guard part(of: name, from: firstSecond, to: firstSecond) != nil else { return nil }
        let count = Int((endSecond - firstSecond + partSeconds - 1) / partSeconds)
        let made = ZoneOffsets(name: name, parts: Array(repeating: nil, count: count))
        known.withLock { $0[identifier] = made }
        return made
    }

    /// Returns the offset in seconds east of Greenwich at an instant.
    func seconds(at time: UnixTime) -> Int {
        let instant = min(max(time.seconds, Self.firstSecond), Self.endSecond - 1)
        return parts.withLock { parts in
            let number = min(
                Int((instant - Self.firstSecond) / Self.partSeconds), parts.count - 1)
            if parts[number] == nil { parts[number] = made(number) }
            return parts[number]?.seconds(at: instant) ?? 0
        }
    }

    private func made(_ number: Int) -> Part? {
        let start = Self.firstSecond + Int64(number) * Self.partSeconds
        return Self.part(
            of: name, from: start, to: min(start + Self.partSeconds, Self.endSecond))
    }

    /// Asks the host; returns nil for an unknown zone.
    private static func part(of name: [UInt8], from start: Int64, to end: Int64) -> Part? {
        var starts = [Int64](repeating: 0, count: maximumChanges)
        var offsets = [Int32](repeating: 0, count: maximumChanges)
        let count = Int(
            hostZoneChanges(
                name, Int32(name.count), start, end, &starts, &offsets, Int32(maximumChanges)))
        guard count > 0, count <= maximumChanges else { return nil }
        return Part(starts: Array(starts[..<count]), offsets: Array(offsets[..<count]))
    }
}

#endif
