import FolderTesting
import Foundation
import StreetGraph
import StreetsFile
import StreetsImport
import ExtractDrawing
import Testing
import TransitModel

@Suite struct SnappingTests {
    @Test func `a place is on the nearest way that leads somewhere`() throws {
        var town = DrawnTown()
        // A large part, and a short path beside it that meets nothing.
        for x in 0..<60 { town.street([(Double(x), 0), (Double(x + 1), 0)]) }
        town.way([(10, 0.5), (11, 0.5)], ["highway": "footway"])
        let graph = try town.graph()
        let point = try #require(
            graph.nearestPoint(to: DrawnTown.place(10.5, 0.45), for: .foot))
        #expect(abs(point.gapMetres - 45) < 0.5)
        #expect(abs(point.coordinate.distanceMetres(to: DrawnTown.place(10.5, 0))) < 0.5)
        #expect(graph.nearestPoint(to: DrawnTown.place(10.5, 5.1), for: .foot) == nil)
    }

    @Test func `a place between two parts is on the one that leads to the other end`() throws {
        var town = DrawnTown()
        for x in 0..<60 {
            town.street([(Double(x), 0), (Double(x + 1), 0)])
            town.street([(Double(x), 1.1), (Double(x + 1), 1.1)])
        }
        // Nearer to the upper street, but the other end is on the lower one.
        let walk = try #require(try town.walk((5, 0.6), (7, -0.1)))
        #expect(abs(walk.length.metres - 270) < 1)
        // Both ends at their own street, and no way between them.
        #expect(try town.walk((5, 1.4), (7, -0.3)) == nil)
    }
}

@Suite struct StreetsImportTests {
    @Test func `a way that the extract cuts is kept up to the cut`() throws {
        var town = DrawnTown()
        town.street([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)])
        town.forget(town.node(2, 0))
        let graph = try town.graph()
        #expect(graph.edgeCount == 2)
        #expect(graph.vertexCount == 4)
    }

    @Test func `ways of overlapping extracts count once`() throws {
        var west = DrawnTown()
        west.street([(0, 0), (1, 0)])
        west.street([(1, 0), (2, 0)])
        var both = west
        both.street([(2, 0), (3, 0)])
        let graph = try DrawnTown.graph([west.opened(), both.opened()])
        #expect(graph.edgeCount == 3)
        #expect(graph.vertexCount == 4)
    }

    @Test func `extracts become a file that names them`() throws {
        try TemporaryFolder.with { folder in
            var town = DrawnTown()
            town.street([(0, 0), (1, 0)])
            var extract = town.extract
            extract.replicationTime = 1_700_000_000
            let path = folder.path + "/town.osm.pbf"
            try Data(extract.bytes()).write(to: URL(fileURLWithPath: path))
            let output = folder.path + "/town.streets"
            let metadata = try StreetsImport([path]).write(to: output)
            #expect(metadata.sources == ["town.osm.pbf"])
            #expect(metadata.dataTime == 1_700_000_000_000)
            let walking = metadata.counts.filter { $0.value > 0 && $0.key != "tiles" }
            #expect(walking == ["vertices": 2, "edges": 1])
            #expect(metadata.counts["missing_nodes"] == 0)
            let file = try StreetsFile(path: output)
            #expect(file.metadata == metadata)
            #expect(try StreetGraph(file).vertexCount == 2)
        }
    }

    @Test func `streets far from the stops are left out`() throws {
        try TemporaryFolder.with { folder in
            var town = DrawnTown()
            town.street([(0, 0), (1, 0)])
            // Thirty kilometres to the east.
            town.street([(300, 0), (301, 0), (302, 0)])
            let path = folder.path + "/town.osm.pbf"
            try Data(town.extract.bytes()).write(to: URL(fileURLWithPath: path))
            let output = folder.path + "/town.streets"
            let stops = BoundingBox(around: DrawnTown.place(0, 1))
            var stages: [StreetsImport.Stage] = []
            let metadata = try StreetsImport([path], near: stops) { stages.append($0) }
                .write(to: output)
            #expect(metadata.counts["edges"] == 1)
            #expect(metadata.counts["vertices"] == 2)
            #expect(stages == StreetsImport.Stage.allCases)
            let elsewhere = BoundingBox(around: Coordinate(latitude: 60, longitude: 2))
            #expect(throws: StreetsImportError.elsewhere(path: path)) {
                try StreetsImport([path], near: elsewhere).write(to: output)
            }
            #expect(try StreetsFile(path: output).metadata == metadata)
        }
    }

    @Test func `an extract without ways or without their nodes is refused, the file stays`() throws
    {
        try TemporaryFolder.with { folder in
            let output = folder.path + "/town.streets"
            try Data("old".utf8).write(to: URL(fileURLWithPath: output))
            func refusal(_ town: DrawnTown) throws -> StreetsImportError? {
                let path = folder.path + "/a.osm.pbf"
                try Data(town.extract.bytes()).write(to: URL(fileURLWithPath: path))
                do {
                    _ = try StreetsImport([path]).write(to: output)
                    return nil
                } catch {
                    return error
                }
            }
            let quoted = "'\(folder.path)/a.osm.pbf'"
            var empty = DrawnTown()
            empty.way([(0, 0), (1, 0)], ["building": "yes"])
            #expect(try refusal(empty) == .noWays(paths: quoted))
            var bare = DrawnTown()
            bare.street([(0, 0), (1, 0)])
            bare.forget(bare.node(0, 0))
            #expect(try refusal(bare) == .noNodes(paths: quoted, ways: 1))
            #expect(try String(contentsOfFile: output, encoding: .utf8) == "old")
        }
    }

    @Test func `a damaged graph is refused`() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/x.streets"
            let writer = try StreetsFileWriter(path: path)
            try writer.begin(.graph)
            try writer.write([UInt32](repeating: 1, count: 40))
            try writer.finish(StreetsMetadata(box: nil, dataTime: nil, sources: [], counts: [:]))
            #expect(throws: StreetsFileError.damaged(path: path, part: "graph")) {
                try StreetGraph(StreetsFile(path: path))
            }
        }
    }
}
