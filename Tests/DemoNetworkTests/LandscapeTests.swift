import DemoNetwork
import Testing
import TransitModel

/// The demo's town away from its lines.
struct LandscapeTests {
    private let landscape = DemoLandscape()

    @Test func `each side street leaves another street at a point that both have`() {
        #expect(landscape.sideStreets.count > 200)
        var corners = Set(landscape.streets.flatMap(\.line))
        for street in landscape.sideStreets {
            #expect(street.line.first.map(corners.contains) ?? false, "\(street.name) is alone")
            corners.formUnion(street.line)
        }
    }

    @Test func `blocks emerge, since many side streets end at another street`() {
        let all = landscape.streets + landscape.sideStreets
        let uses = Dictionary(all.flatMap(\.line).map { ($0, 1) }, uniquingKeysWith: +)
        let joined = landscape.sideStreets.count { uses[$0.line[$0.line.count - 1]] ?? 0 > 1 }
        #expect(joined * 5 > landscape.sideStreets.count * 2)
    }

    @Test func `side streets keep out of water and off the railways`() {
        let edges = landscape.lake + landscape.river + landscape.railways.joined()
        let grid = Dictionary(grouping: edges) { Cell($0) }
        for street in landscape.sideStreets {
            for place in street.line.dropFirst().dropLast() {
                let near = Cell(place).neighbours.flatMap { grid[$0] ?? [] }
                let distance = near.map { $0.distanceMetres(to: place) }.min() ?? .infinity
                #expect(distance > 15, "\(street.name) is \(distance) m from water or a railway")
            }
        }
    }

    @Test func `names of side streets are not those of streets with lines`() {
        let names = Set(landscape.streets.map(\.name))
        #expect(landscape.sideStreets.allSatisfy { !names.contains($0.name) })
        #expect(Set(landscape.sideStreets.map(\.name)).count > 200)
    }

    @Test func `equal towns are drawn each time`() {
        let other = DemoLandscape()
        #expect(other.sideStreets.map(\.line) == landscape.sideStreets.map(\.line))
        #expect(other.sideStreets.map(\.name) == landscape.sideStreets.map(\.name))
    }

    @Test func `the station has steps, and a lift on a path beside them`() {
        var lines: [[Coordinate]] = []
        var lifts: [Coordinate] = []
        for feature in landscape.features {
            switch feature.shape {
            case .line(let line): lines.append(line)
            case .point(let place) where feature.tags["highway"] == "elevator": lifts.append(place)
            case .point, .area: break
            }
        }
        #expect(landscape.features.contains { $0.tags["highway"] == "steps" })
        #expect(lifts.count == 4)
        for lift in lifts { #expect(lines.count { $0.contains(lift) } == 2) }
    }

    /// A square of some two hundred metres.
    private struct Cell: Hashable {
        let x: Int
        let y: Int

        init(_ place: Coordinate) {
            x = Int((place.longitude / 0.003).rounded(.down))
            y = Int((place.latitude / 0.002).rounded(.down))
        }

        private init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }

        var neighbours: [Cell] {
            (-1...1).flatMap { east in (-1...1).map { Cell(x: x + east, y: y + $0) } }
        }
    }
}
