package import AddressSearch
import JSONWriting
import NetworkAPI
import TransitModel

/// The answer of `/api/v1/addresses`: the best match first.
package struct AddressesAnswer: Encodable, Sendable {
    let addresses: [AddressAnswer]

    static let schema = JSONSchema(
        "Addresses", .list("addresses", of: AddressAnswer.schema))

    struct AddressAnswer: Encodable, Sendable {
        let name: String
        let latitude: Double
        let longitude: Double

        static let schema = JSONSchema("Address", .text("name"), .number("latitude longitude"))
    }

    package init(_ found: [Address]) {
        addresses = found.map {
            AddressAnswer(
                name: $0.name, latitude: GeoJSON.rounded($0.coordinate.latitude),
                longitude: GeoJSON.rounded($0.coordinate.longitude))
        }
    }
}
