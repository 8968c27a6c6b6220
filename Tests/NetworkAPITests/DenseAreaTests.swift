import NetworkAPI
import Testing
import TransitModel

/// The area that a map shows first.
@Suite struct DenseAreaTests {
    private typealias Calls = [(place: Coordinate, count: Int)]

    private func calls(_ rows: (Double, Double, Int)...) -> Calls {
        rows.map { (Coordinate(latitude: $0.0, longitude: $0.1), $0.2) }
    }

    /// A town around its station at the eastern edge, and a valley to the north-west.
    private var townAtTheEdge: Calls {
        var calls = calls((51.59, -3.0, 200))
        for row in 0..<5 {
            for column in 0..<5 {
                let place = Coordinate(
                    latitude: 51.58 + Double(row) / 200, longitude: -3.01 + Double(column) / 200)
                calls.append((place, 20))
            }
        }
        for stop in 1...25 {
            let place = Coordinate(
                latitude: 51.60 + Double(stop) / 200, longitude: -3.01 - Double(stop) / 100)
            calls.append((place, 20))
        }
        return calls
    }

    @Test func `a town whose lines lead to one side is in the middle`() throws {
        let box = try #require(DenseArea.box(around: townAtTheEdge))
        let east = (-3.0 - box.west) / (box.east - box.west)
        let north = (51.59 - box.south) / (box.north - box.south)
        // Where the network ends, the map does too.
        #expect((0.3...0.8).contains(east) && (0.2...0.7).contains(north), "\(box)")
        #expect(box.west > -3.12, "\(box)")
    }

    @Test func `a train to a far city does not make the area larger`() throws {
        let town = try #require(DenseArea.box(around: townAtTheEdge))
        let with = try #require(
            DenseArea.box(around: townAtTheEdge + calls((58.98, -3.1, 2), (50.12, -5.5, 2))))
        #expect(abs(with.west - town.west) < 0.03 && abs(with.north - town.north) < 0.03)
    }

    @Test func `two stops are both there, one is a point, and none is nothing`() {
        #expect(
            DenseArea.box(around: calls((47, 8, 1), (47.1, 8.1, 1)))
                == BoundingBox(west: 8, south: 47, east: 8.1, north: 47.1))
        #expect(
            DenseArea.box(around: calls((47, 8, 3)))
                == BoundingBox(west: 8, south: 47, east: 8, north: 47))
        #expect(DenseArea.box(around: []) == nil)
        #expect(DenseArea.box(around: calls((47, 8, 0))) == nil)
    }
}
