import Foundation
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import GTFSImport

@Suite struct NetworkFileTests {
    private func withNetwork(_ body: (_ feed: String, _ network: String) throws -> Void) throws {
        try TextFeed("red-1: A 8:00  B 8:10").withFolder { feed in
            let network = feed + "-network.takt"
            defer {
                try? FileManager.default.removeItem(atPath: network)
                try? FileManager.default.removeItem(atPath: network + ".partial")
            }
            try body(feed, network)
        }
    }

    @Test func `a written network reads back the same`() throws {
        try withNetwork { feed, network in
            let source = NetworkImport([.init(path: feed)])
            _ = try source.write(to: network)
            let (memory, _) = try source.timetable()
            let file = try Timetable(path: network)
            #expect(NetworkText.patterns(file) == NetworkText.patterns(memory))
            #expect(file.revision == memory.revision)
            #expect(!FileManager.default.fileExists(atPath: network + ".partial"))
        }
    }

    /// Files of the same format have the same columns, each with the same number; one that may be
    /// missing makes no other format.
    @Test func `other columns are another format`() throws {
        let columns = ColumnID.allCases.map { "\($0.rawValue) \($0)" }
        let lines = ["format \(NetworkFile.formatVersion)"] + columns
        let golden = SharedData.goldenFolder.appendingPathComponent("network-columns.txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: golden)
        }
        let known = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
        let changes = lines.difference(from: known.map(String.init)).map { change in
            switch change {
            case .insert(_, let line, _): "+ \(line)"
            case .remove(_, let line, _): "- \(line)"
            }
        }
        #expect(
            changes == [],
            """
            columns begin after the largest number of their group; unless older files are \
            read without the column, raise NetworkFile.formatVersion and its row in \
            docs/versions.md; \
            RECORD_GOLDEN=1 make test-swift FILTER=NetworkFileTests writes the golden copy
            """)
    }

    @Test func `a refused feed leaves the old network as it was`() throws {
        try withNetwork { feed, network in
            _ = try NetworkImport([.init(path: feed)]).write(to: network)
            let before = try Data(contentsOf: URL(fileURLWithPath: network))
            try FileManager.default.removeItem(atPath: feed + "/trips.txt")
            #expect(throws: ImportError.self) {
                try NetworkImport([.init(path: feed)]).write(to: network)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: network)) == before)
        }
    }

    @Test func `what an interrupted import left behind does not disturb the next`() throws {
        try withNetwork { feed, network in
            try Data("half a file".utf8).write(to: URL(fileURLWithPath: network + ".partial"))
            _ = try NetworkImport([.init(path: feed)]).write(to: network)
            #expect(try Timetable(path: network).trips.count == 1)
        }
    }

    @Test func `any damaged byte is noticed`() throws {
        try withNetwork { feed, network in
            _ = try NetworkImport([.init(path: feed)]).write(to: network)
            let good = try [UInt8](Data(contentsOf: URL(fileURLWithPath: network)))
            var random = SeededRandom(seed: 11)
            var refused = 0
            for _ in 0..<2000 {
                var bytes = good
                let position = Int.random(in: 0..<bytes.count, using: &random)
                bytes[position] ^= UInt8.random(in: 1...255, using: &random)
                do {
                    let file = try NetworkFile(bytes: NetworkBytes(copying: bytes), name: "x")
                    // Padding between columns is never read.
                    _ = try NetworkText.patterns(Timetable(file: file))
                } catch {
                    refused += 1
                }
            }
            #expect(refused > 500)
        }
    }

    @Test func `cut, empty and foreign files are refused with a sentence`() throws {
        try withNetwork { feed, network in
            _ = try NetworkImport([.init(path: feed)]).write(to: network)
            let good = try [UInt8](Data(contentsOf: URL(fileURLWithPath: network)))
            for length in [0, 1, 31, 32, 100, good.count - 1] {
                #expect(throws: NetworkFileError.self) {
                    try NetworkFile(
                        bytes: NetworkBytes(copying: Array(good[..<length])), name: "x")
                }
            }
            var other = good
            other[8] = 99
            #expect(throws: NetworkFileError.otherVersion(path: "x", found: 99)) {
                try NetworkFile(bytes: NetworkBytes(copying: other), name: "x")
            }
            #expect(throws: NetworkFileError.notFound(path: "/nowhere/x.takt")) {
                try Timetable(path: "/nowhere/x.takt")
            }
        }
    }
}

@Suite struct PathTests {
    /// Returns an out-and-back line along one street: both directions share the shape's points.
    private func feed(distances: Bool) -> TextFeed {
        var feed = TextFeed("red-1: A 8:00  B 8:05  C 8:10  B 8:15  A 8:20")
        feed.files["trips.txt"] = "route_id,service_id,trip_id,shape_id\nred,daily,red-1,s\n"
        var shape = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n"
        let longitudes = [8.0, 8.005, 8.01, 8.015, 8.02, 8.015, 8.01, 8.005, 8.0]
        for (index, longitude) in longitudes.enumerated() {
            shape += "s,47.0,\(longitude),\(index),\(distances ? "\(index * 5)" : "")\n"
        }
        feed.files["shapes.txt"] = shape
        if distances {
            feed.files["stop_times.txt"] = """
                trip_id,stop_sequence,stop_id,arrival_time,departure_time,shape_dist_traveled
                red-1,1,A,8:00:00,8:00:00,0
                red-1,2,B,8:05:00,8:05:00,10
                red-1,3,C,8:10:00,8:10:00,20
                red-1,4,B,8:15:00,8:15:00,30
                red-1,5,A,8:20:00,8:20:00,40

                """
        }
        return feed
    }

    @Test(arguments: [true, false])
    func `stops of an out-and-back line lie in order along its shape`(distances: Bool) throws {
        let timetable = try feed(distances: distances).compiled()
        let path = try #require(
            RunPath(timetable, trip: TripIndex(0), pattern: PatternIndex(0)))
        let kilometres = path.callDistances.map { ($0 / 7.58).rounded() / 100 }
        #expect(kilometres == [0, 1, 2, 3, 4])
    }

    @Test func `without a shape the path goes straight from stop to stop`() throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:05  C 8:10").compiled()
        let path = try #require(
            RunPath(timetable, trip: TripIndex(0), pattern: PatternIndex(0)))
        #expect(path.points.count == 3)
        #expect(abs(path.length - 1516.6) < 1)
        #expect(abs((path.position(at: 379).heading ?? 0) - 90) < 0.1)
        for metres in [-10, 0, 379, path.length, path.length + 10] {
            #expect(path.place(at: metres) == path.position(at: metres).place)
        }
        let middle = path.projection(of: Coordinate(latitude: 47.001, longitude: 8.005))
        #expect(abs(middle.along - 379) < 1)
        #expect(abs(middle.off - 111) < 1)
    }

    @Test func `a shape far from the stops is reported`() throws {
        var feed = feed(distances: false)
        feed.files["shapes.txt"] = feed.files["shapes.txt"]?.replacing("s,47.0,", with: "s,47.1,")
        #expect(
            try NetworkText.notices(feed.compiled()).hasPrefix(
                "stop_too_far_from_shape stop_times.txt:2 stop_id A"))
    }
}
