package import TransitModel

/// The surroundings of the lines for a map without tiles: the lake, the river and the streets.
///
/// It is fictional and not part of the GTFS feed.
package struct DemoLandscape: Sendable {
    /// The shore of the lake, counter-clockwise; the last point connects to the first.
    package let lake: [Coordinate]
    /// The river from the lake towards the north.
    package let river: [Coordinate]
    /// Streets and lanes, without railways and ships' courses.
    package let streets: [DemoStreet]
    /// The streets between them, which no line uses.
    package let sideStreets: [DemoStreet]
    /// Parks, woods, footpaths, landmarks and the inside of the main station.
    package let features: [DemoFeature]
    /// The railways, whose vehicles stop at stations.
    package let railways: [[Coordinate]]
    /// The stops of the streets, around which people live.
    package let stops: [Coordinate]
    /// The town, its quarters and the villages around.
    package let localities: [DemoLocality]

    /// Draws the surroundings of the network of ``DemoFeed``.
    package init() {
        let map = TownMap(
            places: Town.places, junctions: Streets.junctions, streets: Streets.all)
        // An overlap of three points makes the ring smooth at its closure.
        let ring = Self.shore.suffix(1) + Self.shore + Self.shore.prefix(2)
        lake = Curve.pieces(through: Array(ring), spacing: 60).dropFirst().dropLast().joined()
            .map { Georeference.coordinate($0) }
        river = Curve.pieces(through: Self.riverCourse, spacing: 40).joined()
            .map { Georeference.coordinate($0) }
        let drawn = Array(zip(Streets.all, map.streets.curves))
        let walkable = drawn.filter { !$0.0.traffic.isDisjoint(with: [.road, .foot]) }
        streets = walkable.map { DemoStreet($0.name, $0.rank, $1) }
        let tracks = drawn.filter { $0.0.traffic.contains(.railway) }.map(\.1)
        railways = tracks.map { $0.map { Georeference.coordinate($0) } }
        let stops = Town.places.filter(\.isInStreet).map(\.position)
        self.stops = stops.map { Georeference.coordinate($0) }
        sideStreets = Self.sideStreets(between: walkable.map(\.1), tracks: tracks, stops: stops)
        features =
            TownAreas.all.map { DemoFeature(area: $0.ring, $0.tags) } + TownPaths.all
            + TownLandmarks.all
        localities = Self.localities()
    }

    /// Draws the side streets and names them.
    private static func sideStreets(
        between streets: [[Point]], tracks: [[Point]], stops: [Point]
    ) -> [DemoStreet] {
        let parks = TownAreas.parks.map { $0.ring + $0.ring.prefix(1) }
        let barriers = ([shore + shore.prefix(1), riverCourse] + tracks + parks).flatMap {
            Curve.dense($0, spacing: 40)
        }
        let drawn = SideStreets(streets, barriers: barriers, stops: stops)
        var names = StreetNames(without: Set(Streets.all.map(\.name)))
        return drawn.lines.map { DemoStreet(names.next(), .side, $0) }
    }

    /// Returns the town, at its main station, and each village at its first stop.
    private static func localities() -> [DemoLocality] {
        var known: Set<String> = ["Seewil"]
        var found = [
            DemoLocality(
                name: "Seewil", isTown: true, coordinate: Georeference.coordinate(Point(0, -200)))
        ]
        for place in Town.places {
            let name = String(place.name.prefix { $0 != "," })
            guard known.insert(name).inserted else { continue }
            found.append(
                DemoLocality(
                    name: name, isTown: false,
                    coordinate: Georeference.coordinate(place.position)))
        }
        return found
    }

    private static let shore = [
        Point(-950, -740), Point(-1180, -860), Point(-1330, -1020), Point(-1700, -1420),
        Point(-2250, -2180), Point(-2600, -2850), Point(-2800, -3800), Point(-2890, -4700),
        Point(-2850, -5500), Point(-2700, -6350), Point(-2350, -7300), Point(-1900, -8700),
        Point(-1350, -10000), Point(-800, -10750), Point(-330, -10810), Point(0, -10250),
        Point(430, -9000), Point(800, -7500), Point(830, -6100), Point(980, -5100),
        Point(1220, -4300), Point(1330, -3500), Point(1430, -2800), Point(1340, -2350),
        Point(1080, -1720), Point(860, -1230), Point(640, -860), Point(420, -740),
        Point(120, -680), Point(-250, -660), Point(-600, -690),
    ]

    private static let riverCourse = [
        Point(-430, -760), Point(-425, -640), Point(-400, -460), Point(-365, -290),
        Point(-240, -115), Point(-190, 60), Point(-230, 300), Point(-330, 560), Point(-250, 980),
        Point(-290, 1400),
        Point(120, 1780), Point(240, 2350), Point(560, 2900), Point(600, 3500),
        Point(250, 4800), Point(-500, 6300), Point(-450, 8200), Point(100, 10500),
    ]
}

/// A street or path of the demo's town.
package struct DemoStreet: Sendable {
    /// How important it is to the town's traffic.
    package enum Rank: Sendable {
        /// A street that connects the town's parts or villages.
        case main
        /// Another street with a line.
        case collector
        case side
        /// A lane without vehicles.
        case lane
    }

    package let name: String
    package let rank: Rank
    /// Streets meet where they share a point.
    package let line: [Coordinate]

    init(_ name: String, _ rank: Rank, _ line: [Point]) {
        self.name = name
        self.rank = rank
        self.line = line.map { Georeference.coordinate($0) }
    }
}

/// The demo's town or one of its villages.
package struct DemoLocality: Sendable {
    package let name: String
    package let isTown: Bool
    package let coordinate: Coordinate
}
