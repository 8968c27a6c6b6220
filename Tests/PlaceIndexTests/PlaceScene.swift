import FileMapping
import TransitModel

@testable import PlaceIndex

/// A name and its language, as in OpenStreetMap's `name:cy`; nil for the local name.
struct DrawnName {
    let text: String
    let language: String?

    init(_ text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }
}

/// A map drawn in hundreds of metres east and north of a point in Wales.
struct PlaceScene {
    var builder = PlaceIndexBuilder()

    static func at(_ east: Double, _ north: Double) -> Coordinate {
        LocalPlane(around: Coordinate(latitude: 51.5, longitude: -3))
            .coordinate(x: east * 100, y: north * 100)
    }

    private static func point(_ east: Double, _ north: Double) -> MapPoint {
        MapPoint(at(east, north))
    }

    private mutating func text(_ text: String?) -> UInt32 {
        text.map { builder.texts.number(of: $0) } ?? PlaceColumns.none
    }

    private mutating func names(_ name: String, _ other: [DrawnName] = []) -> [DraftName] {
        ([DrawnName(name)] + other).map {
            DraftName(text: text($0.text), language: text($0.language))
        }
    }

    mutating func locality(
        _ name: String, _ rank: LocalityRank, _ east: Double, _ north: Double,
        other: [DrawnName] = []
    ) {
        builder.add(.locality(names(name, other), rank), at: Self.point(east, north))
    }

    /// A street eastwards from a point.
    mutating func street(
        _ name: String, _ east: Double, _ north: Double, length: Double = 3,
        other: [DrawnName] = []
    ) {
        builder.addStreet(
            names(name, other), importance: 60,
            line: [Self.point(east, north), Self.point(east + length, north)])
    }

    mutating func place(_ name: String, _ category: String, _ east: Double, _ north: Double) {
        builder.add(
            .pointOfInterest(names(name), category: text(category), importance: 60),
            at: Self.point(east, north))
    }

    mutating func house(
        _ number: String, _ street: String?, _ east: Double, _ north: Double,
        city: String? = nil, postcode: String? = nil
    ) {
        let texts = AddressTexts(
            street: text(street), place: PlaceColumns.none, city: text(city),
            suburb: PlaceColumns.none, postcode: text(postcode))
        builder.add(
            .address(AddressFeature(houseNumber: number, texts: texts)),
            at: Self.point(east, north))
    }

    func index() throws -> PlaceIndex {
        try PlaceIndex(MappedSlice(MappedBytes(copying: builder.finish().bytes())))
    }

    /// Two towns with a High Street each, one of them with a station road and a shop.
    static func twoTowns() throws -> PlaceIndex {
        var scene = PlaceScene()
        scene.locality("Aberford", .town, 0, 0)
        scene.locality("Penwick", .town, 200, 0, other: [DrawnName("Penwig", language: "cy")])
        for (east, town) in [(0.0, "Aberford"), (200.0, "Penwick")] {
            scene.street("High Street", east, 1)
            for number in [2, 4, 10, 12] {
                scene.house("\(number)", "High Street", east + Double(number) / 10, 1, city: town)
            }
        }
        scene.house("12a", "High Street", 201.3, 1, city: "Penwick", postcode: "PW1 2AB")
        scene.street("Station Road", 0, 4, other: [DrawnName("Heol yr Orsaf", language: "cy")])
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
