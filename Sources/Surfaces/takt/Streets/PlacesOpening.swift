import FileMapping
import PlaceIndex

/// Opens the place index of a streets file, or ends the command with a sentence.
func openPlaces(_ path: String) throws -> PlaceIndex {
    let bytes: MappedBytes
    do {
        bytes = try MappedBytes(path: path)
    } catch {
        switch error {
        case .notFound: throw fail("There is no streets file '\(path)'.", .noInput)
        case .unreadable(let reason):
            throw fail("'\(path)' cannot be read: \(reason).", .noInput)
        }
    }
    do {
        return try PlaceIndex(bytes)
    } catch {
        throw fail("'\(path)': \(error.description)", .badData)
    }
}
