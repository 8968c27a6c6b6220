import FolderTesting
import Foundation
import GTFSExport
import GTFSImport
import Testing
import TransitTesting

@testable import Timetables

/// Networks made of one another, which must have the values of every column.
///
/// A new column needs a value in `TextFeed.withEveryField`.
@Suite struct EveryFieldTests {
    private let folder = TemporaryFolder()

    /// Columns that follow from others: where lists begin, tables to look up ids, sums.
    private static let derived: Set<ColumnID> = Set(NetworkLayout.lists.map { $0.offsets }).union([
        .stringBytes, .metadata, .stopIDTable, .routeIDTable, .tripIDTable, .daySetWords,
        .serviceDaySet,
    ])

    private static let texts = Set(NetworkLayout.strings).union([
        .feedContactEmail, .feedContactURL, .levelID, .levelName, .orphanParent, .attributionEmail,
        .translationSubRecord,
    ])

    /// Columns without values where there is one feed, which has no id, and the whole network.
    private static let empty: Set<ColumnID> = [
        .feedID, .stopJoined, .tripShown, .tripOwnService, .patternRunCount,
    ]

    /// Columns that an exported feed leaves out or changes.
    private static let leftOut: Set<ColumnID> = Set<ColumnID>([
        .feedContactEmail, .feedContactURL, .levelID, .levelNumber, .levelName, .stopLevel,
        .orphanStop, .orphanParent, .attributionEmail, .translationSubRecord,
        // Shapes that the import made are shapes of the exported feed.
        .shapeInferred,
        // It is the revision of the network.
        .feedVersion,
        // Distances are measured again, between places that were rounded.
        .pathDistance,
    ])
    .union(NetworkLayout.columns(ofTable: .translationTable))
    .union(NetworkLayout.columns(ofTable: .noticeCode))
    .union(NetworkLayout.columns(ofTable: .noticeCountCode))

    /// Returns the values of each column in order, texts as texts and references as whether they
    /// lead anywhere.
    private func values(_ network: Timetable) throws -> [ColumnID: [String]] {
        let file = network.sources.file
        let references = Set(NetworkLayout.references.map { $0.column })
        var all: [ColumnID: [String]] = [:]
        for id in ColumnID.allCases where file.contains(id) && !Self.derived.contains(id) {
            let numbers = try numbers(of: id, in: file)
            all[id] = numbers.map { number in
                if Self.texts.contains(id) {
                    return network.strings[StringIndex(rawValue: UInt32(number))]
                }
                if references.contains(id) { return number == UInt64(UInt32.max) ? "" : "a row" }
                return "\(number)"
            }.sorted()
        }
        return all
    }

    private func numbers(of id: ColumnID, in file: NetworkFile) throws -> [UInt64] {
        if let bytes = try? file.column(id, as: UInt8.self) { return bytes.buffer.map(UInt64.init) }
        if let pairs = try? file.column(id, as: UInt16.self) {
            return pairs.buffer.map(UInt64.init)
        }
        if let words = try? file.column(id, as: UInt32.self) {
            return words.buffer.map(UInt64.init)
        }
        return try file.column(id, as: UInt64.self).buffer.map(\.self)
    }

    private func imported() throws -> (network: Timetable, path: String) {
        for (name, contents) in TextFeed.withEveryField.files {
            try folder.write(contents, to: "feed/\(name)")
        }
        let path = folder.path("feed")
        return (try NetworkImport([.init(path: path, name: "feed")]).timetable().0, path)
    }

    @Test func `the feed with every field has a value in every column`() throws {
        let values = try values(imported().network)
        for id in ColumnID.allCases where !Self.derived.contains(id) {
            let isEmpty = values[id, default: []].allSatisfy(\.isEmpty)
            #expect(isEmpty == Self.empty.contains(id), "\(id)")
        }
    }

    @Test func `a network joined from compiled feeds has the values of all columns`() throws {
        let (network, path) = try imported()
        var source = NetworkImport.Source(path: path, name: "feed")
        _ = try NetworkImport([source]).write(to: path + ".part")
        source.compiled = path + ".part"
        let (wanted, found) = (
            try values(network), try values(NetworkImport([source]).timetable().0)
        )
        for (id, values) in wanted { #expect(found[id] == values, "\(id)") }
    }

    @Test func `an exported feed has the values of all columns that it does not leave out`() throws
    {
        let (network, _) = try imported()
        try NetworkExport(network).write(to: folder.path("feed.zip"))
        let again = NetworkImport([.init(path: folder.path("feed.zip"), name: "feed")])
        let (wanted, found) = (try values(network), try values(again.timetable().0))
        for (id, values) in wanted where !Self.leftOut.contains(id) {
            #expect(found[id] == values, "\(id)")
        }
        let unchanged = Self.leftOut.filter { wanted[$0] == found[$0] }
        #expect(unchanged == [], "these are not left out")
    }
}
