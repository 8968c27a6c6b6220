import ClockTesting
import DiarySensing
import FolderTesting
import Foundation
import Persistence
import PhoneRecords
import PostgresTesting
import Secrets
import Synchronization
import TransitModel

@testable import Diary

/// Diaries in a file or database of their own, with deterministic random bytes.
final class DiaryShelf: Sendable {
    static let identity = AgeIdentity()
    let places: StorePlaces
    let clock = ManualWallClock(UnixTime(seconds: 1_777_852_800))
    private let counter = Mutex(UInt64(0))

    init(_ kind: StoreKind) throws {
        places = try StorePlaces(kind)
    }

    /// The folder of files.
    var folder: TemporaryFolder { places.folder }

    func open() throws -> DiaryStore {
        let file = try RecordStore(places.place("diary"), schema: .diary)
        let random = SecretBytes { count in
            let seed = self.counter.withLock { counter in
                counter += 1
                return counter
            }
            var random = SeededRandom(seed: seed)
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
        return DiaryStore(file, clock: clock, random: random)
    }

    func study(_ mode: Study.Mode, id: String = "waterloo") -> Study {
        Study(
            id: id, name: "Waterloo", mode: mode,
            recipient: mode == .study ? Self.identity.recipient.text : nil,
            consent: Study.Consent(version: 1, text: "I agree."), retentionDays: 30)
    }

    /// A store with one study and one participant.
    func enrolled(_ mode: Study.Mode) async throws -> (DiaryStore, Enrolment) {
        let store = try open()
        let (code, _) = try await store.create(study(mode))
        return (store, try await store.enrol(code, consent: 1))
    }

    /// Returns a walk: a fix every ten seconds, starting one second after the clock's start, 14 m
    /// apart.
    static func walk(_ range: Range<Int>) -> PhoneTrace {
        var trace = PhoneTrace()
        for number in range {
            let time = Date(timeIntervalSince1970: 1_777_852_800 + Double(number) * 10)
            trace.append(
                LocationFix(
                    time: time, latitude: 47 + Double(number) * 0.000_126, longitude: 8,
                    horizontalAccuracyMetres: 8, speedMetresPerSecond: 1.4))
            trace.append(MotionReport(activity: .walking, confidence: .high, start: time))
        }
        return trace
    }

    /// Returns the fixes of a phone at rest: the same position every ten seconds.
    static func rest(_ range: Range<Int>) -> PhoneTrace {
        var trace = PhoneTrace()
        for number in range {
            let time = Date(timeIntervalSince1970: 1_777_852_800 + Double(number) * 10)
            trace.append(
                LocationFix(
                    time: time, latitude: 47, longitude: 8, horizontalAccuracyMetres: 8,
                    speedMetresPerSecond: 0))
            trace.append(MotionReport(activity: .stationary, confidence: .high, start: time))
        }
        return trace
    }

    /// Runs a body while the intake writes.
    func writing(
        _ intake: DiaryIntake, reporting report: @escaping @Sendable (String?) -> Void = { _ in },
        _ body: () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await intake.run(reporting: report) }
            do {
                try await body()
            } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
        }
    }
}
