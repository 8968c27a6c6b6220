import Persistence

/// The schedule of evaluations: an index by minute of the day, so that only due riders are
/// evaluated.
///
/// A row says that something of the rider may begin to matter at that minute, on some day; the
/// evaluation decides whether it does today.
extension RiderStore {
    /// The subject of a row.
    package enum ReminderKind: Int, Sendable {
        /// A saved route with a reminder.
        case route = 0
        /// A planned trip.
        case trip = 1
        /// Something that matters at any time: places where vehicles are announced, and rides in
        /// progress.
        case always = 2
    }

    /// A departure may be some minutes before its reminder, and loading takes time.
    private static let spareMinutes = 12
    /// A trip's run departs at most this long before the desired arrival, in minutes.
    package static let tripMinutes = 720

    /// The riders with something of a kind that begins to matter in one of these minutes of the
    /// day.
    package func riders(beginning minutes: Set<Int>, _ kind: ReminderKind) async throws -> [RiderID]
    {
        try await file.read { database in
            try minutes.flatMap { minute in
                try database.texts(
                    "SELECT rider FROM calls WHERE kind = ? AND begins = ?",
                    [kind.rawValue, minute]
                ).map(RiderID.init(rawValue:))
            }
        }
    }

    /// Rewrites a rider's rows within the transaction that changed their data.
    static func schedule(_ rider: RiderID, _ database: RecordDatabase) throws {
        try database.execute("DELETE FROM calls WHERE rider = ?", [rider.rawValue])
        guard let snapshot = try snapshots([rider], at: nil, database).first else { return }
        var routes: Set<Int> = []
        for reminder in snapshot.connections.flatMap(\.routes).flatMap(\.reminders) {
            let begins = reminder.minute - snapshot.settings.alerts.leadMinutes - spareMinutes
            routes.insert((begins + 1440) % 1440)
        }
        let trips = Set(snapshot.trips.map { ($0.arriveBy - tripMinutes + 1440) % 1440 })
        let isAlways = !snapshot.settings.nearbyRoutes.isEmpty || !snapshot.rides.isEmpty
        let kinds = [
            (ReminderKind.route, routes), (.trip, trips), (.always, isAlways ? [0] : []),
        ]
        for (kind, minutes) in kinds {
            for minute in minutes.sorted() {
                try database.execute(
                    "INSERT INTO calls VALUES (?, ?, ?)", [kind.rawValue, minute, rider.rawValue])
            }
        }
    }

    /// Changes a rider's data in one transaction, and schedules their evaluation.
    func change<Value: Sendable>(
        _ rider: RiderID, _ body: @escaping @Sendable (RecordDatabase) throws -> Value
    ) async throws -> Value {
        let value = try await file.write { database in
            // The schedule depends on all of a rider's data, so changes are serialised.
            _ = try Self.lock(rider, database)
            let value = try body(database)
            try Self.schedule(rider, database)
            try Self.changed(rider, database)
            return value
        }
        changes.note(rider)
        return value
    }

    /// Locks a rider's data until the transaction ends; returns false if the rider does not exist.
    static func lock(_ rider: RiderID, _ database: RecordDatabase) throws -> Bool {
        try database.finds(
            "SELECT 1 FROM riders WHERE id = ?" + database.lockingRows, [rider.rawValue])
    }

    /// Notifies the node that watches the rider, within the transaction that changes something.
    static func changed(_ rider: RiderID, _ database: RecordDatabase) throws {
        guard database.isShared else { return }
        try database.execute(
            "INSERT INTO changed (part, rider) VALUES (?, ?)", [rider.part, rider.rawValue])
    }

    /// Returns and removes the riders with changes: those of some parts on any node, all others on
    /// this one.
    func takeChanges(_ parts: Set<Int>) async throws -> Set<RiderID> {
        let here = changes.drain()
        guard file.isShared, !parts.isEmpty else { return here }
        let list = parts.sorted().map(String.init).joined(separator: ", ")
        let riders = try await file.write {
            try $0.texts("DELETE FROM changed WHERE part IN (\(list)) RETURNING rider")
        }
        return here.union(riders.map(RiderID.init(rawValue:)))
    }
}
