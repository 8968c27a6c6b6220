package import AddressSearch
import NetworkAPI
import TransitModel

/// The answer of `/api/v1/addresses`: the best match first.
package struct AddressesAnswer: Encodable, Sendable {
    let addresses: [AddressAnswer]

    struct AddressAnswer: Encodable, Sendable {
        let name: String
        let latitude: Double
        let longitude: Double
    }

    package init(_ found: [Address]) {
        addresses = found.map {
            AddressAnswer(
                name: $0.name, latitude: GeoJSON.rounded($0.coordinate.latitude),
                longitude: GeoJSON.rounded($0.coordinate.longitude))
        }
    }
}
