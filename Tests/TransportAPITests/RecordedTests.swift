import Foundation
import Testing
import TransitTesting
import TransportAPI

/// Answers of the real service, next to the repository if present.
@Suite struct RecordedTests {
    static let isPresent = SharedData.folder != nil

    private static func files(_ kind: String) -> [URL] {
        guard let shared = SharedData.folder else { return [] }
        let folder = URL(filePath: shared).appending(path: "transport_api/\(kind)")
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).sorted().map { folder.appending(path: $0) }
    }

    /// Returns the paths of all keys; a list counts as its items.
    private func keys(_ value: Any, at path: String = "") -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: Set<String>()) { known, entry in
                let inner = "\(path)/\(entry.key)"
                known.insert(inner)
                known.formUnion(keys(entry.value, at: inner))
            }
        case let list as [Any]:
            list.reduce(into: Set<String>()) { $0.formUnion(keys($1, at: path)) }
        default: []
        }
    }

    private func keys(_ bytes: some Sequence<UInt8>) throws -> Set<String> {
        keys(try JSONSerialization.jsonObject(with: Data(bytes)))
    }

    @Test(
        .enabled(if: isPresent, "no ../shared/data beside the project"),
        arguments: files("stationboard"))
    func `a recorded board is read, and written again with the keys that it came with`(file: URL)
        throws
    {
        let bytes = try Data(contentsOf: file)
        let board = try JSONDecoder().decode(OpendataStationboard.self, from: bytes)
        #expect(!board.journeys.isEmpty)
        #expect(board.station?.coordinate.map { (45...48).contains($0.latitude) } == true)
        let written = board.json()
        #expect(try keys(bytes).subtracting(keys(written)).isEmpty)
        #expect(try JSONDecoder().decode(OpendataStationboard.self, from: Data(written)) == board)
    }

    @Test(
        .enabled(if: isPresent, "no ../shared/data beside the project"),
        arguments: files("connections").filter {
            !$0.path.contains("_500") && !$0.path.contains("_error")
        })
    func `recorded connections are read, and written again with the keys that they came with`(
        file: URL
    ) throws {
        let bytes = try Data(contentsOf: file)
        let answer = try JSONDecoder().decode(OpendataConnections.self, from: bytes)
        #expect(!answer.connections.isEmpty)
        for way in answer.connections {
            #expect(way.durationSeconds > 0)
            #expect(way.from.departure != nil)
            #expect(way.to.arrival != nil)
            #expect(!way.sections.isEmpty)
        }
        let written = answer.json()
        // Only earlier versions of the service reported how regular a connection is.
        let missing = try keys(bytes).subtracting(keys(written)).filter {
            !$0.hasPrefix("/connections/service/")
        }
        #expect(missing.isEmpty)
        #expect(try JSONDecoder().decode(OpendataConnections.self, from: Data(written)) == answer)
    }

    @Test(
        .enabled(if: isPresent, "no ../shared/data beside the project"),
        arguments: files("locations"))
    func `recorded places are read, and written again with the keys that they came with`(file: URL)
        throws
    {
        let bytes = try Data(contentsOf: file)
        let answer = try JSONDecoder().decode(OpendataLocations.self, from: bytes)
        #expect(!answer.stations.isEmpty)
        #expect(try keys(bytes) == keys(answer.json()))
    }
}
