import Testing
import TrackerSocket

/// The box of the commands below.
private let box = MercatorBox(left: 940_000, bottom: 5_990_000, right: 960_000, top: 6_010_000)

private func area(
    zoom: Double? = 11, tenant: String? = nil, level: GeneralisationLevel? = nil,
    modes: Set<TrackerMode>? = nil
) -> TrackerCommand {
    var area = TrackerArea(box: box, zoom: zoom)
    area.tenant = tenant
    area.level = level
    area.modes = modes
    return .showArea(area)
}

@Suite("Commands of the tracker socket")
struct TrackerCommandTests {
    private static let edges = "940000 5990000 960000 6010000"

    @Test(arguments: [
        ("BBOX \(edges) 11", area()),
        ("BBOX  940000.0 5990000.00 960000 6.01e6  11.0 ", area()),
        ("BBOX \(edges) 11.4", area(zoom: 11.4)),
        ("BBOX \(edges) 99", area(zoom: 30)),
        ("BBOX \(edges)", area(zoom: nil)),
        ("BBOX", .showArea(TrackerArea(box: nil))),
        // Current clients name their parameters.
        ("BBOX \(edges) 11 mots=rail", area(modes: [.rail])),
        (
            "BBOX \(edges) 11 gen=5 mots=tram,bus tenant=sbb graph=osm x=y",
            area(tenant: "sbb", level: .five, modes: [.tram, .bus])
        ),
        ("BBOX \(edges) 11 gen_level=30", area(level: .thirty)),
        ("BBOX \(edges) 11 gen=25", area(level: .thirty)),
        ("BBOX \(edges) 11 gen=0", area()),
        ("BBOX \(edges) 11 gen=1000", area()),
        ("BBOX \(edges) 11 gen=many", area()),
        ("BBOX \(edges) 11 mots=", area()),
        ("BBOX \(edges) 11 mots=hovercraft", area(modes: [])),
        ("BBOX \(edges) 11 mots=hovercraft,ferry", area(modes: [.ferry])),
        // The first clients passed them by position.
        (
            "BBOX \(edges) 11 sbb 10 rail,coach",
            area(tenant: "sbb", level: .ten, modes: [.rail, .coach])
        ),
        ("BBOX \(edges) 11 sbb", area(tenant: "sbb")),
        ("BBOX \(edges) 11 100", area(level: .hundred)),
        ("BBOX \(edges) 11 undefined 10 gondola", area(level: .ten, modes: [.gondola])),
        ("BBOX \(edges) 11 sbb mots=rail", area(tenant: "sbb", modes: [.rail])),
    ])
    func `an area is read in every form that clients send`(text: String, expected: TrackerCommand)
        throws
    {
        let command = try #require(TrackerCommand(text))
        #expect(command == expected)
        #expect(TrackerCommand(command.text) == command)
    }

    @Test(arguments: [
        ("PING", TrackerCommand.ping),
        ("PING\n", .ping),
        ("RESET", .reset),
        ("BUFFER 100 200", .buffer(count: 100, milliseconds: 200)),
        ("BUFFER 0 0", .buffer(count: 0, milliseconds: 0)),
        ("GET healthcheck", .get(TrackerChannelName("healthcheck"), clientReference: nil)),
        (
            "GET station 8503000",
            .get(TrackerChannelName("station", reference: "8503000"), clientReference: nil)
        ),
        (
            "GET station 8503000 q7",
            .get(TrackerChannelName("station", reference: "8503000"), clientReference: "q7")
        ),
        ("SUB stopsequence_a_1", .subscribe(TrackerChannelName("stopsequence_a_1"))),
        ("SUB station 850", .subscribe(TrackerChannelName("station", reference: "850"))),
        ("DEL timetable_850", .unsubscribe(TrackerChannelName("timetable_850"))),
    ])
    func `the other commands are read with what they ask for`(
        text: String, expected: TrackerCommand
    ) throws {
        let command = try #require(TrackerCommand(text))
        #expect(command == expected)
        #expect(TrackerCommand(command.text) == command)
    }

    @Test(arguments: [
        "", " ", "\n", "ping", "PONG", "PROJECTION epsg:4326", "BBOX 1", "BBOX 1 2 3",
        "BBOX a b c d 11", "BBOX 2 0 1 1 11", "BBOX 0 0 inf 1 11", "BBOX nan 0 1 1 11",
        "BBOX 0,0,1,1,11", "BBOX mots=rail", "BUFFER", "BUFFER 100", "BUFFER a b",
        "BUFFER -1 100", "BUFFER 100 1e99", "BUFFER 1 2 3", "GET", "GET a b c d", "SUB", "DEL",
        "SUB a b c d", "{\"cmd\":\"BBOX\"}", "GET \(String(repeating: "x", count: 5000))",
    ])
    func `what is malformed or unknown is nothing`(text: String) {
        #expect(TrackerCommand(text) == nil)
    }

    @Test func `far out a map shows trains only, unless it says what it wants`() throws {
        #expect(TrackerArea(box: box, zoom: 8).shownModes == [.rail])
        #expect(TrackerArea(box: box, zoom: 9).shownModes == Set(TrackerMode.allCases))
        #expect(TrackerArea(box: box).shownModes == Set(TrackerMode.allCases))
        var wish = TrackerArea(box: box, zoom: 4)
        wish.modes = [.bus]
        #expect(wish.shownModes == [.bus])
    }

    @Test(arguments: [
        ("trajectory", TrackerChannel.trajectory),
        ("deleted_vehicles", .deletedVehicles),
        ("partial_trajectory_a_1", .partialTrajectory(trainID: "a_1")),
        ("full_trajectory_a_1", .fullTrajectory(trainID: "a_1", level: nil)),
        ("full_trajectory_a_1_gen30", .fullTrajectory(trainID: "a_1", level: .thirty)),
        ("full_trajectory_a_gen7", .fullTrajectory(trainID: "a_gen7", level: nil)),
        ("full_trajectory__gen5", .fullTrajectory(trainID: "_gen5", level: nil)),
        ("stopsequence_a_1", .stopSequence(trainID: "a_1")),
        ("timetable_8503000", .timetable(station: "8503000")),
        ("station", .station(nil)),
        ("healthcheck", .healthcheck),
        ("sbb_newsticker", .other),
        ("stopsequence_", .other),
        ("extra_geoms", .other),
    ])
    func `channels say what they are about`(name: String, expected: TrackerChannel) {
        #expect(TrackerChannel(TrackerChannelName(name)) == expected)
    }

    @Test func `a station's reference is its number`() {
        #expect(TrackerChannel(TrackerChannelName("station", reference: "7")) == .station("7"))
        #expect(TrackerChannelName("station", reference: "7").description == "station 7")
    }
}
