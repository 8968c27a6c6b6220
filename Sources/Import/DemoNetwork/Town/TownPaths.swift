/// Ways on foot that are no streets: the station's underpass, stairs and lifts, promenades.
enum TownPaths {
    /// A footpath, with further tags.
    private static func path(
        _ highway: String, _ line: [Point], _ tags: [String: String] = [:]
    ) -> DemoFeature {
        DemoFeature(line: line, ["highway": highway].merging(tags) { $1 })
    }

    static let all = station + platforms + stationTracks + strolls

    // MARK: - The main station

    private static let below = ["level": "-1", "layer": "-1", "tunnel": "yes"]
    private static let stairs = ["level": "-1;0", "step_count": "28", "surface": "paving_stones"]

    /// The same entrances, stairs and lifts as in ``MainStation``.
    private static let station = [
        DemoFeature(
            area: [
                Point(-75, -62), Point(75, -62), Point(75, -44), Point(-75, -44),
            ], ["building": "train_station", "name": "Bahnhof Seewil"]),
        path("footway", [Point(0, -95), Point(0, -80), Point(0, -62)], ["surface": "asphalt"]),
        path("steps", [Point(0, -62), Point(2, -40)], stairs),
        path("footway", [Point(0, -62), southLift], ["surface": "asphalt"]),
        path("footway", [southLift, Point(2, -40)], below),
        lift(southLift),
        path(
            "footway",
            [
                Point(2, -40), Point(2, -24), Point(2, -12), Point(2, 4), Point(2, 20),
                Point(2, 40),
            ], below.merging(["name": "Bahnhofunterführung"]) { $1 }),
        path("steps", [Point(2, 40), northEntrance], stairs),
        path("footway", [Point(2, 40), Point(36, 44), Point(36, 58), northEntrance]),
        path("footway", [northEntrance, Point(-15, 95), Point(-50, 120)], ["surface": "asphalt"]),
    ]

    private static let southLift = Point(10, -50)
    private static let northEntrance = Point(4, 62)

    private static func lift(_ place: Point) -> DemoFeature {
        DemoFeature(place, ["highway": "elevator", "level": "-1;0"])
    }

    /// The platforms, with stairs to each and lifts to all but the last.
    private static let platforms = [
        ("1", -24.0), ("2;3", -12), ("4;5", 4), ("6;7", 20),
    ].flatMap { name, y in
        let top = Point(18, y)
        let shaft = Point(-10, y)
        let platform = path(
            "platform", [Point(-140, y), shaft, top, Point(150, y)],
            ["railway": "platform", "public_transport": "platform", "ref": name, "level": "0"])
        let steps = path("steps", [Point(2, y), top], stairs)
        let isStepFree = name != "6;7"
        return [platform, steps]
            + (isStepFree ? [path("footway", [Point(2, y), shaft], below), lift(shaft)] : [])
    }

    private static let stationTracks = [-20.0, -16, -8, 0, 8, 16, 24].map { y in
        DemoFeature(
            line: [
                Point(-420, 6), Point(-230, y), Point(210, y), Point(420, -12),
            ], ["railway": "rail", "service": "yard"])
    }

    // MARK: - Strolls

    private static let strolls = [
        path(
            "footway",
            [
                Point(-1120, -735), Point(-1010, -700), Point(-880, -690), Point(-740, -680),
                Point(-590, -600),
            ], ["name": "Seepromenade", "surface": "asphalt"]),
        path(
            "footway",
            [
                Point(-950, -335), Point(-890, -400), Point(-870, -480), Point(-800, -455),
                Point(-720, -470), Point(-650, -560), Point(-590, -600),
            ], ["surface": "fine_gravel"]),
        path(
            "steps",
            [
                Point(-1130, 1240), Point(-1230, 1420), Point(-1400, 1690), Point(-1480, 1800),
                Point(-1640, 2060), Point(-1760, 2300), Point(-1820, 2330),
            ], ["name": "Himmelsleiter", "step_count": "1120"]),
        path(
            "path",
            [
                Point(-1960, 1700), Point(-1800, 1740), Point(-1640, 1720), Point(-1480, 1800),
                Point(-1350, 1900), Point(-1250, 2150), Point(-1240, 2400),
            ], ["name": "Waldweg", "surface": "ground"]),
        path(
            "cycleway",
            [
                Point(400, 1270), Point(330, 1600), Point(420, 2000), Point(650, 2700),
                Point(1000, 2900),
            ], ["name": "Uferweg", "foot": "designated", "surface": "asphalt"]),
    ]
}
