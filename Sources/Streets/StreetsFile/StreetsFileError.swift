/// The reason why a `.streets` file was rejected or not written.
package enum StreetsFileError: Error, Equatable, CustomStringConvertible {
    case notFound(path: String)
    case unreadable(path: String, reason: String)
    case notStreets(path: String)
    case otherVersion(path: String, found: UInt32)
    /// The part is the name of a section, "header" or "table of sections".
    case damaged(path: String, part: String)
    case missing(path: String, section: SectionName)
    case busy(path: String)
    case notWritten(path: String, reason: String)

    /// One sentence for people.
    package var description: String {
        switch self {
        case .notFound(let path): "There is no file '\(path)'."
        case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)."
        case .notStreets(let path):
            "'\(path)' is not a file of streets; make one with "
                + "'takt streets CITY.osm.pbf --output CITY.streets'."
        case .otherVersion(let path, let found):
            "'\(path)' has format \(found), this program reads format "
                + "\(StreetsFile.formatVersion); run 'takt streets' again."
        case .damaged(let path, let part):
            "'\(path)' is damaged or cut (\(part)); run 'takt streets' again."
        case .missing(let path, let section):
            "'\(path)' has no \(section.rawValue); run 'takt streets' again."
        case .busy(let path): "Another program is writing '\(path)' at this moment."
        case .notWritten(let path, let reason): "'\(path)' cannot be written: \(reason)."
        }
    }
}

/// The sections of a `.streets` file, with their names in the file.
package enum SectionName: String, CaseIterable, Sendable {
    /// The description of the file in JSON: see ``StreetsMetadata``.
    case metadata
    /// The walking graph.
    case graph
    /// The index of places and addresses.
    case places
    /// A complete PMTiles archive.
    case tiles
    /// The roads, railways and ferries of vehicles, for lines without shapes.
    case vehicles
}
