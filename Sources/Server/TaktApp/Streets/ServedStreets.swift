import AddressSearch
package import GTFSImport
package import MapTiles
package import PlaceIndex
import StreetGraph
package import StreetsFile
package import Transit
package import TransitModel

/// The streets that a server knows: walks and places of one file.
package struct ServedStreets: Sendable {
    /// Finds walks along the streets.
    package let router: StreetRouter
    /// Finds the ways of lines without shapes; nil if the file has none.
    package let vehicles: VehicleRouter?
    package let places: PlaceIndex
    /// The tiles of the map; nil if the file has none.
    package let tiles: TileArchive?
    package let metadata: StreetsMetadata

    /// Milliseconds since 1970 of the map's newest change; nil if the map does not say.
    var updatedAt: Int64? { metadata.dataTime }

    /// The map for imports of feeds.
    package var importMap: ImportMap {
        let day = metadata.dataTime.map {
            TransitTimeZone.utc.day(at: UnixTime(milliseconds: $0))
        }
        return ImportMap(vehicles: vehicles, day: day)
    }

    func shows(_ box: BoundingBox) -> Bool {
        metadata.box?.intersects(box) ?? false
    }

    /// Opens a file of streets, in time linear in its size.
    ///
    /// - Throws: `StreetsFileError` if there is no such file, or it is damaged or of another
    ///   kind.
    package init(path: String, searches: Int = 4) throws(StreetsFileError) {
        let file = try StreetsFile(path: path)
        metadata = file.metadata
        router = try StreetGraph(file).router(in: file.metadata.box, searches: searches)
        vehicles = try VehicleGraph(file)?.router()
        let section = try file.section(.places)
        do {
            places = try PlaceIndex(section)
        } catch {
            throw .damaged(path: path, part: SectionName.places.rawValue)
        }
        guard file.contains(.tiles) else {
            tiles = nil
            return
        }
        let archive = try file.section(.tiles)
        do {
            tiles = try TileArchive(archive)
        } catch {
            throw .damaged(path: path, part: SectionName.tiles.rawValue)
        }
    }

    /// Returns the path of the file of streets that belongs to a network's file, as in
    /// `city.streets` for `city.takt`.
    package static func path(besideNetwork path: String) -> String {
        let suffix = ".takt"
        return (path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path) + ".streets"
    }

    /// Returns the addresses, streets and other places of a query, the best match first.
    package func search(_ query: StopQuery) -> [NamedPlace] {
        let hits = places.search(
            PlaceQuery(query.text, near: query.near, limit: query.limit))
        return hits.map { hit in
            let parts = [hit.name, hit.nearStreet, hit.locality].compactMap(\.self)
            let match: StopHit.Match =
                switch hit.match {
                case .exact: .exact
                case .nameBeginning: .nameBeginning
                case .words: .words
                case .withoutNumber, .typos, .someWords: .typos(1)
                case .near: .listed
                }
            return NamedPlace(
                name: parts.joined(separator: ", "), at: hit.coordinate,
                isAddress: hit.kind == .address || hit.kind == .street, match: match)
        }
    }

    /// The distance in metres within which a coordinate is called after a place other than an
    /// address or a street.
    private static let nameMetres = 120.0

    /// Returns what a coordinate is called after; nil if nothing is near.
    ///
    /// It is an address, else a street, else a place nearby.
    package func name(_ coordinate: Coordinate) -> String? {
        guard let place = places.place(near: coordinate),
            place.kind == .address || place.kind == .street
                || place.distanceMetres ?? .infinity <= Self.nameMetres
        else { return nil }
        return [place.name, place.locality].compactMap(\.self).joined(separator: ", ")
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

    /// The version of the tiles, which is part of their address; nil without tiles.
    var tilesVersion: String? {
        tiles?.version
    }
}
