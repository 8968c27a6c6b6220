import Persistence
package import TransitModel

/// Vehicles' positions that operators' devices send to one of several nodes.
extension CampusStore {
    /// Stores a vehicle's position for the other nodes, unless a newer one is stored, and removes
    /// all from before `oldest`; a file has no other nodes.
    ///
    /// - Throws: The store's errors.
    package func share(_ fix: VehicleFix, since oldest: UnixTime) async throws {
        guard file.isShared else { return }
        let body = try Self.text(SharedPosition(fix))
        try await file.write { database in
            try database.execute(
                "DELETE FROM positions WHERE time < ?", [oldest.milliseconds])
            try database.execute(
                """
                INSERT INTO positions VALUES (?, ?, ?)
                ON CONFLICT (vehicle) DO UPDATE SET time = excluded.time, body = excluded.body
                WHERE positions.time < excluded.time
                """, [fix.vehicleID, fix.time.milliseconds, body])
        }
    }

    /// Returns the positions of known vehicles that any node shared, measured after `oldest` and
    /// after the `newest` known of their vehicle, in order of time; none from a file.
    ///
    /// - Throws: The store's errors, and `DecodingError` if a row is damaged.
    package func sharedPositions(
        after oldest: UnixTime, newest: [String: UnixTime]
    ) async throws -> [VehicleFix] {
        guard file.isShared else { return [] }
        let shown = Set(content.campus.vehicles.filter(\.isEnabled).map { String($0.id) })
        return try await file.read { database in
            try database.rows(
                "SELECT vehicle, time, body FROM positions WHERE time > ? ORDER BY time, vehicle",
                [oldest.milliseconds]
            ) { row -> VehicleFix? in
                let vehicle: String = try row[0]
                let time = UnixTime(milliseconds: try row[1])
                guard shown.contains(vehicle), newest[vehicle].map({ $0 < time }) ?? true else {
                    return nil
                }
                return (try Self.decoded(try row[2]) as SharedPosition).fix
            }.compactMap(\.self)
        }
    }
}

/// A position as a row's text.
private struct SharedPosition: Codable {
    let vehicle: String
    let label: String?
    let latitude: Double
    let longitude: Double
    let heading: Double?
    let speed: Double?
    let time: Int64
    let route: String?

    init(_ fix: VehicleFix) {
        vehicle = fix.vehicleID
        label = fix.label
        latitude = fix.coordinate.latitude
        longitude = fix.coordinate.longitude
        heading = fix.headingDegrees
        speed = fix.speedMetresPerSecond
        time = fix.time.milliseconds
        route = fix.trip?.routeID
    }

    var fix: VehicleFix {
        VehicleFix(
            vehicleID: vehicle, label: label,
            coordinate: Coordinate(latitude: latitude, longitude: longitude),
            headingDegrees: heading, speedMetresPerSecond: speed,
            time: UnixTime(milliseconds: time), trip: route.map { TripReference(routeID: $0) })
    }
}
