package import AddressSearch
import APISchema
package import HTTPServing
package import Hummingbird
import WireAPI

/// The search for addresses that riders type.
package struct AddressEndpoints: EndpointGroup {
    /// Returns the addresses of a query, the best first.
    package typealias Search =
        @Sendable (AddressQuery) async throws(AddressSearcher.Failure) -> [Address]

    private let search: Search

    package init(_ search: @escaping Search) {
        self.search = search
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.addresses)") { request, _ in
            let parameters = QueryParameters(request)
            guard let text = parameters.text("q") else {
                throw Problem.badParameter("q", expected: "some letters of an address", given: "")
            }
            let query = AddressQuery(
                text, near: try parameters.coordinate("near"), language: try language(parameters),
                limit: try parameters.integer("limit", in: 1...AddressQuery.maximumLimit) ?? 5)
            let found = try await addresses(query)
            return try CachedBody(json: AddressesAnswer(found))
                .response(to: request, cacheControl: CachePolicy.ofOneClient)
        }
    }

    private func addresses(_ query: AddressQuery) async throws(Problem) -> [Address] {
        do {
            return try await search(query)
        } catch {
            switch error {
            case .busy:
                throw .busy("Too many addresses are asked for; try again.", retryAfterSeconds: 1)
            case .unavailable:
                throw Problem(
                    .badGateway, kind: "geocoder-unavailable",
                    detail: "The address service does not answer; stops can still be found.")
            }
        }
    }

    private func language(_ parameters: QueryParameters) throws(Problem) -> String? {
        guard let text = parameters.text("language") else { return nil }
        let isPlain = text.utf8.allSatisfy {
            (0x61...0x7a).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
        }
        guard isPlain, (2...12).contains(text.utf8.count) else {
            throw .badParameter("language", expected: "a language, as in de or pt-BR", given: text)
        }
        return text
    }
}
