import FileMapping
import PlaceIndex
import TransitModel

/// A map drawn in hundreds of metres east and north of a point in Wales.
struct PlaceScene {
    var builder = PlaceIndexBuilder()

    static func at(_ east: Double, _ north: Double) -> Coordinate {
        LocalPlane(around: Coordinate(latitude: 51.5, longitude: -3))
            .coordinate(x: east * 100, y: north * 100)
    }

    mutating func locality(
        _ name: String, _ rank: LocalityRank, _ east: Double, _ north: Double,
        other: [PlaceName] = []
    ) {
        builder.addLocality([PlaceName(name)] + other, rank, at: Self.at(east, north))
    }

    /// A street eastwards from a point.
    mutating func street(
        _ name: String, _ east: Double, _ north: Double, length: Double = 3,
        other: [PlaceName] = []
    ) {
        builder.addStreet(
            [PlaceName(name)] + other, importance: 60,
            line: [Self.at(east, north), Self.at(east + length, north)])
    }

    mutating func place(_ name: String, _ category: String, _ east: Double, _ north: Double) {
        builder.addPointOfInterest(
            [PlaceName(name)], category: category, importance: 60, at: Self.at(east, north))
    }

    mutating func house(
        _ number: String, _ street: String?, _ east: Double, _ north: Double,
        city: String? = nil, postcode: String? = nil
    ) {
        var tags = AddressTags(number, street: street, city: city)
        tags.postcode = postcode
        builder.addAddress(tags, at: Self.at(east, north))
    }

    func index() throws -> PlaceIndex {
        try PlaceIndex(MappedSlice(MappedBytes(copying: builder.finish().bytes())))
    }

    /// Two towns with a High Street each, one of them with a station road and a shop.
    static func twoTowns() throws -> PlaceIndex {
        var scene = PlaceScene()
        scene.locality("Aberford", .town, 0, 0)
        scene.locality("Penwick", .town, 200, 0, other: [PlaceName("Penwig", language: "cy")])
        for (east, town) in [(0.0, "Aberford"), (200.0, "Penwick")] {
            scene.street("High Street", east, 1)
            for number in [2, 4, 10, 12] {
                scene.house("\(number)", "High Street", east + Double(number) / 10, 1, city: town)
            }
        }
        scene.house("12a", "High Street", 201.3, 1, city: "Penwick", postcode: "PW1 2AB")
        scene.street("Station Road", 0, 4, other: [PlaceName("Heol yr Orsaf", language: "cy")])
        scene.place("Café Zoë", "cafe", 1, 4.2)
        return try scene.index()
    }
}

extension PlaceIndex {
    /// The names found, each with its locality.
    func found(_ text: String, near: Coordinate? = nil, limit: Int = 10) -> [String] {
        search(PlaceQuery(text, near: near, limit: limit)).map { hit in
            hit.locality.map { "\(hit.name), \($0)" } ?? hit.name
        }
    }

    func first(_ text: String, near: Coordinate? = nil) -> PlaceHit? {
        search(PlaceQuery(text, near: near)).first
    }
}
