import Foundation
import Notifications
import Persistence
import Riders
import Timetables
import TransitModel

/// Riders with five saved connections each, of which one in ten leaves within half an hour of eight
/// o'clock.
struct Crowd {
    static let connections = 5
    private static let dueShare = 0.1
    /// As in the store's index: a reminder matters from this many minutes before its time.
    private static let aheadMinutes = 42

    private struct Saved {
        let body: String
        let minute: Int
    }

    private var random: SeededRandom
    private var due: [[Saved]] = []
    private var later: [[Saved]] = []

    init(_ town: Town, seed: UInt64) {
        random = SeededRandom(seed: seed)
        due = saved(town, 8 * 3600 + 300..<8 * 3600 + 1800)
        later = saved(town, 10 * 3600..<20 * 3600)
    }

    /// Stored bodies to choose from, for each position in a rider's list.
    private mutating func saved(_ town: Town, _ window: Range<Int32>) -> [[Saved]] {
        let chances = town.chances(window, &random)
        var lists = Array(repeating: [Saved](), count: Self.connections)
        for _ in 0..<2000 {
            guard let jitter = chances.randomElement(using: &random) else { continue }
            for place in 0..<Self.connections {
                lists[place].append(Self.saved(town, jitter, "\(place)"))
            }
        }
        return lists
    }

    private static func saved(_ town: Town, _ jitter: Town.Chance, _ id: String) -> Saved {
        let (stops, patterns) = (town.timetable.stops, town.timetable.patterns)
        let calls = patterns.stops(of: jitter.pattern)
        let route = patterns.routes[jitter.pattern]
        func stop(_ position: Int) -> SavedStop {
            let place = stops.coordinate(calls[position])
            return SavedStop(
                id: stops.id(calls[position]), name: stops.name(calls[position]),
                latitude: place?.latitude, longitude: place?.longitude)
        }
        func place(_ stop: SavedStop) -> SavedPlace {
            SavedPlace(
                stop: stop.id, name: stop.name, latitude: stop.latitude, longitude: stop.longitude)
        }
        let (from, to) = (stop(jitter.board), stop(jitter.alight))
        let ride = SavedRide(
            line: town.timetable.routes.lineName(route), mode: town.timetable.routes.mode(route),
            from: from, to: to, seconds: jitter.seconds)
        let connection = SavedConnection(
            id: id, from: place(from), to: place(to),
            routes: [
                SavedRoute(
                    id: "r", rides: [ride], changeSeconds: [],
                    reminders: [SavedReminder(minute: jitter.minute, weekdays: [1, 2, 3, 4, 5])])
            ])
        guard let body = try? text(connection) else {
            preconditionFailure("connections can be written")
        }
        return Saved(body: body, minute: jitter.minute)
    }

    /// A value in the form in which the store writes it.
    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Writes riders as the store would, in one transaction.
    mutating func write(_ count: Int, to file: RecordStore) throws {
        var settings = RiderSettings()
        settings.notifies = true
        let text = try Self.text(settings)
        try file.writeNow { database in
            for number in 0..<count { try insert(number, text, database) }
        }
    }

    static func rider(_ number: Int) -> RiderID {
        RiderID(rawValue: String(number + 0x1000_0000_0000, radix: 16))
    }

    private mutating func insert(_ number: Int, _ settings: String, _ database: RecordDatabase)
        throws
    {
        let id = Self.rider(number).rawValue
        func run(_ sql: String, _ values: RecordValues) throws {
            try database.execute(sql, values)
        }
        try run("INSERT INTO riders VALUES (?, ?, 0, 30000)", [id, settings])
        let address = ChannelAddress.ntfy(
            try NtfyAddress(server: "https://ntfy.example", topic: id))
        try run(
            "INSERT INTO channels VALUES (?, 'c', ?, ?, 0, NULL, NULL, 0)",
            [id, address.key, try Self.text(address)])
        var minutes: Set<Int> = []
        for place in 0..<Self.connections {
            let isDue = Double.random(in: 0..<1, using: &random) < Self.dueShare
            let list = isDue ? due[place] : later[place]
            guard let saved = list.randomElement(using: &random) else { continue }
            try run(
                "INSERT INTO connections VALUES (?, ?, ?, ?)",
                [id, "\(place)", place + 1, saved.body])
            minutes.insert(saved.minute - Self.aheadMinutes)
        }
        for minute in minutes { try run("INSERT INTO calls VALUES (0, ?, ?)", [minute, id]) }
    }
}
