import FolderTesting
import Foundation
import PlaceIndex
import StreetsImport
import Testing
import TransitModel

@testable import TaktApp

/// The demo's streets as a server has them.
@Suite struct DemoStreetsTests {
    private let streets: ServedStreets

    init() throws {
        let folder = TemporaryFolder()
        let extract = folder.path + "/town.osm.pbf"
        try Data(DemoExtract.bytes()).write(to: URL(fileURLWithPath: extract))
        _ = try StreetsImport([extract]).write(to: folder.path + "/town.streets")
        streets = try ServedStreets(path: folder.path + "/town.streets")
    }

    /// A place by its metres east and north of the main station.
    private func place(_ east: Double, _ north: Double) -> WalkEnd {
        let plane = LocalPlane(around: Coordinate(latitude: 47.2, longitude: 8.3))
        return WalkEnd(plane.coordinate(x: east, y: north))
    }

    private func walk(_ profile: WalkProfile) throws -> StreetWalk {
        let query = StreetRouter.Query(from: place(0, -95), profile, maximumMetres: 2000)
        return try #require(streets.router.walk(query, to: place(4, 62)))
    }

    @Test func `under the station feet take the steps, and wheels the lift and the ramp`() throws {
        let foot = try walk(.foot)
        let wheels = try walk(.wheelchair)
        #expect(foot.length.stairsMetres > 0 && wheels.length.stairsMetres == 0)
        #expect(wheels.length.lifts == 1)
        #expect(wheels.length.metres > foot.length.metres)
    }

    @Test func `shops, sights and houses in side streets are found by name`() throws {
        for name in ["Stadtbibliothek", "Bahnhof-Apotheke", "Stadtpark", "Himmelsleiter"] {
            let found = streets.places.search(PlaceQuery(name, near: nil, limit: 3))
            #expect(found.first?.name == name)
        }
    }

    @Test func `the map has the town's areas and buildings`() throws {
        let tiles = try #require(streets.tiles)
        #expect(tiles.tileCount > 60 && tiles.maximumZoom == 14)
    }
}
