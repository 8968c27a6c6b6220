import Diary
import DiarySensing
import Foundation
import Glibc
import Persistence
import PhoneRecords
import TransitModel

/// Passes the data of 200 phones to the intake, one request at a time each, without HTTP: sealed or
/// not, in batches or singly.
enum IntakeLoad {
    private static let phones = 200
    private static let start = 1_777_852_800.0

    /// Prints a line for each kind: fixes, seconds, and processor seconds.
    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("intake-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try RecordStore(
            path: folder.appendingPathComponent("diary.sqlite").path, schema: .diary)
        let store = DiaryStore(file, clock: SystemWallClock())
        let intake = DiaryIntake(store)
        let writing = Task { await intake.run() }
        for mode in Study.Mode.allCases {
            let (code, _) = try await store.create(
                Study(
                    id: mode.rawValue, name: "Load", mode: mode,
                    recipient: mode == .study ? AgeIdentity().recipient.text : nil,
                    consent: Study.Consent(version: 1, text: "Yes.")))
            for (size, requests) in [(100, 40), (1, 300)] {
                var people: [Participant] = []
                for _ in 0..<phones {
                    people.append(try await store.enrol(code, consent: 1).participant)
                }
                try await measure("\(mode.rawValue)-\(size)", size, requests, people, intake)
            }
        }
        writing.cancel()
        await writing.value
    }

    private static func measure(
        _ name: String, _ size: Int, _ requests: Int, _ people: [Participant], _ intake: DiaryIntake
    ) async throws {
        let bodies = (0..<requests).map { body(size, from: $0 * size) }
        let (before, began) = (processorSeconds(), ContinuousClock.now)
        let stored = try await withThrowingTaskGroup(of: Int.self) { group in
            for person in people {
                group.addTask {
                    var stored = 0
                    for body in bodies {
                        let trace = try OverlandBatch(body).trace
                        stored += try await intake.ingest(
                            IntakeBatch(trace, from: "phone", of: person)
                        ).stored
                    }
                    return stored
                }
            }
            return try await group.reduce(0, +)
        }
        let wall = (ContinuousClock.now - began) / .seconds(1)
        print(name, stored, wall, processorSeconds() - before)
    }

    /// A body as sent by Overland, with the positions and times of the phone.
    private static func body(_ count: Int, from first: Int) -> Data {
        let points = (first..<first + count).map { number in
            let time = Date(timeIntervalSince1970: start + Double(number)).formatted(.iso8601)
            return """
                {"type":"Feature","geometry":{"type":"Point","coordinates":[8.1,\(47 + Double(number) / 1e5)]},\
                "properties":{"timestamp":"\(time)","altitude":430,"speed":1.4,"course":120,\
                "horizontal_accuracy":8,"vertical_accuracy":3,"motion":["walking"],"battery_state":"unplugged",\
                "battery_level":0.8,"wifi":"home","device_id":"phone","unique_id":"","activity":"other",\
                "desired_accuracy":10,"tracking_mode":1,"pauses":false}}
                """
        }
        return Data("{\"locations\":[\(points.joined(separator: ","))]}".utf8)
    }

    private static func processorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }
}
