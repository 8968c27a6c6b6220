import PlaceIndex
import StreetsFile

/// Opens the index of places in a file of streets, or ends the command with a sentence.
func openPlaces(_ path: String) throws -> PlaceIndex {
    do {
        return try PlaceIndex(StreetsFile(path: path).section(.places))
    } catch let error as PlaceIndexError {
        throw fail("'\(path)': \(error.description)", .badData)
    }
}
