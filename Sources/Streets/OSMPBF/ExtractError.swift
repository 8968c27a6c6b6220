/// The reason why an OpenStreetMap extract was refused, with its file and the place in it.
package struct ExtractError: Error, Equatable, CustomStringConvertible {
    /// The kinds of faults.
    package enum Problem: Equatable, Sendable {
        case notFound
        /// The reason is part of a sentence, without a full stop.
        case unreadable(reason: String)
        case notAnExtract
        case cut
        /// The part is a noun phrase, such as "a way".
        case damaged(part: String)
        /// The feature is named as the file's header spells it.
        case unsupported(feature: String)
        /// The compression is named as the format's description spells it.
        case compression(String)
        case unsorted
        case tooLarge(part: String, limit: Int)
    }

    /// The file, as the caller named it.
    package let path: String
    /// The first byte of the block that holds the fault, from the start of the file.
    package let offset: Int
    /// The fault.
    package let problem: Problem

    /// Makes an error about a file; faults of the whole file are at its start.
    package init(_ problem: Problem, path: String, offset: Int = 0) {
        self.path = path
        self.offset = offset
        self.problem = problem
    }

    /// One sentence for people.
    package var description: String {
        switch problem {
        case .notFound: "There is no extract '\(path)'."
        case .unreadable(let reason): "'\(path)' cannot be read: \(reason)."
        case .notAnExtract:
            "'\(path)' is not an OpenStreetMap extract in PBF (expected a file like city.osm.pbf)."
        case .cut:
            "'\(path)' is cut off: the block at byte \(offset) ends beyond the file's end; "
                + "download it again."
        case .damaged(let part):
            "'\(path)' is damaged: \(part) in the block at byte \(offset) cannot be read; "
                + "download it again."
        case .unsupported(let feature):
            "'\(path)' needs the feature '\(feature)', which is not supported; "
                + "expected an extract of current data, as 'osmium cat -o new.osm.pbf' writes it."
        case .compression(let name):
            "'\(path)' is compressed with \(name) (byte \(offset)), which is not supported; "
                + "write it with zlib by 'osmium cat \(path) -o new.osm.pbf'."
        case .unsorted:
            "'\(path)' is not sorted (byte \(offset)): expected nodes, ways and relations, each by "
                + "ascending id; sort it by 'osmium sort \(path) -o new.osm.pbf'."
        case .tooLarge(let part, let limit):
            "'\(path)' is damaged: \(part) at byte \(offset) is larger than the \(limit) bytes "
                + "that the format allows."
        }
    }
}
