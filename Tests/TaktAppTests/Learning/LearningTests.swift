import Foundation
import History
import Logging
import PostgresTesting
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Prediction
@testable import TaktApp

/// The learnt state survives a restart, and is rebuilt from the history.
@Suite struct LearningTests {
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "takt-learnt-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let folder: Folder
    private let day = ServiceDay("20260504") ?? ServiceDay(daysSince1970: 0)

    init() throws { folder = try Folder() }

    private func state() -> LearntState {
        var state = LearntState()
        state.model.profile.learn(
            hop: .max - 3, route: 3, in: TimeClass(day: day, seconds: 100), reference: 100,
            actual: 107)
        state.scores.begin(day)
        state.scores.add(
            route: "rouge \u{e9}", key: .max - 5, learnt: 31.25, plain: 50, actual: 70)
        state.rebuiltAt = UnixTime(milliseconds: 1_777_777_777_123)
        return state
    }

    @Test func `what was written is read again, and a later one takes its place`() throws {
        let file = LearntFile(in: folder.path)
        #expect(try file.read() == nil)
        try file.write(LearntState())
        try file.write(state())
        #expect(try file.read() == state())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["learnt.bin"])
    }

    @Test(arguments: [(1, 8), (2, 4)])
    func `what older programs wrote is read`(form: Int, missing: Int) throws {
        let file = LearntFile(in: folder.path)
        try file.write(state())
        let new = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
        let head = Array("takt learnt \(form)\n".utf8)
        // Without the counts of layovers and successions at the end, and with a valid checksum of
        // the rest.
        let body = new.dropFirst(head.count + 8).dropLast(missing)
        let checksum = body.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let number = (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
        try Data(head + number + body).write(to: URL(fileURLWithPath: file.path))
        #expect(try file.read() == state())
    }

    @Test func `a damaged file is refused with a sentence and put aside`() throws {
        let file = LearntFile(in: folder.path)
        try file.write(state())
        let good = try Data(contentsOf: URL(fileURLWithPath: file.path))
        for place in stride(from: 0, to: good.count, by: 7) {
            var bad = good
            bad[place] ^= 0x10
            try bad.write(to: URL(fileURLWithPath: file.path))
            #expect(throws: LearntState.Refusal.self) { try file.read() }
        }
        for length in [0, 5, 14, 20, 30, good.count - 1] {
            try good.prefix(length).write(to: URL(fileURLWithPath: file.path))
            #expect(throws: LearntState.Refusal.self) { try file.read() }
        }
        let store = LearntStore(
            file: file, history: try FixArchive(path: folder.path + "/history.sqlite"))
        #expect(
            LearningService.takeUp(
                store, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                == LearntState())
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(FileManager.default.fileExists(atPath: file.path + ".refused"))
    }

    @Test(arguments: StoreKind.here)
    func `the state is kept in the file, or with a history that nodes share`(
        kind: StoreKind
    ) async throws {
        let places = try StorePlaces(kind)
        // A busy machine may take minutes between two calls.
        let history = try FixArchive(
            places.place("history"), node: "a", leaseSeconds: 100_000)
        let store = LearntStore(file: LearntFile(in: folder.path), history: history)
        #expect(try store.read() == nil)
        await history.advance(now: UnixTime(seconds: 1_777_777_777))
        try await store.write(state())
        #expect(try store.read() == state())
        #expect(try store.file.read() == (kind == .file ? state() : nil))
        // A node that starts with an empty folder has what the others learnt.
        let elsewhere = LearntStore(file: LearntFile(in: folder.path + "/other"), history: history)
        #expect(try elsewhere.read() == (kind == .file ? nil : state()))
        for (after, isNewer) in [(1_777_777_777, true), (1_777_777_778, false)] {
            let found = try await store.state(rebuiltAfter: UnixTime(seconds: Int64(after)))
            #expect(found == (isNewer ? state() : nil))
        }
        #expect(try await store.state(rebuiltAfter: nil) == state())
        try await history.close(now: UnixTime(seconds: 1_777_777_778))
    }

    @Test(arguments: StoreKind.here.filter { $0 == .server })
    func `a node whose history was just moved to a database begins with its file`(
        kind: StoreKind
    ) throws {
        let file = LearntFile(in: folder.path)
        try file.write(state())
        let places = try StorePlaces(kind)
        let history = try FixArchive(places.place("history"), node: "a")
        #expect(try LearntStore(file: file, history: history).read() == state())
    }

    @Test func `the night's work is due once a night, by the network's clock`() throws {
        let zone = try #require(TransitTimeZone(identifier: "Europe/Zurich"))
        func time(_ text: String, _ offset: Int = 0) -> UnixTime {
            zone.time(
                ServiceTime(text + ":00") ?? ServiceTime(seconds: 0), on: day.advanced(by: offset))
        }
        #expect(LearningService.isDue(at: time("12:00"), last: nil, in: zone))
        let cases: [(now: UnixTime, last: UnixTime, isDue: Bool)] = [
            (time("3:29"), time("3:31", -1), false), (time("3:31"), time("3:31", -1), true),
            (time("3:31"), time("3:30"), false), (time("23:59"), time("3:30"), false),
            (time("0:10", 1), time("3:30"), false), (time("3:30", 1), time("3:30"), true),
            (time("12:00"), time("12:00", 3), false), (time("12:00"), time("12:00", -9), true),
        ]
        for (now, last, isDue) in cases {
            #expect(LearningService.isDue(at: now, last: last, in: zone) == isDue)
        }
    }

    @Test func `the history teaches what the fixes that it holds would have taught`() async throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04  D 8:06").compiled()
        let start = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: day)
        // Every hop takes thirty seconds longer than scheduled.
        let fixes = (0...30).map { step in
            VehicleFix(
                vehicleID: "v",
                coordinate: Coordinate(latitude: 47, longitude: 8 + Double(step) * 0.001),
                time: start.advanced(bySeconds: Double(step) * 15),
                trip: TripReference(tripID: "red-1", serviceDay: day))
        }
        let archive = try FixArchive(path: folder.path + "/history.sqlite")
        let end = start.advanced(bySeconds: 1000)
        archive.offer(fixes.map { ArchivedFix($0, routeID: "red", received: $0.time) })
        await archive.advance(now: end)
        var replay = FixReplay(timetable)
        replay.learn(fixes)
        let lessons = HistoryLessons(reader: archive.reader, timetable: timetable)
        let outcome = try #require(try await lessons.learn(from: start, to: end))
        #expect(outcome.fixes == fixes.count)
        #expect(outcome.model == replay.model)
        #expect(outcome.model.profile.cells.values.contains { $0.deviation > 10 })
        let later = try #require(try await lessons.learn(from: end, to: end))
        #expect(later.fixes == 0 && later.model == PredictionModel())
    }
}
