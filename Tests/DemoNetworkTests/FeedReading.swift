import DemoNetwork
import TransitModel

/// A row of a GTFS file, by column name; empty for missing values.
struct Row {
    let columns: [String: Int]
    let fields: [String]

    subscript(_ column: String) -> String {
        columns[column].map { fields[$0] } ?? ""
    }
}

/// A call of a trip, with times in seconds from the start of the service day.
struct StopTime {
    let stop: String
    let arrival: Int?
    let departure: Int?
    let distance: Double?
    let row: Row
}

/// The demo feed, written once and read by a reader that shares no code with the writer.
struct ReadFeed {
    static let from = ServiceDay("2026-03-01") ?? ServiceDay(daysSince1970: 0)
    static let to = ServiceDay("2027-01-15") ?? ServiceDay(daysSince1970: 0)
    static let shared = ReadFeed(DemoFeed.files(from: from, to: to))

    let files: [FeedFile]
    let tables: [String: [Row]]
    let stops: [String: Row]
    let trips: [String: Row]
    let routes: [String: Row]
    /// The calls of each trip in the order of the file, which must be the order of travel.
    let stopTimes: [String: [StopTime]]
    let shapes: [String: [Coordinate]]

    init(_ files: [FeedFile]) {
        self.files = files
        var tables: [String: [Row]] = [:]
        for file in files { tables[file.name] = Self.rows(of: file.contents) }
        self.tables = tables
        func index(_ file: String, by column: String) -> [String: Row] {
            Dictionary((tables[file] ?? []).map { ($0[column], $0) }) { first, _ in first }
        }
        stops = index("stops.txt", by: "stop_id")
        trips = index("trips.txt", by: "trip_id")
        routes = index("routes.txt", by: "route_id")
        stopTimes = Dictionary(grouping: tables["stop_times.txt"] ?? []) { $0["trip_id"] }
            .mapValues { rows in
                rows.map { row in
                    StopTime(
                        stop: row["stop_id"], arrival: seconds(row["arrival_time"]),
                        departure: seconds(row["departure_time"]),
                        distance: Double(row["shape_dist_traveled"]), row: row)
                }
            }
        shapes = Dictionary(grouping: tables["shapes.txt"] ?? []) { $0["shape_id"] }
            .mapValues { rows in
                rows.map { Self.coordinate($0["shape_pt_lat"], $0["shape_pt_lon"]) }
            }
    }

    func table(_ name: String) -> [Row] { tables[name] ?? [] }

    func place(ofStop id: String) -> Coordinate {
        Self.coordinate(stops[id]?["stop_lat"] ?? "", stops[id]?["stop_lon"] ?? "")
    }

    /// One trip for each shape: the first that uses it.
    var sampleTrips: [Row] {
        var seen: Set<String> = []
        return table("trips.txt").filter { seen.insert($0["shape_id"]).inserted }
    }

    /// Returns the services that run on `day`, by `calendar.txt` and `calendar_dates.txt`.
    func services(on day: ServiceDay) -> Set<String> {
        let names = [
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        ]
        let text = day.compactDescription
        var services = Set(
            table("calendar.txt").filter { row in
                row[names[day.weekday]] == "1" && row["start_date"] <= text
                    && text <= row["end_date"]
            }.map { $0["service_id"] })
        for row in table("calendar_dates.txt") where row["date"] == text {
            if row["exception_type"] == "1" {
                services.insert(row["service_id"])
            } else {
                services.remove(row["service_id"])
            }
        }
        return services
    }

    /// Returns the number of vehicles on their way at `time` seconds of `day`, including
    /// `frequencies.txt`.
    func vehiclesRunning(on day: ServiceDay, at time: Int) -> Int {
        let services = services(on: day)
        let rhythms = Dictionary(grouping: table("frequencies.txt")) { $0["trip_id"] }
        var count = 0
        for trip in table("trips.txt") where services.contains(trip["service_id"]) {
            guard let calls = stopTimes[trip["trip_id"]], let start = calls.first?.departure,
                let end = calls.last?.arrival
            else { continue }
            if let rows = rhythms[trip["trip_id"]] {
                for row in rows {
                    guard let from = seconds(row["start_time"]), let to = seconds(row["end_time"]),
                        let step = Int(row["headway_secs"])
                    else { continue }
                    count += stride(from: from, to: to, by: step)
                        .count { $0 <= time && time <= $0 + end - start }
                }
            } else if start <= time, time <= end {
                count += 1
            }
        }
        return count
    }

    private static func coordinate(_ latitude: String, _ longitude: String) -> Coordinate {
        Coordinate(latitude: Double(latitude) ?? 0, longitude: Double(longitude) ?? 0)
    }

    private static func rows(of text: String) -> [Row] {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        guard let header = lines.first else { return [] }
        let names = fields(of: header)
        let columns = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        return lines.dropFirst().map { line in
            let fields = fields(of: line)
            precondition(fields.count == names.count, "a ragged line: \(fields)")
            return Row(columns: columns, fields: fields)
        }
    }

    private static func fields(of line: Substring.UTF8View) -> [String] {
        let comma = UInt8(ascii: ",")
        let quote = UInt8(ascii: "\"")
        guard line.contains(quote) else {
            return line.split(separator: comma, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        var fields: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in line {
            if byte == quote {
                isQuoted.toggle()
            } else if byte == comma, !isQuoted {
                fields.append([])
            } else {
                fields[fields.count - 1].append(byte)
            }
        }
        return fields.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Parses a time such as `24:05:00` into seconds; nil if the text is empty or no time.
func seconds(_ clock: String) -> Int? {
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
}
