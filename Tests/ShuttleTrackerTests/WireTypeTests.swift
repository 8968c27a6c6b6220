import Foundation
import ShuttleTracker
import Testing
import TransitModel

private func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws
    -> Value
{
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
}

/// Returns the value as JSON text with sorted keys.
private func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

private let noon = "2018-10-15T12:00:00Z"

private func update(_ changes: [String: String] = [:]) -> String {
    var fields = [
        "id": "831", "tracker_id": #""1831394755""#, "latitude": "42.73", "longitude": "-73.67",
        "heading": "285", "speed": "12.5", "time": #""2018-10-15T20:39:12Z""#,
        "created": #""2018-10-15T20:39:20.123456789Z""#, "vehicle_id": "4", "route_id": "1",
    ]
    fields.merge(changes) { $1 }
    return "{" + fields.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",")
        + "}"
}

@Suite("Positions of shuttles")
struct ShuttleUpdateTests {
    @Test func `an update is written as it was read`() throws {
        let text = update()
        #expect(try encode(decode(text, as: ShuttleUpdate.self)) == text)
    }

    @Test func `vehicle and route may be null, and are then written as null`() throws {
        let text = update(["vehicle_id": "null", "route_id": "null"])
        let read = try decode(text, as: ShuttleUpdate.self)
        #expect(read.vehicleID == nil && read.routeID == nil)
        #expect(try encode(read) == text)
    }

    @Test(
        arguments: [
            ("285.4", 285), ("359.6", 0), ("360", 0), ("-90", 270), ("0.49", 0), ("1e300", nil),
            ("-1e-12", 0), ("725", 5),
        ] as [(String, Int?)])
    func `headings are written as whole numbers from 0 to 359`(sent: String, written: Int?) throws {
        let text = try encode(decode(update(["heading": sent]), as: ShuttleUpdate.self))
        let whole = try #require(text.firstMatch(of: /"heading":(-?[0-9.e+]+)[,}]/))
        let number = try #require(Int(whole.1))
        #expect((0..<360).contains(number))
        if let written { #expect(number == written) }
    }

    @Test func `a fix has metres a second, the GPS time, the vehicle's number and the route`()
        throws
    {
        let read = try decode(update(), as: ShuttleUpdate.self)
        let expected = VehicleFix(
            vehicleID: "4", label: "Bus 85",
            coordinate: Coordinate(latitude: 42.73, longitude: -73.67), headingDegrees: 285,
            // 12.5 miles of 1609.344 m in 3600 s.
            speedMetresPerSecond: 5.588, time: UnixTime(seconds: 1_539_635_952),
            trip: TripReference(routeID: "1"))
        #expect(read.vehicleFix(label: "Bus 85") == expected)
    }

    @Test func `a tracker without a vehicle is no vehicle's namesake; no route is no run`() throws {
        let text = update(["vehicle_id": "null", "route_id": "null", "tracker_id": #""4""#])
        let fix = try #require(decode(text, as: ShuttleUpdate.self).vehicleFix())
        #expect(fix.vehicleID == "tracker-4")
        #expect(fix.trip == nil)
        #expect(fix.label == nil)
    }

    @Test func `impossible speeds are unknown, impossible places no fix`() throws {
        for speed in ["-1", "900"] {
            let read = try decode(update(["speed": speed]), as: ShuttleUpdate.self)
            #expect(try #require(read.vehicleFix()).speedMetresPerSecond == nil)
        }
        let zero = update(["latitude": "0", "longitude": "0.0"])
        #expect(try decode(zero, as: ShuttleUpdate.self).vehicleFix() == nil)
        let beyond = update(["latitude": "420.73"])
        #expect(try decode(beyond, as: ShuttleUpdate.self).vehicleFix() == nil)
    }

    @Test func `a fix written as an update reads back as the fix`() throws {
        var random = SeededRandom(seed: 4)
        for number in 0..<200 {
            let time = UnixTime(milliseconds: 1_777_888_999_000 + Int64(number) * 777)
            let fix = VehicleFix(
                vehicleID: "shuttle-9",
                coordinate: Coordinate(
                    latitude: 42 + random.unit(), longitude: -73 - random.unit()),
                headingDegrees: Double(number % 360), speedMetresPerSecond: random.unit() * 20,
                time: time)
            let update = try #require(
                ShuttleUpdate(
                    id: Int64(number), fix: fix, vehicleID: 9, routeID: 3,
                    created: time.advanced(bySeconds: 2)))
            let back = try #require(
                decode(encode(update), as: ShuttleUpdate.self).vehicleFix())
            #expect(back.coordinate == fix.coordinate)
            #expect(back.headingDegrees == fix.headingDegrees)
            #expect(back.time == time)
            #expect(back.vehicleID == "9" && back.trip?.routeID == "3")
            let speed = try #require(back.speedMetresPerSecond)
            #expect(abs(speed - (fix.speedMetresPerSecond ?? -1)) < 1e-9)
        }
    }

    @Test
    func `an unknown heading or speed is written as 0, a time beyond all calendars not at all`()
        throws
    {
        let place = Coordinate(latitude: 42, longitude: -73)
        let fix = VehicleFix(vehicleID: "v", coordinate: place, time: UnixTime(seconds: 1))
        let update = try #require(
            ShuttleUpdate(id: 1, fix: fix, vehicleID: 1, routeID: nil, created: fix.time))
        #expect(update.headingDegrees == 0 && update.speedMilesPerHour == 0)
        #expect(update.trackerID == "v")
        let late = UnixTime(milliseconds: .max)
        #expect(
            ShuttleUpdate(id: 1, fix: fix, vehicleID: 1, routeID: nil, created: late) == nil)
    }
}

@Suite("Lists of the shuttle tracker")
struct ShuttleListTests {
    @Test func `vehicles are written as they were read`() throws {
        let text = """
            [{"created":"\(noon)","enabled":false,"id":4,"name":"Bus 85",\
            "tracker_id":"1831394755","updated":"2018-10-15T12:00:00.000000007Z"}]
            """
        #expect(try encode(decode(text, as: [ShuttleVehicle].self)) == text)
    }

    @Test func `stops keep names and descriptions of null`() throws {
        let text = """
            [{"created":"\(noon)","description":null,"id":1,"latitude":42.5,"longitude":-73.5,\
            "name":"Union","updated":"\(noon)"},\
            {"created":"\(noon)","description":"By the gym","id":2,"latitude":42.75,\
            "longitude":-73.25,"name":null,"updated":"\(noon)"}]
            """
        #expect(try encode(decode(text, as: [ShuttleStop].self)) == text)
    }

    private static let route = """
        {"active":true,"color":"#E1501B","created":"\(noon)","description":"","enabled":true,\
        "id":1,"name":"West","points":[{"latitude":42.5,"longitude":-73.5}],\
        "schedule":[{"end_day":5,"end_time":"0001-01-01T23:45:00Z","id":8,"route_id":1,\
        "start_day":1,"start_time":"0001-01-01T07:00:00Z"}],"stop_ids":[1,2,1],\
        "updated":"\(noon)","width":4}
        """

    @Test func `a route keeps its line, its repeated stops and its schedule`() throws {
        let read = try decode(Self.route, as: ShuttleRoute.self)
        #expect(read.stopIDs == [1, 2, 1])
        #expect(read.points == [Coordinate(latitude: 42.5, longitude: -73.5)])
        #expect(try encode(read) == Self.route)
    }

    @Test func `lists of null are read as empty and written as []`() throws {
        let text = Self.route.replacing(/"schedule":\[.*\],"stop_ids":\[1,2,1\]/) { _ in
            #""schedule":null,"stop_ids":null"#
        }
        let written = try encode(decode(text, as: ShuttleRoute.self))
        #expect(written.contains(#""schedule":[],"stop_ids":[]"#))
    }

    @Test func `a route of ours has the six digits of its colour`() throws {
        let time = try #require(ShuttleTime(noon))
        let route = ShuttleRoute(
            id: 1, name: "West", colour: RGBColour(0x0A_50_1B), stopIDs: [], created: time,
            updated: time, points: [])
        #expect(try encode(route).contains(##""color":"#0A501B""##))
    }

    @Test func `a bad row costs a row`() throws {
        let text = """
            [\(update()), {}, 7, null, [], \(update(["time": #""yesterday""#])), \
            \(update(["vehicle_id": #""4""#])), \(update(["id": "832"]))]
            """
        let listing = try decode(text, as: ShuttleListing<ShuttleUpdate>.self)
        #expect(listing.elements.map(\.id) == [831, 832])
        #expect(listing.rejectedCount == 6)
    }

    @Test func `a list of null is an empty list; what is no list is refused`() throws {
        #expect(try decode("null", as: ShuttleListing<ShuttleStop>.self).elements.isEmpty)
        for text in ["{}", "7", "<html>", ""] {
            #expect(throws: DecodingError.self) {
                try decode(text, as: ShuttleListing<ShuttleStop>.self)
            }
        }
    }

    @Test(arguments: 1...2)
    func `mutated lists never do more than throw`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let original = Array("[\(update()),\(update(["id": "832"]))]".utf8)
        var outcomes = (read: 0, refused: 0)
        for _ in 0..<800 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 32..<127, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 48..<58, using: &random), at: place)
                }
            }
            do {
                let listing = try JSONDecoder().decode(
                    ShuttleListing<ShuttleUpdate>.self, from: Data(bytes))
                // Whatever was decoded can be encoded and converted to a fix.
                for element in listing.elements {
                    _ = try encode(element)
                    #expect(element.vehicleFix()?.coordinate.isPlausible != false, "seed \(seed)")
                }
                outcomes.read += 1
            } catch {
                outcomes.refused += 1
            }
        }
        #expect(outcomes.read > 50 && outcomes.refused > 50, "seed \(seed): \(outcomes)")
    }
}
