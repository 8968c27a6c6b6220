package import DiaryDays
import JSONWriting
import TransitModel

/// The places that a person named.
package struct DiaryPlacesAnswer: Encodable, Sendable {
    let places: [Place]

    static let schema = JSONSchema("DiaryPlaces", .list("places", of: Place.schema))

    struct Place: Encodable, Sendable {
        let id: Int64
        let name: String
        let latitude: Double
        let longitude: Double

        static let schema = JSONSchema(
            "DiaryPlace", .int("id"), .text("name"), .number("latitude longitude"))
    }

    /// Lists the names that apply everywhere; the last one of each place.
    package init(_ corrections: [KeptCorrection]) {
        var places: [Place] = []
        for kept in corrections {
            guard let place = kept.correction.place, let name = kept.correction.name else {
                continue
            }
            places.removeAll {
                place.distanceMetres(
                    to: Coordinate(latitude: $0.latitude, longitude: $0.longitude)) < 1
            }
            guard !name.isEmpty else { continue }
            places.append(
                Place(
                    id: kept.id, name: name, latitude: place.latitude, longitude: place.longitude))
        }
        self.places = places
    }
}
