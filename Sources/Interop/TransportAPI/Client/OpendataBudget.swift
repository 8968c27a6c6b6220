import Foundation
package import TransitModel

/// The requests left per day, stored in a file across restarts.
///
/// The service counts by day and address. A day here begins at midnight in Switzerland, where the
/// service runs.
package struct OpendataBudget: Sendable {
    /// A resource with a limit of its own.
    package enum Resource: String, Sendable, CaseIterable, Codable {
        case connections, stationboard, locations
    }

    /// The maximum number of requests a day.
    package struct Limits: Sendable, Equatable {
        /// The service allows about 1,000.
        package var connections = 900
        /// The service allows about 10,000.
        package var stationboard = 9000
        /// The limit is not published; this is the one of boards.
        package var locations = 9000

        /// A tenth below the service's limits, which leaves some for others behind the same
        /// address.
        package init() {}

        subscript(resource: Resource) -> Int {
            switch resource {
            case .connections: connections
            case .stationboard: stationboard
            case .locations: locations
            }
        }
    }

    private struct Counts: Codable {
        var day: ServiceDay
        var asked: [String: Int]
    }

    private let limits: Limits
    private let path: String?
    private let zone: TransitTimeZone
    private var counts: Counts
    private var isTroubled = false
    private let report: @Sendable (_ trouble: String?) -> Void

    private static let maximumFile = 4096

    /// Restores the counts from the file.
    ///
    /// The counts start at zero if the file is missing or unreadable. With a nil path nothing is
    /// stored. `report` gets a sentence when the counts can no longer be stored, and nil when they
    /// can again.
    package init(
        _ limits: Limits, path: String?, now: UnixTime,
        reporting report: @escaping @Sendable (_ trouble: String?) -> Void = { _ in }
    ) {
        self.limits = limits
        self.report = report
        self.path = path
        zone = TransitTimeZone(identifier: "Europe/Zurich") ?? .utc
        counts = Counts(day: zone.day(at: now), asked: [:])
        guard let path, let handle = FileHandle(forReadingAtPath: path) else { return }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: Self.maximumFile),
            let read = try? JSONDecoder().decode(Counts.self, from: bytes),
            read.asked.values.allSatisfy({ $0 >= 0 })
        else { return }
        counts = read
        reset(at: now)
    }

    /// Returns the number of requests left today.
    package func left(_ resource: Resource, now: UnixTime) -> Int {
        let asked = zone.day(at: now) > counts.day ? 0 : counts.asked[resource.rawValue] ?? 0
        return max(0, limits[resource] - asked)
    }

    /// Returns the start of the next day.
    package func nextDay(after now: UnixTime) -> UnixTime {
        zone.time(ServiceTime(seconds: 0), on: zone.day(at: now).advanced(by: 1))
    }

    /// Counts one request and stores the count.
    ///
    /// - Returns: False if no request is left today.
    package mutating func take(_ resource: Resource, now: UnixTime) -> Bool {
        reset(at: now)
        guard left(resource, now: now) > 0 else { return false }
        counts.asked[resource.rawValue, default: 0] += 1
        store()
        return true
    }

    /// Resets the counts on a new day; a clock set back does not reset them.
    ///
    /// Counts of a day later than tomorrow come from a clock that was wrong. They count as today's,
    /// as they would otherwise last until that day.
    private mutating func reset(at now: UnixTime) {
        let today = zone.day(at: now)
        if today > counts.day { counts = Counts(day: today, asked: [:]) }
        if counts.day > today.advanced(by: 1) { counts.day = today }
    }

    /// Writes atomically, so that a crash leaves the old counts or the new ones.
    private mutating func store() {
        guard let path else { return }
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try encoder.encode(counts).write(to: URL(fileURLWithPath: path), options: .atomic)
            if isTroubled { report(nil) }
            isTroubled = false
        } catch {
            if !isTroubled { report("The count of requests cannot be kept in '\(path)'.") }
            isTroubled = true
        }
    }
}
