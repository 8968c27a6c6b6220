import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// A stop of a drawn network.
struct DrawnStop {
    var id: String
    var name: String
    var latitude = 47.0
    var longitude = 8.0
    var parent = ""
    /// GTFS `location_type`.
    var type = 0
    var code = ""
    /// The number of trips that call there.
    var trips = 1
    /// GTFS `route_type` of those trips.
    var routeType = 3
}

/// A network of named stops for searching.
struct SearchScene {
    let timetable: Timetable
    let index: StopSearchIndex

    /// Creates stops far apart with these names, in decreasing order of importance.
    init(names: [String]) throws {
        try self.init(
            names.enumerated().map { row, name in
                DrawnStop(
                    id: "s\(row)", name: name, latitude: 40 + Double(row) * 0.02,
                    trips: max(1, names.count <= 40 ? names.count - row : 1))
            })
    }

    init(_ stops: [DrawnStop], translations: String = "") throws {
        var feed = TextFeed("x-1: A 8:00 B 8:10")
        var rows = "stop_id,stop_name,stop_lat,stop_lon,parent_station,location_type,stop_code\n"
        for stop in stops {
            rows += "\(stop.id),\"\(stop.name)\",\(stop.latitude),\(stop.longitude),"
            rows += "\(stop.parent),\(stop.type),\(stop.code)\n"
        }
        // The common last stop of all trips, which no search should find.
        rows += "end,¤,0.5,0.5,,0,\n"
        feed.files["stops.txt"] = rows
        var routes = "route_id,agency_id,route_short_name,route_type\n"
        for type in Set(stops.map(\.routeType)).sorted() {
            routes += "r\(type),1,r\(type),\(type)\n"
        }
        var trips = "route_id,service_id,trip_id\n"
        var times = "trip_id,stop_sequence,stop_id,arrival_time,departure_time\n"
        for stop in stops where stop.type == 0 {
            for trip in 0..<stop.trips {
                let id = "\(stop.id)-\(trip)"
                let hour = 5 + trip % 15
                trips += "r\(stop.routeType),daily,\(id)\n"
                times += "\(id),1,\(stop.id),\(hour):00:00,\(hour):00:00\n"
                times += "\(id),2,end,\(hour):30:00,\(hour):30:00\n"
            }
        }
        feed.files["routes.txt"] = routes
        feed.files["trips.txt"] = trips
        feed.files["stop_times.txt"] = times
        if !translations.isEmpty {
            feed.files["translations.txt"] =
                "table_name,field_name,language,translation,record_id,field_value\n" + translations
        }
        timetable = try feed.compiled()
        index = StopSearchIndex(timetable)
        index.checkInvariants()
    }

    /// Returns the names found, the best first, without the trips' last stop.
    func find(_ text: String, near: Coordinate? = nil, limit: Int = 10) -> [String] {
        index.search(StopQuery(text, near: near, limit: limit)).map(\.name).filter { $0 != "¤" }
    }

    func first(_ text: String) -> StopHit? { index.search(StopQuery(text)).first }

    /// Returns the ids of a hit's members.
    func members(_ hit: StopHit?) -> [String] { (hit?.members ?? []).map(timetable.stops.id) }
}

extension StopSearchIndex {
    /// Traps if the columns are inconsistent.
    func checkInvariants() {
        let (names, words) = (names, words)
        precondition(places.memberOffsets.count == places.count + 1)
        precondition(names.placeOffsets.count == places.count + 1)
        precondition(Int(names.placeOffsets[places.count]) == names.wordCounts.count)
        precondition(
            words.postings.allSatisfy { Int($0 >> WordColumns.positionBits) < names.count })
        precondition(words.tokens.allSatisfy { Int($0) < words.postingOffsets.count - 1 })
        for row in words.tokens.indices.dropFirst() {
            precondition(!words.letters(row).lexicographicallyPrecedes(words.letters(row - 1)))
        }
        for place in 1..<max(1, places.count) {
            precondition(places.importance[place - 1] >= places.importance[place])
        }
    }
}
