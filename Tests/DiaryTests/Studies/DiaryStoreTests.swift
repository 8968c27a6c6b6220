import Foundation
import PostgresTesting
import Secrets
import Testing

@testable import Diary

/// Studies and their participants.
@Suite struct DiaryStoreTests {
    @Test(arguments: StoreKind.here)
    func `a code lets people join, and only with the present consent`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let store = try shelf.open()
        let (code, _) = try await store.create(shelf.study(.study))
        #expect(try await store.study(code)?.id == "waterloo")
        let other = try #require(PairingCode(text: "2222-2222-2222", length: 12))
        #expect(try await store.study(other) == nil)
        await #expect(throws: DiaryError.notFound) { try await store.enrol(other, consent: 1) }
        await #expect(throws: DiaryError.otherConsent(present: 1)) {
            try await store.enrol(code, consent: 2)
        }
        let first = try await store.enrol(code, consent: 1)
        let second = try await store.enrol(code, consent: 1)
        #expect(first.participant.id != second.participant.id)
        #expect(try await store.participant(first.token)?.id == first.participant.id)
        #expect(try await store.studies().map(\.participants) == [2])
        let page = try await store.participants(of: "waterloo", limit: 1)
        #expect(page.map(\.id) == [first.participant.id])
        let rest = try await store.participants(of: "waterloo", after: page[0].id.rawValue)
        #expect(rest.map(\.id) == [second.participant.id])
    }

    @Test(arguments: StoreKind.here)
    func `a new code or researcher's token makes the one before void`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let store = try shelf.open()
        let (code, researcher) = try await store.create(shelf.study(.personal))
        let newCode = try await store.renewCode("waterloo")
        #expect(try await store.study(code) == nil)
        #expect(try await store.study(newCode) != nil)
        #expect(try await store.study(researcher: researcher)?.id == "waterloo")
        let newToken = try await store.renewResearcher("waterloo")
        #expect(try await store.study(researcher: researcher) == nil)
        #expect(try await store.study(researcher: newToken) != nil)
    }

    @Test(arguments: StoreKind.here)
    func `a new text of the consent needs a new version, and pauses everyone until they agree`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.study)
        await #expect(throws: DiaryError.self) {
            try await store.update("waterloo") { $0.consent = .init(version: 1, text: "More.") }
        }
        await #expect(throws: DiaryError.self) {
            try await store.update("waterloo") { $0.retentionDays = 31 }
        }
        _ = try await store.update("waterloo") {
            $0.name = "Renamed"
            $0.retentionDays = 20
        }
        let before = try #require(try await store.participant(enrolment.token))
        #expect(before.state == .recording)
        // Nobody accepts a text in advance.
        try await store.set(.paused, of: before, consent: 2)
        try await store.set(.recording, of: before)
        _ = try await store.update("waterloo") {
            $0.consent = .init(version: 2, text: "More.")
            $0.retentionDays = 60
        }
        let participant = try #require(try await store.participant(enrolment.token))
        #expect(participant.state == .paused && participant.consentVersion == 1)
        await #expect(throws: DiaryError.otherConsent(present: 2)) {
            try await store.set(.recording, of: participant)
        }
        try await store.set(.recording, of: participant, consent: 2)
        let now = try #require(try await store.participant(enrolment.token))
        #expect(now.state == .recording && now.consentVersion == 2)
    }

    @Test(arguments: StoreKind.here)
    func `what is no study is refused in a sentence`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let store = try shelf.open()
        var study = shelf.study(.study)
        #expect(study.problem == nil)
        study.retentionDays = 0
        #expect(study.problem != nil)
        #expect(shelf.study(.study, id: "Über").problem != nil)
        #expect(
            Study(
                id: "x", name: "X", mode: .study, recipient: "age1", consent: study.consent
            ).problem != nil)
        let bad = study
        await #expect(throws: DiaryError.self) { try await store.create(bad) }
        _ = try await store.create(shelf.study(.personal))
        await #expect(throws: DiaryError.exists) {
            try await store.create(shelf.study(.personal))
        }
    }

    @Test(arguments: StoreKind.here)
    func `ending a study deletes its participants and what waits of them`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let (store, enrolment) = try await shelf.enrolled(.study)
        let intake = DiaryIntake(store)
        try await shelf.writing(intake) {
            _ = try await intake.ingest(
                IntakeBatch(DiaryShelf.walk(0..<5), from: "phone", of: enrolment.participant))
        }
        #expect(try await store.waitingUploads() == 1)
        try await store.deleteStudy("waterloo")
        #expect(try await store.waitingUploads() == 0)
        #expect(try await store.participant(enrolment.token) == nil)
        #expect(try await store.studies().isEmpty)
    }

    @Test(arguments: StoreKind.here)
    func `nobody researches personal diaries`(
        kind: StoreKind
    ) async throws {
        let shelf = try DiaryShelf(kind)
        let store = try shelf.open()
        await #expect(throws: DiaryError.exists) {
            try await store.create(shelf.study(.personal, id: PersonalDiary.id))
        }
        _ = try await store.enrolPersonally(consent: 1)
        await #expect(throws: DiaryError.self) {
            try await store.renewResearcher(PersonalDiary.id)
        }
        // A token that an earlier version gave out.
        let (_, token) = try await store.create(shelf.study(.personal))
        #expect(try await store.study(researcher: token) != nil)
        try await store.file.write { database in
            try database.execute("DELETE FROM studies WHERE id = 'waterloo'")
            try database.execute("UPDATE studies SET researcherHash = ?", [token.hash])
        }
        #expect(try await store.study(researcher: token) == nil)
    }
}
