import DiarySensing
import Foundation
import PhoneRecords
import PostgresTesting
import Testing
import TransitModel

@testable import Diary

/// Storage of inferred diaries, independent of their content.
@Suite struct DiaryTimelineStoreTests {
    private static let start: Int64 = 1_777_852_800

    private func piece(_ start: Int64, _ end: Int64) -> DiaryStore.KeptPiece {
        DiaryStore.KeptPiece(
            start: Self.start + start, end: Self.start + end, body: Data("b".utf8),
            ways: Data("w".utf8))
    }

    private func restart(_ seconds: Int64) -> UnixTime { UnixTime(seconds: Self.start + seconds) }

    private func record(
        _ store: DiaryStore, _ device: DiaryStore.RecordedDevice
    ) async throws -> DiaryStore.OpenRecord {
        try await store.openRecord(of: device, limit: 1000, motionSeconds: 60)
    }

    /// A device with 200 fixes whose first part is settled: two pieces, two restarts.
    private func settled(
        _ shelf: DiaryShelf,
        _ body: (DiaryStore, DiaryIntake, Participant, DiaryStore.RecordedDevice) async throws ->
            Void
    ) async throws {
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let intake = DiaryIntake(store)
        let person = enrolment.participant
        try await shelf.writing(intake) {
            _ = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(0..<100), from: "p", of: person))
            _ = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(200..<300), from: "p", of: person))
            var device = try #require(try await store.recordedDevices(of: person).first)
            #expect(device.settled == nil)
            device = try #require(
                try await store.settle(
                    record(store, device), [piece(0, 100)], restart: restart(200),
                    pieceStart: Self.start + 200,
                    method: 1))
            let stale = try await record(store, device)
            device = try #require(
                try await store.settle(
                    record(store, device), [piece(200, 900)], restart: restart(2000),
                    pieceStart: Self.start + 2000, method: 1))
            // A reader from before the change may no longer write.
            #expect(
                try await store.settle(
                    stale, [piece(0, 1)], restart: restart(300), pieceStart: 0, method: 1) == nil)
            try await body(store, intake, person, device)
        }
    }

    private func starts(
        _ store: DiaryStore, _ device: DiaryStore.RecordedDevice
    ) async throws -> [Int64] {
        try await store.pieces(
            of: device, from: Self.start - 1_000_000, to: Self.start + 1_000_000, withWays: true
        ).map { $0.start - Self.start }
    }

    @Test(arguments: StoreKind.here)
    func `what is settled is read by its span, and the rest from where it may change`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        try await settled(shelf) { store, _, _, device in
            #expect(try await starts(store, device) == [0, 200])
            let bare = try await store.pieces(
                of: device, from: Self.start + 150, to: Self.start + 5000, withWays: false)
            #expect(bare.map(\.body) == [Data("b".utf8)] && bare.map(\.ways) == [Data()])
            let open = try await store.openRecord(of: device, limit: 1000, motionSeconds: 60)
            #expect(open.fixes.count == 100 && open.motions.count == 100)
            let some = try await store.openRecord(of: device, limit: 10, motionSeconds: 60)
            #expect(some.fixes.count == 10 && some.motions.count == 10)
            #expect(try await store.prepared(device, method: 1) == device)
        }
    }

    @Test(arguments: StoreKind.here)
    func `a late fix causes what it may change to be inferred again`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        try await settled(shelf) { store, intake, person, device in
            _ = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(150..<151), from: "p", of: person))
            let later = try #require(try await store.prepared(device, method: 1))
            // There is only one restart before it, so everything is open.
            #expect(later.settled == nil)
            #expect(try await starts(store, later).isEmpty)
            // A fix in order changes nothing.
            _ = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(400..<401), from: "p", of: person))
            #expect(try await store.prepared(later, method: 1) == later)
        }
    }

    @Test(arguments: StoreKind.here)
    func `what comes between reading a record and settling it is inferred too`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        try await settled(shelf) { store, intake, person, device in
            func settle(_ record: DiaryStore.OpenRecord) async throws -> DiaryStore.RecordedDevice?
            {
                try await store.settle(
                    record, [piece(2000, 2500)], restart: restart(2800),
                    pieceStart: Self.start + 2800, method: 1)
            }
            func take(_ fix: LocationFix) async throws {
                var late = PhoneTrace()
                late.append(fix)
                _ = try await intake.ingest(IntakeBatch(late, from: "p", of: person))
            }
            // Nothing is final there yet, so the change is not noted with the device.
            let before = try await record(store, device)
            try await take(DiaryShelf.walk(250..<251).fixes[0].shifted(by: 5))
            #expect(try await settle(before) == nil)
            #expect(try await starts(store, device) == [0, 200])

            // A deletion leaves no inference of what it deleted.
            let whole = try await record(store, device)
            #expect(whole.fixes.count == before.fixes.count + 1)
            try await store.delete(from: restart(2400), to: restart(2500), of: person)
            #expect(try await settle(whole) == nil)

            // What comes behind the restart stays open and is no obstacle.
            let less = try await record(store, device)
            #expect(less.fixes.count == whole.fixes.count - 10)
            try await take(DiaryShelf.walk(400..<401).fixes[0])
            #expect(try await settle(less)?.settled == restart(2800))
        }
    }

    @Test(arguments: StoreKind.here)
    func `an activity that a phone reports late causes one more inference`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        try await settled(shelf) { store, intake, person, device in
            var late = PhoneTrace()
            let time = Date(timeIntervalSince1970: Double(Self.start) + 705)
            late.append(MotionReport(activity: .automotive, confidence: .high, start: time))
            _ = try await intake.ingest(IntakeBatch(late, from: "p", of: person))
            let later = try #require(try await store.prepared(device, method: 1))
            #expect(later.settled == nil)
            #expect(try await starts(store, later).isEmpty)
            let again = try #require(
                try await store.settle(
                    record(store, later), [piece(0, 1000)], restart: restart(2000),
                    pieceStart: Self.start + 2000, method: 1))
            _ = try await intake.ingest(IntakeBatch(late, from: "p", of: person))
            #expect(try await store.prepared(again, method: 1) == again)
        }
    }

    @Test(arguments: StoreKind.here)
    func `a fix between the last restarts and now keeps what is before them`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        try await settled(shelf) { store, intake, person, device in
            let third = try #require(
                try await store.settle(
                    record(store, device), [piece(2000, 2500)], restart: restart(2900),
                    pieceStart: Self.start + 2900, method: 1))
            var late = PhoneTrace()
            late.append(DiaryShelf.walk(210..<211).fixes[0].shifted(by: 5))
            _ = try await intake.ingest(IntakeBatch(late, from: "p", of: person))
            let later = try #require(try await store.prepared(third, method: 1))
            #expect(later.settled == restart(200))
            #expect(try await starts(store, later) == [0])
        }
    }

    @Test(arguments: StoreKind.here)
    func `another way of inferring begins anew`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        try await settled(shelf) { store, _, _, device in
            let later = try #require(try await store.prepared(device, method: 2))
            #expect(later.settled == nil)
            #expect(try await starts(store, later).isEmpty)
        }
    }

    @Test(arguments: StoreKind.here)
    func `pieces are kept as long as fixes are`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        try await settled(shelf) { store, _, _, device in
            #expect(try await store.deleteExpired() == nil)
            #expect(try await starts(store, device) == [0, 200])
            shelf.clock.set(UnixTime(seconds: Self.start + 30 * 86_400 + 150))
            _ = try await store.deleteExpired()
            #expect(try await starts(store, device) == [200])
        }
    }

    @Test(arguments: StoreKind.here)
    func `a deleted span is gone, said things with it, and what comes of it later too`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        try await settled(shelf) { store, intake, person, device in
            let body = Data("said".utf8)
            for (start, everywhere) in [(300, false), (5000, false), (300, true)] {
                _ = try await store.add(
                    body, from: Self.start + Int64(start), to: Self.start + Int64(start) + 10,
                    everywhere: everywhere, of: person)
            }
            try await store.delete(from: restart(250), to: restart(2500), of: person)
            #expect(try await starts(store, device) == [0])
            let left = try await store.corrections(
                of: person, from: Self.start, to: Self.start + 10_000)
            #expect(left.count == 2)
            #expect(
                try await store.deletions(of: person) == [Self.start + 250...Self.start + 2500])
            let again = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(0..<300), from: "p", of: person))
            // The fixes from 250 to 2500 s are gone; the others were stored before or are new.
            #expect(again.stored == 0)
            let count = try await store.fixCounts(of: device, in: [(restart(250), restart(2500))])
            #expect(count == [0])
        }
    }
}

extension LocationFix {
    /// Returns the same position some seconds later.
    fileprivate func shifted(by seconds: Double) -> LocationFix {
        LocationFix(
            time: time.addingTimeInterval(seconds), latitude: latitude, longitude: longitude,
            horizontalAccuracyMetres: horizontalAccuracyMetres)
    }
}
