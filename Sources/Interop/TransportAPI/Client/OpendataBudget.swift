import Foundation
package import TransitModel

/// How many questions a day may still be asked, remembered in a file across restarts.
///
/// The service counts by day and address; a day here begins at midnight in Switzerland, where it
/// runs.
package struct OpendataBudget: Sendable {
    /// What is counted on its own.
    package enum Resource: String, Sendable, CaseIterable, Codable {
        case connections, stationboard, locations
    }

    /// The most questions a day.
    package struct Limits: Sendable, Equatable {
        /// The service gives about 1,000.
        package var connections = 900
        /// The service gives about 10,000.
        package var stationboard = 9000
        /// Not published; held as boards are.
        package var locations = 9000

        /// A tenth below what the service gives, for others behind the same address.
        package init() {}

        subscript(resource: Resource) -> Int {
            switch resource {
            case .connections: connections
            case .stationboard: stationboard
            case .locations: locations
            }
        }
    }

    private struct Book: Codable {
        var day: ServiceDay
        var asked: [String: Int]
    }

    private let limits: Limits
    private let path: String?
    private let zone: TransitTimeZone
    private var book: Book
    /// Why the file could not be written last time; nil if it could.
    package private(set) var storageProblem: String?

    private static let maximumFile = 4096

    /// Goes on with the file's counts.
    ///
    /// Without a file or with one that cannot be read, the day begins anew; a nil path remembers
    /// nothing.
    package init(_ limits: Limits, path: String?, now: UnixTime) {
        self.limits = limits
        self.path = path
        zone = TransitTimeZone(identifier: "Europe/Zurich") ?? .utc
        book = Book(day: zone.day(at: now), asked: [:])
        guard let path, let handle = FileHandle(forReadingAtPath: path) else { return }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: Self.maximumFile),
            let read = try? JSONDecoder().decode(Book.self, from: bytes),
            read.asked.values.allSatisfy({ $0 >= 0 })
        else { return }
        book = read
        turn(to: now)
    }

    /// How many questions are left today.
    package func left(_ resource: Resource, now: UnixTime) -> Int {
        let asked = zone.day(at: now) > book.day ? 0 : book.asked[resource.rawValue] ?? 0
        return max(0, limits[resource] - asked)
    }

    /// When the next day begins.
    package func nextDay(after now: UnixTime) -> UnixTime {
        zone.time(ServiceTime(seconds: 0), on: zone.day(at: now).advanced(by: 1))
    }

    /// Takes one question and writes that down; false if there is none left.
    package mutating func take(_ resource: Resource, now: UnixTime) -> Bool {
        turn(to: now)
        guard left(resource, now: now) > 0 else { return false }
        book.asked[resource.rawValue, default: 0] += 1
        store()
        return true
    }

    /// A clock that was set back does not give the day's questions again.
    private mutating func turn(to now: UnixTime) {
        let today = zone.day(at: now)
        if today > book.day { book = Book(day: today, asked: [:]) }
    }

    /// Written beside its place and renamed, so that a crash leaves the old count or the new one.
    private mutating func store() {
        guard let path else { return }
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try encoder.encode(book).write(to: URL(fileURLWithPath: path), options: .atomic)
            storageProblem = nil
        } catch {
            storageProblem = "The count of questions cannot be kept in '\(path)'."
        }
    }
}
