/// The reason why an OpenStreetMap extract was rejected, with its file and byte offset.
package struct ExtractError: Error, Equatable, CustomStringConvertible {
    /// The kinds of faults.
    package enum Problem: Equatable, Sendable {
        case notFound
        /// The reason is a clause without a full stop.
        case unreadable(reason: String)
        case notAnExtract
        case cut
        /// The part is a noun phrase, such as "a way".
        case damaged(part: String)
        /// The feature is spelled as in the file's header.
        case unsupported(feature: String)
        /// The compression is spelled as in the format specification.
        case compression(String)
        case unsorted
        case tooLarge(part: String, limit: Int)
    }

    /// The path as given by the caller.
    package let path: String
    /// The byte offset of the block with the fault.
    package let offset: Int
    package let problem: Problem

    /// Creates an error; faults of the whole file have offset 0.
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
