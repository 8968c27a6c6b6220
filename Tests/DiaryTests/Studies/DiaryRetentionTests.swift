import Foundation
import PostgresTesting
import Testing
import TransitModel

@testable import Diary

/// The study of these tests keeps diaries for 30 days.
@Suite struct DiaryRetentionTests {
    private static let start: Int64 = 1_777_852_800
    private static let day: Int64 = 86_400

    /// A diary of 1000 s with two final pieces, a correction of 100 s and one that applies
    /// everywhere, seen `days` days after its start.
    private func diary(
        on shelf: DiaryShelf, after days: Int64,
        _ body: (DiaryStore, Participant, DiaryStore.RecordedDevice) async throws -> Void
    ) async throws {
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let person = enrolment.participant
        let intake = DiaryIntake(store)
        try await shelf.writing(intake) {
            _ = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(0..<100), from: "p", of: person))
        }
        let device = try #require(try await store.recordedDevices(of: person).first)
        let pieces = [(0, 100), (100, 900)].map { start, end in
            DiaryStore.KeptPiece(
                start: Self.start + start, end: Self.start + end, body: Data(), ways: Data())
        }
        let record = try await store.openRecord(of: device, limit: 1000, motionSeconds: 60)
        _ = try await store.settle(
            record, pieces, restart: UnixTime(seconds: Self.start + 900),
            pieceStart: Self.start + 900, method: 1)
        for everywhere in [false, true] {
            _ = try await store.add(
                Data("home".utf8), from: Self.start, to: Self.start + 100, everywhere: everywhere,
                of: person)
        }
        shelf.clock.set(UnixTime(seconds: Self.start + days * Self.day))
        try await body(store, person, device)
    }

    private func fixes(_ store: DiaryStore, _ person: Participant) async throws -> Int {
        try await store.trace(
            of: person, device: "p", from: UnixTime(seconds: 0),
            to: UnixTime(seconds: Self.start + Self.day)
        ).fixes.count
    }

    private func corrections(_ store: DiaryStore, _ person: Participant) async throws -> Int {
        try await store.corrections(of: person, from: 0, to: Self.start + Self.day).count
    }

    @Test(arguments: StoreKind.here)
    func `a diary is kept whole for its study's retention`(kind: StoreKind) async throws {
        try await diary(on: DiaryShelf(kind), after: 30) { store, person, device in
            #expect(try await store.deleteExpired() == nil)
            #expect(try await fixes(store, person) == 100)
            #expect(try await corrections(store, person) == 2)
            let pieces = try await store.pieces(
                of: device, from: Self.start, to: Self.start + 1000, withWays: false)
            #expect(pieces.count == 2)
        }
    }

    @Test(arguments: StoreKind.here)
    func `the first minutes of a diary are deleted before the rest`(kind: StoreKind) async throws {
        let shelf = try DiaryShelf(kind)
        try await diary(on: shelf, after: 30) { store, person, device in
            shelf.clock.set(UnixTime(seconds: Self.start + 30 * Self.day + 500))
            #expect(try await store.deleteExpired() == nil)
            #expect(try await fixes(store, person) == 50)
            // What applies everywhere names places of later days too.
            #expect(try await corrections(store, person) == 1)
            let pieces = try await store.pieces(
                of: device, from: Self.start, to: Self.start + 1000, withWays: false)
            #expect(pieces.map(\.start) == [Self.start + 100])
        }
    }

    @Test(arguments: StoreKind.here)
    func `nothing that names a place outlives the last record`(kind: StoreKind) async throws {
        try await diary(on: DiaryShelf(kind), after: 31) { store, person, device in
            _ = try await store.file.write { database in
                try database.execute(
                    "UPDATE devices SET sensor = ? WHERE number = ?",
                    [Data("47,8".utf8), device.number])
            }
            #expect(try await store.deleteExpired() == nil)
            let left = try await store.file.read { database in
                try ["fixes", "motions", "pieces", "restarts", "corrections"].filter {
                    try database.finds("SELECT 1 FROM \($0)", [])
                }
                    + (database.finds("SELECT 1 FROM devices WHERE sensor IS NOT NULL", [])
                        ? ["sensor"] : [])
            }
            #expect(left == [])
        }
    }
}
