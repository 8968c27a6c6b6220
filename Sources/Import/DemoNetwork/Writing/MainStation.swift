/// The inside of Seewil's main station: entrances, the underpass, stairs and lifts.
enum MainStation {
    /// An entrance or a generic node.
    struct Node {
        let id: String
        let name: String
        let position: Point
        /// GTFS `location_type`: 2 entrance, 3 generic node.
        let locationType: Int
        let level: String
    }

    private static let ground = "seewil-ground"
    private static let underpass = "seewil-underpass"

    static let nodes = [
        Node(
            id: "seewil:south", name: "Seewil, Haupteingang", position: Point(0, -62),
            locationType: 2, level: ground),
        Node(
            id: "seewil:north", name: "Seewil, Eingang Nord", position: Point(4, 62),
            locationType: 2, level: ground),
        Node(
            id: "seewil:square", name: "Seewil, Bahnhofplatz", position: Point(0, -80),
            locationType: 3, level: ground),
        below("south", "Süd", -40), below("1", "Gleis 1", -24), below("23", "Gleis 2/3", -12),
        below("45", "Gleis 4/5", 4), below("67", "Gleis 6/7", 20), below("north", "Nord", 40),
    ]

    private static func below(_ id: String, _ name: String, _ y: Double) -> Node {
        Node(
            id: "seewil:under-\(id)", name: "Seewil, Unterführung \(name)", position: Point(2, y),
            locationType: 3, level: underpass)
    }

    /// The level of a stop of the main station; empty for other stops.
    static func level(ofStop id: String) -> String {
        id.hasPrefix("seewil:") || id.hasPrefix("seewil-bahnhof:") ? ground : ""
    }

    static func levels() -> Table {
        var table = Table("levels.txt", ["level_id", "level_index", "level_name"])
        table.add([ground, "0", "Strasse und Gleise"])
        table.add([underpass, "-1", "Unterführung"])
        return table
    }

    /// GTFS `pathway_mode`.
    private enum Mode: Int {
        case walkway = 1, stairs = 2, lift = 5
    }

    private struct Pathway {
        let from: String
        let to: String
        let mode: Mode
        let seconds: Int
        var metres: Double?
        var steps: Int?
    }

    private static let ways: [Pathway] =
        "ABCDEFGH".map {
            Pathway(
                from: "seewil:square", to: "seewil-bahnhof:\($0)", mode: .walkway, seconds: 25,
                metres: 30)
        } + [
            Pathway(
                from: "seewil:south", to: "seewil:square", mode: .walkway, seconds: 15, metres: 18),
            Pathway(
                from: "seewil:south", to: "seewil:under-south", mode: .stairs, seconds: 25,
                steps: 28),
            Pathway(from: "seewil:south", to: "seewil:under-south", mode: .lift, seconds: 50),
            Pathway(
                from: "seewil:north", to: "seewil:under-north", mode: .stairs, seconds: 25,
                steps: 28),
            Pathway(
                from: "seewil:north", to: "seewil:under-north", mode: .walkway, seconds: 60,
                metres: 70),
        ] + underpassWays + platformWays

    private static let underpassWays: [Pathway] = [
        ("south", "1", 16), ("1", "23", 12), ("23", "45", 16), ("45", "67", 16),
        ("67", "north", 20),
    ].map { from, to, metres in
        Pathway(
            from: "seewil:under-\(from)", to: "seewil:under-\(to)", mode: .walkway,
            seconds: metres * 5 / 6, metres: Double(metres))
    }

    private static let platformWays: [Pathway] = [
        ("1", "1"), ("2", "23"), ("3", "23"), ("4", "45"), ("5", "45"), ("6", "67"), ("7", "67"),
    ].flatMap { platform, node in
        let stairs = Pathway(
            from: "seewil:under-\(node)", to: "seewil:\(platform)", mode: .stairs, seconds: 30,
            steps: 32)
        let lift = Pathway(
            from: "seewil:under-\(node)", to: "seewil:\(platform)", mode: .lift, seconds: 55)
        return node == "67" ? [stairs] : [stairs, lift]
    }

    static func pathways() -> Table {
        var table = Table(
            "pathways.txt",
            [
                "pathway_id", "from_stop_id", "to_stop_id", "pathway_mode", "is_bidirectional",
                "length", "traversal_time", "stair_count",
            ])
        for (index, way) in ways.enumerated() {
            table.add([
                "seewil-\(index + 1)", way.from, way.to, String(way.mode.rawValue), "1",
                way.metres.map { fixed($0, digits: 1) } ?? "", String(way.seconds),
                way.steps.map { String($0) } ?? "",
            ])
        }
        return table
    }
}
