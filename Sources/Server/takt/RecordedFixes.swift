import GTFS
import TransitModel

/// Reads fixes from a CSV file, plain or gzip, with
/// `timestamp,vehicle_id,trip_id,route_id,latitude,longitude,speed_mps,bearing`.
enum RecordedFixes {
    /// The maximum number of fixes that are read from one file.
    private static let maximumFixes = 50_000_000

    /// Returns all fixes of a file in order of time; rows without time, vehicle or position are
    /// skipped.
    ///
    /// - Throws: An exit code, after a printed sentence, if the file is missing, damaged or too
    ///   long, lacks a column, or has only unusable rows.
    static func read(_ path: String) throws -> [VehicleFix] {
        var fixes: [VehicleFix] = []
        var leftOut = 0
        let hasHeader = try CSVFile.read(
            path, required: ["timestamp", "vehicle_id", "latitude", "longitude"],
            optional: ["trip_id", "route_id", "speed_mps", "bearing"]
        ) { row, columns in
            guard let fix = fix(row, columns) else {
                leftOut += 1
                return
            }
            guard fixes.count < maximumFixes else {
                throw fail("'\(path)' has more than \(maximumFixes) fixes.", .badData)
            }
            fixes.append(fix)
        }
        guard hasHeader else { throw fail("'\(path)' is empty.", .badData) }
        guard !fixes.isEmpty || leftOut == 0 else {
            throw fail(
                "'\(path)' has no usable fix: each of its \(leftOut) rows lacks "
                    + "a timestamp in Unix seconds, a vehicle_id, a latitude or a longitude.",
                .badData)
        }
        return inOrder(fixes)
    }

    /// Returns the fixes in order of time; fixes at the same time keep the order of the file.
    static func inOrder(_ fixes: [VehicleFix]) -> [VehicleFix] {
        fixes.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
    }

    private static func fix(_ row: CSVRow, _ columns: [Int]) -> VehicleFix? {
        guard let seconds = row.field(columns[0]).double, seconds.isFinite, abs(seconds) < 1e11,
            !row.field(columns[1]).isEmpty, let latitude = row.field(columns[2]).double,
            let longitude = row.field(columns[3]).double
        else { return nil }
        func text(_ column: Int) -> String? {
            let field = row.field(column)
            return field.isEmpty ? nil : field.string
        }
        let (tripID, routeID) = (text(columns[4]), text(columns[5]))
        let named = tripID != nil || routeID != nil
        return VehicleFix(
            vehicleID: row.field(columns[1]).string,
            coordinate: Coordinate(latitude: latitude, longitude: longitude),
            headingDegrees: row.field(columns[7]).double,
            speedMetresPerSecond: row.field(columns[6]).double,
            time: UnixTime(seconds: Int64(seconds)),
            trip: named ? TripReference(tripID: tripID, routeID: routeID) : nil)
    }
}
