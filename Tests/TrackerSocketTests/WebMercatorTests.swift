import Testing
import TrackerSocket
import TransitModel

@Suite("The square map of the web")
struct WebMercatorTests {
    /// Computed with the other usual formula, R * asinh(tan(latitude)).
    @Test(arguments: [
        (47.3782, 8.5402, 950_690.715, 6_004_025.913),
        (-33.8688, 151.2093, 16_832_542.279, -4_011_198.647),
        (60, -180, -20_037_508.343, 8_399_737.890),
    ])
    func `places lie where EPSG:3857 puts them, and come back`(
        latitude: Double, longitude: Double, x: Double, y: Double
    ) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        let point = MercatorPoint(place)
        #expect(abs(point.x - x) < 0.001)
        #expect(abs(point.y - y) < 0.001)
        #expect(point.coordinate.distanceMetres(to: place) < 0.001)
    }

    @Test func `the poles are moved to the edge of the square`() {
        let pole = MercatorPoint(Coordinate(latitude: 90, longitude: 0))
        #expect(abs(pole.y - MercatorPoint.edge) < 0.01)
    }

    @Test func `boxes that touch share a place, boxes apart do not, broken ones are none`() throws {
        let box = try #require(MercatorBox(left: 0, bottom: 0, right: 10, top: 10))
        let corner = try #require(MercatorBox(left: 10, bottom: 10, right: 20, top: 20))
        let apart = try #require(MercatorBox(left: 10.1, bottom: 0, right: 20, top: 20))
        #expect(box.intersects(corner))
        #expect(!box.intersects(apart))
        #expect(MercatorBox.world.intersects(box))
        #expect(MercatorBox(left: 1, bottom: 0, right: 0, top: 1) == nil)
        #expect(MercatorBox(left: 0, bottom: 0, right: .infinity, top: 1) == nil)
        #expect(MercatorBox(left: 0, bottom: .nan, right: 1, top: 1) == nil)
    }
}
