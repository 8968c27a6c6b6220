import Foundation
import HTTPFetching
import StreetsImport
import TransitModel

/// The state of a server's extracts, stored next to the file of streets.
struct ExtractLedger: Codable, Equatable {
    /// The time of the last refresh, in seconds since 1970.
    var checked: Int64 = 0
    /// The number of consecutive failed refreshes.
    var failures = 0
    /// The reason of the last failure, for people; nil if the last refresh succeeded.
    var trouble: String?
    /// The addresses from which the file was made.
    var configured: [String] = []
    /// The addresses of the last refresh, whether it failed or not; nil in ledgers of versions
    /// before 0.1.0.
    var tried: [String]?
    /// The box of the network's stops at that time; nil if there was no network.
    var box: BoundingBox?
    /// The extracts by their addresses.
    var extracts: [String: Entry] = [:]

    /// The server's validators of the newest version.
    struct Entry: Codable, Equatable {
        var entityTag: String?
        var lastModified: String?
    }

    func validators(of place: String) -> FetchValidators {
        FetchValidators(
            entityTag: extracts[place]?.entityTag, lastModified: extracts[place]?.lastModified)
    }

    /// Removes extracts that are no longer configured.
    mutating func forget(except places: [String]) {
        extracts = extracts.filter { places.contains($0.key) }
    }

    /// Whether the file, which was cut around the stops of that time, suits the stops of today.
    func covers(_ stops: BoundingBox?) -> Bool {
        guard let box, let stops else { return box == nil }
        let wide = box.expanded(byMetres: StreetsImport.marginMetres / 2)
        return wide.contains(Coordinate(latitude: stops.south, longitude: stops.west))
            && wide.contains(Coordinate(latitude: stops.north, longitude: stops.east))
    }
}

/// The storage of a ledger and its extracts' files: of each extract the version in use, and a newer
/// one until it is used.
struct ExtractStorage: Sendable {
    let folder: String
    private let ledger: LedgerFile<ExtractLedger>

    private static let newEnding = ".new"

    /// Creates the storage next to a file of streets.
    init(streets path: String) {
        folder = path + ".extracts"
        ledger = LedgerFile(path: folder + "/ledger.json", limit: 1 << 20)
    }

    /// Reads the ledger; returns an empty one if it is missing or unreadable.
    func read() -> ExtractLedger { ledger.read() ?? ExtractLedger() }

    /// Writes the ledger.
    ///
    /// - Throws: A `Failure` if it cannot be written.
    func write(_ changed: ExtractLedger) throws(FeedRefresh.Failure) { try ledger.write(changed) }

    /// The path of the version in use, named by the address.
    private func keptPath(_ extract: FeedReference) -> String {
        let key = extract.place.utf8.reduce(into: UInt64(14_695_981_039_346_656_037)) {
            $0 = ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return "\(folder)/\(String(key, radix: 16)).osm.pbf"
    }

    func newPath(_ extract: FeedReference) -> String { keptPath(extract) + Self.newEnding }

    func hasNew(_ extract: FeedReference) -> Bool {
        FileManager.default.fileExists(atPath: newPath(extract))
    }

    /// The path of the newest version; nil if there is none.
    func newest(_ extract: FeedReference) -> String? {
        [newPath(extract), keptPath(extract)].first {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    /// Puts the new version into use, if there is one.
    ///
    /// - Throws: A `Failure` if it cannot be renamed.
    func keep(_ extract: FeedReference) throws(FeedRefresh.Failure) {
        guard hasNew(extract) else { return }
        guard rename(newPath(extract), keptPath(extract)) == 0 else {
            throw .notRenamed(to: keptPath(extract))
        }
    }

    /// Removes files of extracts that are no longer configured.
    func tidy(_ extracts: [FeedReference]) {
        let wanted = Set(
            extracts.flatMap { [keptPath($0), newPath($0)] } + [ledger.path])
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where !wanted.contains("\(folder)/\(name)") {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }
}
