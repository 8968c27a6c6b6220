import DiarySensing
import Foundation
import PhoneRecords
import PostgresTesting
import Synchronization
import Testing
import TransitModel

@testable import Diary

/// Data from phones: stored once, sealed where required, answered with the state.
@Suite struct DiaryIntakeTests {
    private func wholeTrace(_ store: DiaryStore, _ participant: Participant) async throws
        -> PhoneTrace
    {
        try await store.trace(
            of: participant, device: "phone", from: UnixTime(seconds: 0),
            to: UnixTime(seconds: 4_000_000_000))
    }

    @Test(arguments: StoreKind.here)
    func `a batch that is sent twice is stored once, and the answer has the state both times`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let intake = DiaryIntake(store)
        let walk = DiaryShelf.walk(0..<20)
        try await shelf.writing(intake) {
            let batch = IntakeBatch(walk, from: "phone", of: enrolment.participant)
            let first = try await intake.ingest(batch)
            #expect(first.stored == 20 && first.repeated == 0)
            #expect(first.state == .activelyMoving && first.changedTo == .activelyMoving)
            let again = try await intake.ingest(batch)
            #expect(again.stored == 0 && again.repeated == 20)
            #expect(again.changedTo == .activelyMoving)
            let more = IntakeBatch(
                DiaryShelf.walk(15..<30), from: "phone", of: enrolment.participant)
            let third = try await intake.ingest(more)
            #expect(third.stored == 10 && third.repeated == 5)
            #expect(third.changedTo == nil)
        }
        let stored = try await wholeTrace(store, enrolment.participant)
        #expect(stored.fixes == DiaryShelf.walk(0..<30).fixes)
        #expect(stored.motions.count == 30)
        let list = try await store.participants(of: "waterloo")
        #expect(list.map(\.fixCount) == [30])
    }

    @Test(arguments: StoreKind.here)
    func `a batch that waits when the intake ends is still stored`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let intake = DiaryIntake(store)
        let batch = IntakeBatch(DiaryShelf.walk(0..<5), from: "phone", of: enrolment.participant)
        async let receipt = intake.ingest(batch)
        while await intake.weight == 0 { await Task.yield() }
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await intake.run()
        }.value
        #expect(try await receipt.stored == 5)
        await #expect(throws: DiaryError.busy) { try await intake.ingest(batch) }
    }

    @Test(arguments: [Study.Mode.personal, .study])
    func `a diary refuses records beyond a day's limit, and other diaries accept theirs`(
        mode: Study.Mode
    ) async throws {
        let shelf = try DiaryShelf(.file)
        let store = try shelf.open()
        let (code, _) = try await store.create(shelf.study(mode))
        let phones = [
            try await store.enrol(code, consent: 1).participant,
            try await store.enrol(code, consent: 1).participant,
        ]
        // Each place of a walk is a fix and a motion.
        var settings = DiaryIntake.Settings()
        settings.recordsPerDay = 40
        let intake = DiaryIntake(store, settings: settings)
        func batch(_ phone: Int, _ range: Range<Int>) -> IntakeBatch {
            IntakeBatch(DiaryShelf.walk(range), from: "phone", of: phones[phone])
        }
        try await shelf.writing(intake) {
            for range in [0..<19, 0..<19, 0..<20] { _ = try await intake.ingest(batch(0, range)) }
            await #expect(throws: DiaryError.full) { try await intake.ingest(batch(0, 20..<21)) }
            #expect(try await intake.ingest(batch(1, 0..<30)).stored == 30)
            shelf.clock.advance(bySeconds: 86_400)
            #expect(try await intake.ingest(batch(0, 20..<21)).stored == 1)
        }
    }

    @Test(arguments: StoreKind.here)
    func `trouble with the disk is reported once, and its end`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let intake = DiaryIntake(store)
        let reports = Mutex<[String?]>([])
        let batch = IntakeBatch(DiaryShelf.walk(0..<5), from: "phone", of: enrolment.participant)
        try await shelf.writing(
            intake, reporting: { report in reports.withLock { $0.append(report) } }
        ) {
            try await store.file.write {
                try $0.executeAll("ALTER TABLE fixes RENAME TO away")
            }
            for _ in 0..<2 {
                await #expect(throws: (any Error).self) { try await intake.ingest(batch) }
            }
            #expect(reports.withLock(\.self).count == 1)
            #expect(reports.withLock(\.self).first?.map { !$0.isEmpty } == true)
            try await store.file.write { try $0.executeAll("ALTER TABLE away RENAME TO fixes") }
            #expect(try await intake.ingest(batch).stored == 5)
        }
        #expect(reports.withLock(\.self).count == 2)
        #expect(reports.withLock(\.self).last == .some(nil))
    }

    @Test(arguments: StoreKind.here)
    func `a resting phone gets its new state once, even if the server restarts`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        shelf.clock.set(UnixTime(seconds: 1_777_852_800 + 3600))
        func batch(_ range: Range<Int>) -> IntakeBatch {
            IntakeBatch(DiaryShelf.rest(range), from: "phone", of: enrolment.participant)
        }
        var intake = DiaryIntake(store, defaults: SensingConfiguration())
        try await shelf.writing(intake) {
            let first = try await intake.ingest(batch(0..<30))
            #expect(first.changedTo == .activelyMoving)
        }
        // The first half of the ten minutes was before the restart.
        intake = DiaryIntake(store, defaults: SensingConfiguration())
        try await shelf.writing(intake) {
            let second = try await intake.ingest(batch(30..<62))
            #expect(second.changedTo == .notMoving)
            let third = try await intake.ingest(batch(62..<70))
            #expect(third.state == .notMoving && third.changedTo == nil)
        }
        intake = DiaryIntake(store, defaults: SensingConfiguration())
        try await shelf.writing(intake) {
            let fourth = try await intake.ingest(batch(70..<72))
            #expect(fourth.state == .notMoving && fourth.changedTo == nil)
        }
        #expect(
            try await store.devices(enrolment.participant)
                == [DiaryDevice(name: "phone", sentState: "notMoving")])
    }

    @Test(arguments: StoreKind.here)
    func `late and future fixes are stored but move no machine`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let intake = DiaryIntake(store)
        try await shelf.writing(intake) {
            for range in [5..<10, 0..<5, 1000..<1001, 10..<12] {
                let receipt = try await intake.ingest(
                    IntakeBatch(DiaryShelf.walk(range), from: "phone", of: enrolment.participant))
                #expect(receipt.stored == range.count && receipt.state == .activelyMoving)
            }
        }
        #expect(try await wholeTrace(store, enrolment.participant).fixes.count == 13)
    }

    @Test(arguments: StoreKind.here)
    func `in study mode nothing readable stays here, and the key opens every fix once`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.study)
        var settings = DiaryIntake.Settings()
        settings.collectSeconds = 0
        let intake = DiaryIntake(store, settings: settings)
        try await shelf.writing(intake) {
            for range in [0..<10, 0..<10, 5..<15] {
                _ = try await intake.ingest(
                    IntakeBatch(DiaryShelf.walk(range), from: "phone", of: enrolment.participant))
            }
        }
        await #expect(throws: DiaryError.sealed) {
            try await wholeTrace(store, enrolment.participant)
        }
        let rows = try await store.file.read { database in
            try database.rows("SELECT key, body FROM uploads ORDER BY id") {
                (key: try $0[0] as String, body: try $0[1] as Data)
            }
        }
        #expect(rows.count == 2)
        var fixes: [LocationFix] = []
        for row in rows {
            #expect(
                row.key.hasPrefix(
                    "waterloo/\(enrolment.participant.id.rawValue)/2026-05-04/"))
            let opened = try AgeOpener.open(row.body, with: [DiaryShelf.identity])
            fixes += try OverlandBatch(file: opened).trace.fixes
        }
        #expect(fixes.map(\.latitude) == DiaryShelf.walk(0..<15).fixes.map(\.latitude))
        #expect(fixes.map(\.time) == DiaryShelf.walk(0..<15).fixes.map(\.time))
        let tables = try await store.file.read { database in
            try ["fixes", "motions"].map {
                try database.number("SELECT count(*) FROM \($0)") ?? -1
            } + [
                try database.number("SELECT count(*) FROM devices WHERE sensor IS NOT NULL") ?? -1
            ]
        }
        #expect(tables == [0, 0, 0])
        // Nor does the file contain a position in plain digits.
        guard kind == .file else { return }
        let bytes = try Data(
            contentsOf: shelf.folder.url.appendingPathComponent("diary.sqlite-wal"))
        #expect(bytes.range(of: Data("coordinates".utf8)) == nil)
    }

    @Test(arguments: StoreKind.here)
    func `who paused is answered and nothing is stored; who withdrew is unknown`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let intake = DiaryIntake(store)
        let batch = IntakeBatch(DiaryShelf.walk(0..<3), from: "phone", of: enrolment.participant)
        try await shelf.writing(intake) {
            try await store.set(.paused, of: enrolment.participant)
            let receipt = try await intake.ingest(batch)
            #expect(!receipt.isRecording && receipt.stored == 0 && receipt.changedTo == nil)
            try await store.set(.recording, of: enrolment.participant)
            #expect(try await intake.ingest(batch).stored == 3)
            try await store.withdraw(enrolment.participant)
            await #expect(throws: DiaryError.notFound) { try await intake.ingest(batch) }
        }
        let left = try await store.file.read { database in
            try ["participants", "devices", "fixes", "motions", "taken", "uploads"].map {
                try database.number("SELECT count(*) FROM \($0)") ?? -1
            }
        }
        #expect(left == [0, 0, 0, 0, 0, 0])
    }

    @Test(arguments: StoreKind.here)
    func `no state machine is stored that may remember a deleted span`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let person = enrolment.participant
        let start = UnixTime(seconds: 1_777_852_800)
        func take(_ ranges: Range<Int>..., deletingAfterFirst: Bool = false) async throws -> Int {
            let intake = DiaryIntake(store)
            try await shelf.writing(intake) {
                for (number, range) in ranges.enumerated() {
                    _ = try await intake.ingest(
                        IntakeBatch(DiaryShelf.walk(range), from: "phone", of: person))
                    guard number == 0, deletingAfterFirst else { continue }
                    // As another node would, without a word to this one's intake.
                    try await store.delete(
                        from: start, to: start.advanced(bySeconds: 200), of: person)
                }
            }
            return try await store.file.read {
                try $0.number("SELECT count(*) FROM devices WHERE sensor IS NOT NULL") ?? -1
            }
        }
        // The machine has changed since the deletion, and would be stored at the end.
        #expect(try await take(0..<10, deletingAfterFirst: true) == 0)
        // The phone sends the deleted records again; they still steer it.
        #expect(try await take(10..<15, 15..<25) == 0)
        #expect(try await take(25..<30) == 1)
    }

    @Test(arguments: StoreKind.here)
    func `a participant has ten devices at most, and the eleventh fails alone`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let intake = DiaryIntake(store)
        try await shelf.writing(intake) {
            for number in 0..<10 {
                _ = try await intake.ingest(
                    IntakeBatch(
                        DiaryShelf.walk(0..<1), from: "\(number)", of: enrolment.participant))
            }
            async let good = intake.ingest(
                IntakeBatch(DiaryShelf.walk(1..<2), from: "3", of: enrolment.participant))
            await #expect(throws: DiaryError.tooMany("devices")) {
                try await intake.ingest(
                    IntakeBatch(DiaryShelf.walk(0..<1), from: "11", of: enrolment.participant))
            }
            #expect(try await good.stored == 1)
        }
    }

    @Test(arguments: StoreKind.here)
    func `a batch after the intake has ended is refused for now`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let intake = DiaryIntake(store)
        try await shelf.writing(intake) {}
        await #expect(throws: DiaryError.busy) {
            try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(0..<1), from: "phone", of: enrolment.participant))
        }
    }

    @Test(arguments: StoreKind.here)
    func `a study's own thresholds hold for its phones`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let quick = try SensingConfiguration(
            json: Data("{\"version\":2,\"StoppedMovingStationarySeconds\":60}".utf8))
        _ = try await store.update("waterloo") { $0.sensing = quick }
        let intake = DiaryIntake(store)
        let participant = try #require(try await store.participant(enrolment.token))
        try await shelf.writing(intake) {
            let receipt = try await intake.ingest(
                IntakeBatch(DiaryShelf.rest(0..<8), from: "phone", of: participant))
            #expect(receipt.changedTo == .notMoving)
        }
        #expect(await intake.configuration(for: participant.study).version == 2)
        #expect(await intake.configuration(for: nil).version == 0)
    }

    @Test(arguments: StoreKind.here.filter { $0 == .server })
    func `two nodes that get the same records at once store each once, and know the phone's state`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.personal)
        let nodes = [DiaryIntake(store), DiaryIntake(try shelf.open())]
        let person = enrolment.participant
        try await shelf.writing(nodes[0]) {
            try await shelf.writing(nodes[1]) {
                for round in 0..<10 {
                    let trace = DiaryShelf.rest(round * 10..<(round + 2) * 10)
                    async let first = nodes[0].ingest(IntakeBatch(trace, from: "p", of: person))
                    async let second = nodes[1].ingest(IntakeBatch(trace, from: "p", of: person))
                    let stored = try await [first, second].map(\.stored)
                    #expect(stored.sorted() == [0, round == 0 ? 20 : 10])
                }
            }
        }
        let trace = try await store.trace(
            of: person, device: "p", from: UnixTime(seconds: 0),
            to: UnixTime(seconds: 4_000_000_000))
        #expect(trace.fixes == DiaryShelf.rest(0..<110).fixes)
        #expect(try await store.participants(of: "waterloo").map(\.fixCount) == [110])
        try await store.withdraw(person)
        let left = try await store.file.read { database in
            try ["devices", "fixes", "motions"].map {
                try database.number("SELECT count(*) FROM \($0)") ?? -1
            }
        }
        #expect(left == [0, 0, 0])
    }
}
