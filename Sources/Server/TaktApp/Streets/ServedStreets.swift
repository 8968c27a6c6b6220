import AddressSearch
package import PlaceIndex
import StreetGraph
package import StreetsFile
package import Transit
package import TransitModel

/// The streets that a server knows: walks and places of one file.
package struct ServedStreets: Sendable {
    /// Finds walks along the streets.
    package let router: StreetRouter
    package let places: PlaceIndex
    package let metadata: StreetsMetadata
    let file: StreetsFile

    /// Milliseconds since 1970 of the map's newest change; nil if the map does not say.
    var updatedAt: Int64? { metadata.dataTime }

    /// Opens a file of streets, in time linear in its size.
    ///
    /// - Throws: ``StreetsFileError`` if there is no such file, or it is damaged or of another
    ///   kind.
    package init(path: String, searches: Int = 4) throws(StreetsFileError) {
        file = try StreetsFile(path: path)
        metadata = file.metadata
        router = try StreetGraph(file).router(in: file.metadata.box, searches: searches)
        let section = try file.section(.places)
        do {
            places = try PlaceIndex(section)
        } catch {
            throw .damaged(path: path, part: SectionName.places.rawValue)
        }
    }

    /// Returns the path of the file of streets that belongs to a network's file, as in
    /// `city.streets` for `city.takt`.
    package static func path(besideNetwork path: String) -> String {
        let suffix = ".takt"
        return (path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path) + ".streets"
    }

    /// Returns the places that match a text equally well, for questions that name one place.
    ///
    /// Misspelt names and streets without the house number that was asked for do not match.
    package func lookup(_ text: String) -> [NamedPlace] {
        let hits = places.search(PlaceQuery(text, limit: PlaceResolver.maximumCandidates))
        guard let best = hits.first?.match, best <= .words else { return [] }
        var seen = Set<String>()
        return hits.lazy.filter { $0.match == best }.map { hit in
            let name = [hit.name, hit.locality].compactMap(\.self).joined(separator: ", ")
            return NamedPlace(name: name, at: hit.coordinate)
        }.filter { seen.insert($0.name).inserted }
    }

    /// Returns the addresses and other places of a query, the best first.
    func addresses(_ query: AddressQuery) -> [Address] {
        let hits = places.search(
            PlaceQuery(query.text, near: query.near, limit: query.limit))
        return hits.map { hit in
            let parts = [hit.name, hit.district, hit.locality].compactMap(\.self)
            return Address(name: parts.joined(separator: ", "), coordinate: hit.coordinate)
        }
    }
}
