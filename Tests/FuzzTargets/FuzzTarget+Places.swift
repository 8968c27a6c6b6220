import ExtractDrawing
import FileMapping
import OSMPBF
import PlaceIndex
import TransitModel

/// The index of places in a streets file.
extension FuzzTarget {
    static func places(_ bytes: [UInt8]) throws -> Bool {
        let index: PlaceIndex
        do {
            index = try PlaceIndex(MappedSlice(MappedBytes(copying: bytes)))
        } catch {
            try promise(!error.description.isEmpty, "a refusal says why")
            return false
        }
        let here = Coordinate(latitude: 51.501, longitude: -3)
        for text in ["high street 12a", "12 hihg st aberford ab1 2cd", "11", "abe", "unit 2 z"] {
            for near in [nil, here] {
                for hit in index.search(PlaceQuery(text, near: near)) {
                    try promise(!hit.coordinate.latitude.isNaN, "places are somewhere")
                }
            }
        }
        _ = index.place(near: here)
        _ = index.nearest(to: here, limit: 20)
        return true
    }

    /// A village with a street, houses and a pub.
    static func placeIndex() throws -> [UInt8] {
        var drawn = DrawnExtract()
        func node(_ id: Int64, _ east: Int, _ tags: [String: String] = [:]) -> DrawnExtract.Node {
            .init(id, 51.5, -3 + Double(east) / 1000, tags)
        }
        drawn.nodes = [
            node(1, 0), node(2, 3),
            node(3, 0, ["place": "village", "name": "Aberford", "name:cy": "Aberffordd"]),
            node(4, 2, ["amenity": "pub", "name": "High Inn"]),
        ]
        for (place, number) in ["1", "3", "12a", "14-18", "Unit 2", "21"].enumerated() {
            drawn.nodes.append(
                node(
                    Int64(5 + place), place,
                    [
                        "addr:housenumber": number, "addr:street": "High Street",
                        "addr:city": "Aberford",
                        "addr:postcode": place % 2 == 0 ? "AB1 2CD" : "AB1 3EF",
                    ]))
        }
        drawn.ways = [.init(20, [1, 2], ["highway": "residential", "name": "High Street"])]
        let extract = try Extract(bytes: MappedBytes(copying: drawn.bytes()), name: "village")
        return try PlaceReader.read([extract]).finish().bytes()
    }
}
