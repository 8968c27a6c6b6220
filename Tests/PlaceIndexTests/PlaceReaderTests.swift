import FileMapping
import OSMPBF
import PlaceIndex
import ExtractDrawing
import Testing
import TransitModel

@Suite struct PlaceReaderTests {
    private func index(_ drawn: DrawnExtract...) throws -> PlaceIndex {
        let extracts = try drawn.map {
            try Extract(bytes: MappedBytes(copying: $0.bytes()), name: "drawn")
        }
        let contents = try PlaceReader.read(extracts).finish()
        return try PlaceIndex(MappedSlice(MappedBytes(copying: contents.bytes())))
    }

    /// A village with a street of two ways, a school as an area, and a house.
    private func village() -> DrawnExtract {
        var drawn = DrawnExtract()
        drawn.nodes = [
            .init(1, 51.5, -3), .init(2, 51.5, -2.999), .init(3, 51.5, -2.998),
            .init(4, 51.501, -3), .init(5, 51.501, -2.999), .init(6, 51.502, -2.999),
            .init(7, 51.502, -3),
            .init(
                8, 51.5001, -2.9995,
                [
                    "addr:housenumber": "12a", "addr:street": "High Street",
                    "addr:city": "Aberford", "addr:postcode": "AB1 2CD",
                ]),
            .init(
                9, 51.503, -3,
                ["place": "village", "name": "Aberford", "name:cy": "Aberffordd"]),
            .init(10, 51.504, -3, ["highway": "bus_stop", "name": "Aberford Cross"]),
            .init(11, 51.505, -3, ["amenity": "pub", "name": "Red Lion", "alt_name": "Lion; Pub"]),
        ]
        drawn.ways = [
            .init(20, [1, 2], ["highway": "residential", "name": "High Street"]),
            .init(21, [2, 3], ["highway": "residential", "name": "High Street"]),
            .init(22, [4, 5, 6, 7, 4], ["amenity": "school", "name": "Aberford School"]),
            .init(23, [1, 99], ["highway": "residential", "name": "Broken Lane"]),
            .init(24, [98, 99], ["highway": "residential", "name": "Lost Lane"]),
            .init(25, [1, 4], ["highway": "residential"]),
        ]
        return drawn
    }

    @Test func `streets, houses, places and localities are read`() throws {
        let index = try index(village())
        let house = try #require(index.first("12a High Street Aberffordd"))
        #expect(house.name == "12a High Street")
        #expect(house.locality == "Aberford")
        #expect(house.address?.postcode == "AB1 2CD")
        #expect(index.found("high street").count == 1)
        let school = try #require(index.first("aberford school"))
        #expect(school.category == "school")
        let middle = Coordinate(latitude: 51.5015, longitude: -2.9995)
        #expect(school.coordinate.distanceMetres(to: middle) < 1)
        #expect(index.first("pub")?.name == "Red Lion")
        #expect(index.first("lion")?.category == "pub")
    }

    @Test func `ways with some nodes are read, those without any and stops are not`() throws {
        let index = try index(village())
        #expect(index.found("broken lane") == ["Broken Lane, Aberford"])
        #expect(!index.found("lost lane").contains { $0.contains("Lost") })
        #expect(!index.found("aberford cross").contains { $0.contains("Cross") })
    }

    @Test func `relations are places amid their outline, localities at their centre`() throws {
        var drawn = village()
        drawn.relations = [
            .init(
                30, [(kind: 1, id: 22, role: "outer")],
                ["type": "multipolygon", "tourism": "museum", "name": "Old Mill"]),
            .init(
                31, [(kind: 1, id: 20, role: "outer"), (kind: 0, id: 10, role: "label")],
                ["type": "boundary", "place": "suburb", "name": "Northend"]),
        ]
        let index = try index(drawn)
        let mill = try #require(index.first("old mill"))
        #expect(mill.category == "museum")
        let middle = Coordinate(latitude: 51.5015, longitude: -2.9995)
        #expect(mill.coordinate.distanceMetres(to: middle) < 1)
        let end = try #require(index.first("northend"))
        #expect(end.kind == .locality)
        #expect(end.coordinate.latitude == 51.504)
    }

    @Test func `numbers along an interpolation line are read`() throws {
        var drawn = village()
        for (id, number, east) in [(40, "1", 0.0), (41, "21", 0.002)] {
            drawn.nodes.append(
                .init(
                    Int64(id), 51.4999, -3 + east,
                    ["addr:housenumber": number, "addr:street": "High Street"]))
        }
        drawn.ways.append(.init(42, [40, 41], ["addr:interpolation": "odd"]))
        let index = try index(drawn)
        let house = try #require(index.first("11 high street"))
        #expect(house.address?.isInterpolated == true)
        #expect(abs(house.coordinate.longitude + 2.999) < 0.00002)
        #expect(index.first("21 high street")?.address?.isInterpolated == false)
        #expect(index.addressCount == 12)
    }

    @Test func `two extracts that share a place make one`() throws {
        let index = try index(village(), village())
        for text in ["high street", "red lion", "aberford school"] {
            #expect(index.found(text).count == 1, "\(text)")
        }
        #expect(index.addressCount == 1)
    }

    @Test func `names and numbers beyond all bounds are left out or cut`() throws {
        var drawn = DrawnExtract()
        drawn.nodes = [
            .init(1, 51.5, -3), .init(2, 51.5, -2.999),
            .init(
                3, 51.5, -2.9995,
                [
                    "addr:street": "Many",
                    "addr:housenumber": String(repeating: "1;", count: 500),
                ]),
        ]
        var many = ["highway": "residential", "name": "Many"]
        for number in 0..<500 { many["name:x\(number)"] = "Other \(number)" }
        let long = String(repeating: "long ", count: 200)
        drawn.ways = [
            .init(20, [1, 2], many), .init(21, [1, 2], ["highway": "residential", "name": long]),
            .init(22, [1, 2], ["highway": "residential", "name": ""]),
            .init(23, [], ["highway": "residential", "name": "Nowhere"]),
        ]
        let index = try index(drawn)
        #expect(index.placeCount == 1)
        let found = (0..<500).count { index.first("other \($0)")?.match != .withoutNumber }
        #expect(found == PlaceIndexBuilder.maximumNames - 1)
        #expect(index.addressCount <= 20)
    }

    @Test func `an extract that is not sorted is refused`() throws {
        var drawn = village()
        drawn.isUpsideDown = true
        drawn.isDeclaredSorted = false
        #expect(throws: ExtractError.self) { try index(drawn) }
    }

    @Test func `toilets are found without a name, by what they are, with their street`() throws {
        var drawn = village()
        drawn.nodes.append(.init(12, 51.5002, -2.9995, ["amenity": "toilets"]))
        drawn.nodes.append(.init(13, 51.5002, -2.9985, ["amenity": "bench"]))
        let index = try index(drawn)
        let toilets = try #require(index.first("WC"))
        #expect(toilets.name == "toilets")
        #expect(toilets.category == "toilets")
        #expect(toilets.nearStreet == "High Street")
        #expect(index.first("high street")?.nearStreet == nil)
        // They name nothing around them.
        #expect(!index.nearest(to: toilets.coordinate, limit: 20).contains { $0.name == "toilets" })
    }

    @Test func `a building of a hospital is not a hospital`() throws {
        var drawn = village()
        drawn.nodes += [
            .init(14, 51.5002, -2.9995, ["building": "hospital", "name": "Block 1"]),
            .init(15, 51.5002, -2.9985, ["amenity": "hospital", "name": "Royal"]),
        ]
        let index = try index(drawn)
        let found = index.search(PlaceQuery("hospital"))
        #expect(found.map(\.name) == ["Royal"])
        #expect(index.search(PlaceQuery("block 1")).first?.category == "building")
    }
}
