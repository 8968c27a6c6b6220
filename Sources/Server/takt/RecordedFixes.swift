import Archives
import GTFS
import TransitModel

/// Reads fixes from a CSV file, plain or gzip, with
/// `timestamp,vehicle_id,trip_id,route_id,latitude,longitude,speed_mps,bearing`.
enum RecordedFixes {
    /// The maximum number of fixes that are read from one file.
    static let maximumFixes = 50_000_000

    /// The reason why a file of fixes cannot be used, in one sentence for people.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Whether the file does not exist.
        var isMissing = false
    }

    /// Returns all fixes of a file in order of time; rows without time, vehicle or position are
    /// skipped.
    ///
    /// - Throws: A `Failure` if the file is missing, damaged or too long, lacks a column, or
    ///   has only unusable rows.
    static func read(_ path: String) throws -> [VehicleFix] {
        guard var reader = GzipReader(path: path) else {
            throw Failure(
                description: "There is no file '\(path)' that can be read.", isMissing: true)
        }
        var fixes: [VehicleFix] = []
        var leftOut = 0
        var columns: Columns?
        var scanner = CSVScanner()
        let outcome = try scanner.scan(
            fill: { buffer in
                guard let count = reader.read(into: buffer) else {
                    throw Failure(
                        description: "'\(path)' is a folder, or damaged: it cannot be unpacked.")
                }
                return count
            },
            onBlank: { _ in },
            onRow: { row in
                guard let known = columns else {
                    columns = try Columns(header: row, path: path)
                    return
                }
                guard let fix = known.fix(row) else {
                    leftOut += 1
                    return
                }
                guard fixes.count < maximumFixes else {
                    throw Failure(description: "'\(path)' has more than \(maximumFixes) fixes.")
                }
                fixes.append(fix)
            })
        if case .unreadable(let line) = outcome {
            throw Failure(description: "'\(path)' cannot be read from line \(line) on.")
        }
        guard columns != nil else { throw Failure(description: "'\(path)' is empty.") }
        guard !fixes.isEmpty || leftOut == 0 else {
            throw Failure(
                description: "'\(path)' has no usable fix: each of its \(leftOut) rows lacks "
                    + "a timestamp in Unix seconds, a vehicle_id, a latitude or a longitude.")
        }
        return inOrder(fixes)
    }

    /// Returns the fixes in order of time; fixes at the same time keep the order of the file.
    static func inOrder(_ fixes: [VehicleFix]) -> [VehicleFix] {
        fixes.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
    }

    /// The index of each column in a row; -1 if the file does not have it.
    private struct Columns {
        let time, vehicle, trip, route, latitude, longitude, speed, bearing: Int

        init(header: CSVRow, path: String) throws {
            var names: [String: Int] = [:]
            for position in 0..<header.fieldCount {
                names[header.field(position).string] = position
            }
            func required(_ name: String) throws -> Int {
                guard let position = names[name] else {
                    throw Failure(description: "'\(path)' has no column '\(name)'.")
                }
                return position
            }
            time = try required("timestamp")
            vehicle = try required("vehicle_id")
            latitude = try required("latitude")
            longitude = try required("longitude")
            trip = names["trip_id"] ?? -1
            route = names["route_id"] ?? -1
            speed = names["speed_mps"] ?? -1
            bearing = names["bearing"] ?? -1
        }

        func fix(_ row: CSVRow) -> VehicleFix? {
            guard let seconds = row.field(time).double, seconds.isFinite, abs(seconds) < 1e11,
                !row.field(vehicle).isEmpty,
                let latitude = row.field(latitude).double,
                let longitude = row.field(longitude).double
            else { return nil }
            let tripID = text(row.field(trip))
            let routeID = text(row.field(route))
            let named = tripID != nil || routeID != nil
            return VehicleFix(
                vehicleID: row.field(vehicle).string,
                coordinate: Coordinate(latitude: latitude, longitude: longitude),
                headingDegrees: row.field(bearing).double,
                speedMetresPerSecond: row.field(speed).double,
                time: UnixTime(seconds: Int64(seconds)),
                trip: named ? TripReference(tripID: tripID, routeID: routeID) : nil)
        }

        private func text(_ field: ByteText) -> String? { field.isEmpty ? nil : field.string }
    }
}
