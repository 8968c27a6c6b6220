import Archives
import Diary
import DiarySensing
import FolderTesting
import Foundation
import GTFSImport
import GTFSRealtime
import TransitModel
import TransitTesting
import TransportAPI

/// Valid input, from which mutated input is made.
extension FuzzTarget {
    /// Returns at least one input that the parser accepts.
    package func seeds() throws -> [[UInt8]] {
        switch self {
        case .transportAnswer: [Self.board()]
        case .realtime: [try Self.vehicles(3)]
        case .feed: [Array(Self.drawnFeed().utf8)]
        case .zip: [try Self.archive()]
        case .extract: Self.extracts()
        case .graph: [try Self.graphSection()]
        case .vehicles: [try Self.vehicleSection()]
        case .tiles: [try Self.tileArchive()]
        case .network, .networkContent: [try Self.networkFile()]
        case .deviations: try Self.deviationFrames()
        case .places: [try Self.placeIndex()]
        case .age: [try Self.sealed()]
        case .thresholds: [Array(SensingConfiguration().json())]
        default: texts.map { Array($0.utf8) }
        }
    }

    private var texts: [String] {
        switch self {
        case .transportQuery:
            [
                "from=Bern&to=8503000&via[]=Olten&via[]=Thun&date=2026-05-04&time=08%3A30&limit=6&page=2",
                "from=47.1,8.2&to=Zug&isArrivalTime=1&transportations[]=train&bike=1&fields[]=from/name",
                "station=Aarau&limit=15&datetime=2026-05-04%2017:30&type=arrival&transportations=tram",
                "query=Z%C3%BCrich%20HB&type=station", "x=46.9&y=7.4&type=all",
            ]
        case .trackerCommand:
            [
                "BBOX 833814 5933930 834814 5934930 12 tenant=sbb gen=10 mots=rail,bus", "PING",
                "RESET", "BUFFER 100 100", "GET station 8503000 ref", "SUB timetable_8503000",
                "DEL trajectory", "GET full_trajectory_takt_12_gen30",
            ]
        case .trackerMessage: Self.trackerMessages
        case .fusion:
            [
                #"{"type":"subscribe","message":{"topic":"eta"}}"#,
                #"{"type":"unsubscribe","message":{"topic":"vehicle_location"}}"#,
                #"{"type":"position","message":{"latitude":42.73,"longitude":-73.67}}"#,
                #"{"type":"bus_button","message":{"latitude":42.73,"longitude":-73.67,"emojiChoice":"🚌"}}"#,
            ]
        case .shuttle: Self.shuttleLists
        case .phone: Self.phoneMessages
        case .phoneFile: Self.phoneFiles
        case .time:
            [
                "2026-11-20T08:02:00+0100", "2026-06-20T08:02:00Z", "1969-12-31T23:59:59+00:00",
                "2026-05-04T17:30:00-0930",
            ]
        default: []
        }
    }

    private static let trackerMessages = [
        #"{"source":"websocket","timestamp":1777888999000,"content":{"status":"open"},"client_reference":""}"#,
        """
        {"source":"buffer","timestamp":1777888999000,"content":[{"source":"trajectory","timestamp":\
        1777888999000,"content":{"type":"Feature","geometry":{"type":"LineString","coordinates":\
        [[950000,6000000],[950100,6000200]]},"properties":{"train_id":"a_1","type":"rail","tenant":"a",\
        "time_intervals":[[1777888990000,0,1.2],[1777889090000,1,null]],"timestamp":1777888990000,\
        "delay":60000,"line":{"name":"S 1"}}}},{"source":"deleted_vehicles","timestamp":1777888999000,\
        "content":"a_2"},null]}
        """,
    ]

    private static let shuttleLists = [
        """
        [{"id":3,"tracker_id":"7","vehicle_id":1,"route_id":null,"latitude":42.73,"longitude":-73.67,\
        "heading":90,"speed":12.5,"time":"2026-05-04T08:00:00.25Z","created":"2026-05-04T08:00:01Z"}]
        """,
        """
        [{"id":1,"name":"North","description":"","enabled":true,"color":"#ff0000","width":4,"points":\
        [{"latitude":42.73,"longitude":-73.67},{"latitude":42.74,"longitude":-73.67}],"stop_ids":[1,2],\
        "schedule":[{"id":1,"route_id":1,"start_day":1,"start_time":"07:00","end_day":5,"end_time":"23:00"}]}]
        """,
        #"[{"id":1,"name":"Union","latitude":42.73,"longitude":-73.67,"description":"Stop"}]"#,
        #"[{"id":1,"name":"Bus 1","tracker_id":"7","enabled":true}]"#,
    ]

    private static let phoneMessages = [
        """
        {"_type":"location","lat":47.1,"lon":8.2,"tst":1777888999,"acc":12,"vel":40,"alt":410,\
        "motionactivities":["automotive"],"topic":"owntracks/u/phone"}
        """,
        """
        {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[8.2,47.1]},\
        "properties":{"timestamp":"2026-05-04T08:00:00Z","horizontal_accuracy":8,"speed":1.4,\
        "motion":["walking"],"device_id":"phone"}}]}
        """,
    ]

    private static let phoneFiles = [
        """
        <?xml version="1.0"?><gpx version="1.1"><trk><trkseg><trkpt lat="47.1" lon="8.2">\
        <ele>410</ele><time>2026-05-04T08:00:00Z</time></trkpt></trkseg></trk></gpx>
        """,
        """
        {"semanticSegments":[{"startTime":"2026-05-04T08:00:00.000+02:00","endTime":\
        "2026-05-04T09:00:00.000+02:00","timelinePath":[{"point":"47.1°, 8.2°","time":\
        "2026-05-04T08:01:00.000+02:00"}]}]}
        """,
        #"{"locations":[{"latitudeE7":471000000,"longitudeE7":82000000,"accuracy":9,"timestampMs":"1777888999000"}]}"#,
        "2026-05-04T08:00:00Z\t*                 \t" + phoneMessages[0] + "\n",
    ]

    // MARK: - Made by our own writers

    private static func board() -> [UInt8] {
        var stop = OpendataStop(
            OpendataLocation(
                id: "1", name: "Bern", coordinate: Coordinate(latitude: 46.9, longitude: 7.4)))
        stop.departure = OffsetTime(text: "2026-11-20T08:02:00+0100")
        stop.platform = "4"
        var board = OpendataStationboard()
        board.station = stop.location
        var journey = OpendataJourney()
        journey.passList = [stop]
        board.journeys = [OpendataBoardJourney(stop: stop, journey: journey)]
        return board.json()
    }

    /// Returns a GTFS-Realtime feed of some vehicles, each on a trip.
    package static func vehicles(_ count: Int) throws -> [UInt8] {
        let time = UnixTime(seconds: 1_777_888_999)
        let vehicles = (0..<count).map { number in
            RealtimeVehicle(
                fix: VehicleFix(
                    vehicleID: "v\(number)", label: "Bus \(number)",
                    coordinate: Coordinate(latitude: 47 + Double(number) / 100, longitude: 8.5),
                    headingDegrees: Double(number % 360), speedMetresPerSecond: 5, time: time),
                trip: RealtimeTrip(tripID: "t\(number)", routeID: "r"))
        }
        return try FeedWriter().write(vehicles, at: time)
    }

    private static let drawing = TextFeed(
        """
        red-1: A 8:00  B 8:10/8:12  C 8:20
        red-2: A 9:00  B 9:10/9:12  C 9:20
        blue-1: C 8:30  D 25:40
        """)

    private static func drawnFeed() -> String {
        drawing.files.sorted { $0.key < $1.key }.map { name, content in
            fileMark + name.dropLast(4) + "\n" + content
        }.joined(separator: "\n")
    }

    static func networkFile() throws -> [UInt8] {
        try drawing.withFolder { folder in
            let path = folder + "/made.takt"
            _ = try NetworkImport([.init(path: folder, name: "seed")]).write(to: path)
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    /// The content of the sealed seeds.
    static let sealedText = Data("Seen at eight, and again at nine.".utf8)

    private static func sealed() throws -> [UInt8] {
        guard let identity else { throw BrokenPromise(description: "the key of the seeds is one") }
        return Array(try AgeSealer.seal(sealedText, to: [identity.recipient]))
    }

    private static func archive() throws -> [UInt8] {
        try TemporaryFolder.with { folder in
            let path = folder.path("seed.zip")
            let writer = try ZipFileWriter(path: path)
            for (name, content) in drawing.files.sorted(by: { $0.key < $1.key }) {
                try writer.begin(name)
                try writer.write(Array(content.utf8))
            }
            try writer.finish()
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }
}
