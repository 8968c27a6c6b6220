import DemoNetwork
import ExtractDrawing
import TransitModel

/// The demo's town as an OpenStreetMap extract: streets with houses, the lake, the river, railways
/// and localities.
struct DemoExtract {
    private var extract = DrawnExtract()
    private var nodes: [Coordinate: Int64] = [:]
    /// The points of all streets in squares of about thirty metres, so that no house is built on a
    /// street.
    private var taken: Set<Square> = []
    /// The squares of some three hundred metres around stops, where people live.
    private var settled: Set<Square> = []

    private struct Square: Hashable {
        let x: Int
        let y: Int

        /// The square of a place; `size` is its side in units of some thirty metres.
        init(_ place: Coordinate, size: Double = 1) {
            x = Int((place.longitude / (0.0004 * size)).rounded(.down))
            y = Int((place.latitude / (0.00027 * size)).rounded(.down))
        }

        init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }

        var withNeighbours: [Square] {
            (-1...1).flatMap { east in (-1...1).map { Square(x: x + east, y: y + $0) } }
        }
    }

    private static let settledSize = 10.0

    /// The distance between two houses along a street, in metres.
    private static let houseSpacing = 24.0
    /// The same along side streets, where gardens are larger.
    private static let sideSpacing = 48.0
    /// The distance of a house from the middle of its street, in metres.
    private static let houseDistance = 16.0
    /// Half the width of a house, in metres.
    private static let houseRadius = 6.0

    /// Returns the extract as a file's bytes.
    static func bytes() -> [UInt8] {
        var draft = DemoExtract()
        draft.draw(DemoLandscape())
        return draft.extract.bytes()
    }

    private mutating func draw(_ landscape: DemoLandscape) {
        // Tagged nodes come first, so that ways through their places share them.
        for locality in landscape.localities {
            node(
                at: locality.coordinate,
                ["place": locality.isTown ? "town" : "village", "name": locality.name])
        }
        for feature in landscape.features {
            if case .point(let place) = feature.shape { node(at: place, feature.tags) }
        }
        let streets = landscape.streets + landscape.sideStreets
        for street in streets {
            way(street.line, ["highway": Self.highway(street.rank), "name": street.name])
        }
        for railway in landscape.railways { way(railway, ["railway": "rail"]) }
        way(landscape.lake + landscape.lake.prefix(1), ["natural": "water", "name": "Seewilersee"])
        way(landscape.river, ["waterway": "river", "name": "Wil"])
        for feature in landscape.features {
            switch feature.shape {
            case .point: break
            case .line(let line): way(line, feature.tags)
            case .area(let ring): way(ring + ring.prefix(1), feature.tags)
            }
        }
        for stop in landscape.stops {
            settled.formUnion(Square(stop, size: Self.settledSize).withNeighbours)
        }
        for street in streets {
            for place in street.line { taken.insert(Square(place)) }
        }
        for street in streets where street.rank != .lane { addHouses(street) }
    }

    private static func highway(_ rank: DemoStreet.Rank) -> String {
        switch rank {
        case .main: "secondary"
        case .collector: "tertiary"
        case .side: "residential"
        case .lane: "pedestrian"
        }
    }

    /// Returns the node of a place; without tags an earlier one is used again.
    @discardableResult
    private mutating func node(at place: Coordinate, _ tags: [String: String] = [:]) -> Int64 {
        if tags.isEmpty, let known = nodes[place] { return known }
        let id = Int64(extract.nodes.count + 1)
        extract.nodes.append(.init(id, place.latitude, place.longitude, tags))
        nodes[place] = id
        return id
    }

    private mutating func way(_ line: [Coordinate], _ tags: [String: String]) {
        let ids = line.map { node(at: $0) }
        extract.ways.append(.init(Int64(extract.ways.count + 1), ids, tags))
    }

    // MARK: - Houses

    /// Places houses on both sides of a street: odd numbers on the left, even ones on the right.
    private mutating func addHouses(_ street: DemoStreet) {
        guard let first = street.line.first else { return }
        let plane = LocalPlane(around: first)
        let spacing = street.rank == .side ? Self.sideSpacing : Self.houseSpacing
        var walked = 0.0
        var next = spacing
        var number = 1
        var before = (x: 0.0, y: 0.0)
        for place in street.line.dropFirst() {
            let here = plane.point(place)
            let (dx, dy) = (here.x - before.x, here.y - before.y)
            let length = (dx * dx + dy * dy).squareRoot()
            while length > 0, walked + length >= next {
                let share = (next - walked) / length
                let spot = (x: before.x + dx * share, y: before.y + dy * share)
                let along = (x: dx / length, y: dy / length)
                for side in [-1.0, 1.0] {
                    addHouse(
                        number + (side > 0 ? 1 : 0), street.name,
                        House(spot: spot, along: along, side: side), plane)
                }
                number += 2
                next += spacing
            }
            walked += length
            before = (here.x, here.y)
        }
    }

    /// The ground of a house.
    private struct House {
        /// The point of the street in front of it.
        let spot: (x: Double, y: Double)
        /// The direction of the street, of length 1.
        let along: (x: Double, y: Double)
        /// 1 to the right of the street, -1 to the left.
        let side: Double

        /// Returns the point that many metres along the street from the middle of the house, and
        /// away from it.
        func point(along metres: Double, away: Double) -> (x: Double, y: Double) {
            let distance = (DemoExtract.houseDistance + away) * side
            return (
                spot.x + along.x * metres + along.y * distance,
                spot.y + along.y * metres - along.x * distance
            )
        }
    }

    private mutating func addHouse(
        _ number: Int, _ street: String, _ house: House, _ plane: LocalPlane
    ) {
        let radius = Self.houseRadius
        let back = house.point(along: 0, away: radius)
        let yard = plane.coordinate(x: back.x, y: back.y)
        guard settled.contains(Square(yard, size: Self.settledSize)),
            taken.insert(Square(yard)).inserted
        else { return }
        let corners = [(-radius, -radius), (radius, -radius), (radius, radius), (-radius, radius)]
        let outline = corners.map { corner in
            let point = house.point(along: corner.0, away: corner.1)
            return plane.coordinate(x: point.x, y: point.y)
        }
        way(
            outline + outline.prefix(1),
            ["building": "yes", "addr:street": street, "addr:housenumber": "\(number)"])
    }
}
