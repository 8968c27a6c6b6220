import DiarySensing
import Foundation
import Persistence
import PhoneRecords
import PostgresTesting
import Testing
import TransitModel

@testable import Diary

/// Sealed diaries of phones that send single fixes: one object for many fixes, and no data lost.
@Suite struct CollectingTests {
    /// Returns each object of the ledger, opened: its participant and the times of its fixes.
    private func objects(_ store: DiaryStore) async throws -> [[Date]] {
        let bodies = try await store.file.read { database in
            try database.rows("SELECT body FROM uploads ORDER BY id") { try $0[0] as Data }
        }
        return try bodies.map { body in
            let opened = try AgeOpener.open(body, with: [DiaryShelf.identity])
            return try OverlandBatch(file: opened).trace.fixes.map(\.time)
        }
    }

    private func pieces(_ store: DiaryStore) async throws -> [Data] {
        try await store.file.read { database in
            try database.rows("SELECT body FROM sealedPieces ORDER BY id") { try $0[0] as Data }
        }
    }

    private func send(
        _ range: Range<Int>, _ intake: DiaryIntake, _ person: Participant, from device: String = "p"
    ) async throws {
        for number in range {
            let receipt = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(number..<(number + 1)), from: device, of: person))
            #expect(receipt.stored == 1)
        }
    }

    private func times(_ range: Range<Int>) -> [Date] { DiaryShelf.walk(range).fixes.map(\.time) }

    /// Waits until an asynchronous condition holds.
    private func eventually(_ holds: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<6000 {
            if try await holds() { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    @Test(arguments: StoreKind.here)
    func `what a phone sends in a quarter of an hour goes up as one object`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.study)
        let intake = DiaryIntake(store)
        try await shelf.writing(intake) {
            try await send(0..<30, intake, enrolment.participant)
            try await send(30..<33, intake, enrolment.participant, from: "tablet")
            #expect(try await objects(store).isEmpty)
            let sealed = try await pieces(store)
            #expect(sealed.count == 33)
            // Data that waits here is already sealed, each piece separately.
            let first = try AgeOpener.open(sealed[0], with: [DiaryShelf.identity])
            #expect(try OverlandBatch(file: first).trace.fixes.map(\.time) == times(0..<1))
            #expect(try await store.waitingUploads() == 33)
            shelf.clock.set(UnixTime(seconds: 1_777_852_800 + 899))
            try await send(33..<34, intake, enrolment.participant)
            #expect(try await objects(store).isEmpty)
            shelf.clock.set(UnixTime(seconds: 1_777_852_800 + 900))
            #expect(try await eventually { try await store.waitingUploads() == 2 })
        }
        let found = try await objects(store).sorted { $0.count > $1.count }
        #expect(found == [times(0..<30) + times(33..<34), times(30..<33)])
        #expect(try await pieces(store).isEmpty)
    }

    @Test(arguments: StoreKind.here)
    func `a full batch does not wait, and a large request goes up by itself`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.study)
        let intake = DiaryIntake(store)
        try await shelf.writing(intake) {
            for start in [0, 150] {
                _ = try await intake.ingest(
                    IntakeBatch(
                        DiaryShelf.walk(start..<(start + 150)), from: "p", of: enrolment.participant
                    ))
            }
            #expect(try await eventually { try await objects(store) == [times(0..<300)] })
            _ = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(300..<600), from: "p", of: enrolment.participant))
            #expect(try await objects(store) == [times(0..<300), times(300..<600)])
        }
    }

    @Test func `a server that ends closes its batches; of one that is killed the pieces go up`()
        async throws
    {
        let shelf = try DiaryShelf(.file)
        let (store, enrolment) = try await shelf.enrolled(.study)
        var intake = DiaryIntake(store)
        try await shelf.writing(intake) { try await send(0..<5, intake, enrolment.participant) }
        #expect(try await objects(store) == [times(0..<5)])
        // Simulated crash: the file is copied while the batch is open, and data in memory is lost.
        let copy = shelf.folder.url.appendingPathComponent("killed.sqlite")
        intake = DiaryIntake(store)
        try await shelf.writing(intake) {
            try await send(5..<8, intake, enrolment.participant)
            for part in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: shelf.folder.path + "/diary.sqlite" + part, toPath: copy.path + part)
            }
        }
        let restored = DiaryStore(
            try RecordStore(path: copy.path, schema: .diary), clock: shelf.clock)
        #expect(try await pieces(restored).count == 3)
        intake = DiaryIntake(restored)
        try await shelf.writing(intake) {
            let person = try #require(try await restored.participant(enrolment.token))
            // Sent again, because the response was lost.
            let again = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(5..<8), from: "p", of: person))
            #expect(again.stored == 0 && again.repeated == 3)
            try await send(8..<9, intake, person)
        }
        let all = try await objects(restored)
        #expect(
            all == [times(0..<5), times(5..<6), times(6..<7), times(7..<8), times(8..<9)])
    }

    @Test(arguments: StoreKind.here)
    func `what somebody sent who withdrew before it was closed goes nowhere`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.study)
        let intake = DiaryIntake(store)
        try await shelf.writing(intake) {
            try await send(0..<4, intake, enrolment.participant)
            try await store.withdraw(enrolment.participant)
        }
        #expect(try await objects(store).isEmpty)
        #expect(try await pieces(store).isEmpty)
    }

    @Test func `nothing stays in memory of somebody who withdrew`() async throws {
        let shelf = try DiaryShelf(.file)
        let (store, first) = try await shelf.enrolled(.study)
        let (code, _) = try await store.create(shelf.study(.study, id: "other"))
        let second = try await store.enrol(code, consent: 1)
        var batches = OpenBatches()
        for (device, person) in [first, second].map(\.participant).enumerated() {
            // The first batch of each is full, so it is closed, and another is open.
            for range in [0..<200, 200..<201] {
                let trace = DiaryShelf.walk(range)
                batches.add(
                    trace, piece: 1, of: IntakeBatch(trace, from: "p", of: person),
                    on: Int64(device), now: shelf.clock.now())
            }
        }
        batches.forget([first.participant.number])
        let left = batches.takeDue(now: shelf.clock.now(), after: 900, all: true, limit: .max)
        #expect(left.map(\.participant.id) == [second, second].map(\.participant.id))
        #expect(left.map(\.trace.fixes.count) == [200, 1])
    }

    @Test(arguments: StoreKind.here.filter { $0 == .server })
    func `the pieces of a node that is asleep go up by another one, and each once`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.study)
        let asleep = DiaryIntake(store)
        let other = try shelf.open()
        try await shelf.writing(asleep) {
            try await send(0..<3, asleep, enrolment.participant)
            let early = DiaryIntake(other)
            try await shelf.writing(early) {
                try await send(3..<4, early, enrolment.participant, from: "tablet")
            }
            // A node that starts leaves alone what others still collect.
            #expect(try await pieces(store).count == 3)
            #expect(try await objects(store) == [times(3..<4)])
            // As if the first node's pieces were written long ago.
            try await store.file.write {
                _ = try $0.execute(
                    "UPDATE sealedPieces SET made = 0 WHERE id < (SELECT max(id) FROM sealedPieces)"
                )
            }
            try await shelf.writing(DiaryIntake(other)) {
                let isReleased = try await eventually { try await pieces(store).count == 1 }
                #expect(isReleased)
            }
        }
        // The first node found its batch incomplete, and left the last piece to the others.
        #expect(try await pieces(store).count == 1)
        shelf.clock.set(UnixTime(seconds: 1_777_852_800 + 960))
        try await shelf.writing(DiaryIntake(other)) {
            let isReleased = try await eventually { try await pieces(store).isEmpty }
            #expect(isReleased)
        }
        #expect(
            try await objects(store)
                == [times(3..<4), times(0..<1), times(1..<2), times(2..<3)])
    }
}
