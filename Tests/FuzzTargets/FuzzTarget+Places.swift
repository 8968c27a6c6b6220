import FileMapping
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
    static func placeIndex() -> [UInt8] {
        var builder = PlaceIndexBuilder()
        func at(_ east: Double) -> Coordinate {
            Coordinate(latitude: 51.5, longitude: -3 + east / 1000)
        }
        builder.addLocality(
            [PlaceName("Aberford"), PlaceName("Aberffordd", language: "cy")], .village, at: at(0))
        builder.addStreet([PlaceName("High Street")], importance: 60, line: [at(0), at(3)])
        for (place, number) in ["1", "3", "12a", "14-18", "Unit 2", "21"].enumerated() {
            var tags = AddressTags(number, street: "High Street", city: "Aberford")
            tags.postcode = place % 2 == 0 ? "AB1 2CD" : "AB1 3EF"
            builder.addAddress(tags, at: at(Double(place)))
        }
        builder.addPointOfInterest(
            [PlaceName("High Inn")], category: "pub", importance: 60, at: at(2))
        return builder.finish().bytes()
    }
}
