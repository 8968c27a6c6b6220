import ClockTesting
import FolderTesting
import Foundation
import HTTPFetching
import Sources
import Testing
import TransitModel

@Suite struct RecordingTests {
    private static let start = UnixTime(seconds: 1_750_000_000)
    private static let endpoint = SourceEndpoint(source: "town", path: "/feed.pb")
    private static let manifest = RecordingManifest(sources: [
        .init(id: "town", kind: "gtfs-rt", paths: ["/feed.pb"])
    ])

    private let parent = TemporaryFolder()
    /// The folder does not exist before something is recorded into it.
    private var folder: String { parent.path("recording") }

    /// Records answers a minute apart.
    private func record(
        _ answers: [ScriptedAnswers.Answer], into folder: String, limit: Int = 1 << 30
    ) async throws -> AnswerLog {
        let clock = ManualWallClock(Self.start)
        let log = try AnswerLog(folder: folder, manifest: Self.manifest, limitBytes: limit)
        let recorder = RecordingAnswers(ScriptedAnswers(answers), log: log, clock: clock)
        for _ in answers {
            _ = try? await recorder.fetch(
                FetchRequest("http://town.example/feed.pb?key=x", limitBytes: 100),
                from: Self.endpoint)
            clock.advance(bySeconds: 60)
        }
        await log.close()
        return log
    }

    /// Returns the answer at a time to a client that knows a tag.
    private func answer(
        _ recording: Recording, after seconds: Double, knowing tag: String? = nil
    ) async -> String {
        let answers = RecordedAnswers(
            recording, clock: ManualWallClock(Self.start.advanced(bySeconds: seconds)))
        var request = FetchRequest("http://recording/feed.pb", limitBytes: 100)
        request.validators.entityTag = tag
        do {
            switch try await answers.fetch(request, from: Self.endpoint) {
            case .content(let body, let info):
                return String(decoding: body, as: UTF8.self) + (info.validators.entityTag ?? "")
            case .notModified: return "same"
            }
        } catch {
            return "\(error)"
        }
    }

    private func body(_ text: String) -> ScriptedAnswers.Answer { .body(Array(text.utf8)) }

    @Test func `answers come back at their times, and none is skipped`() async throws {
        let log = try await record(
            [body("a"), body("a"), body("b\nc"), body("d")], into: folder)
        #expect(await log.answers == 3)
        let recording = try Recording(folder: folder)
        #expect(recording.manifest == Self.manifest)
        #expect(recording.span.last.seconds(since: recording.span.first) == 180)
        #expect(await answer(recording, after: -1).contains("recording"))
        #expect(await answer(recording, after: 0) == "a\"answer-0\"")
        #expect(await answer(recording, after: 119, knowing: "\"answer-0\"") == "same")
        #expect(
            await answer(recording, after: 999, knowing: "\"answer-0\"") == "b\nc\"answer-1\"")
        #expect(await answer(recording, after: 999) == "d\"answer-2\"")
    }

    @Test func `failures are kept as they were, without the address`() async throws {
        _ = try await record(
            [body("a"), .failure(.status(503, retryAfter: nil)), .failure(.timedOut)],
            into: folder)
        let recording = try Recording(folder: folder)
        #expect(await answer(recording, after: 60).contains("503"))
        #expect(
            await answer(recording, after: 120) == "\(FetchError.timedOut)")
        let file = try #require(
            FileManager.default.contents(atPath: folder + "/000001.answers"))
        #expect(!String(decoding: file, as: UTF8.self).contains("key=x"))
    }

    @Test func `a recorder that was killed in the midst of an answer loses that answer alone`()
        async throws
    {
        _ = try await record([body("first"), body("second")], into: folder)
        let file = URL(fileURLWithPath: folder + "/000001.answers")
        let whole = try Data(contentsOf: file)
        let firstEnd = try #require(whole.range(of: Data("first\n".utf8))).upperBound
        for length in whole.indices {
            try whole.prefix(length).write(to: file)
            let recording = try? Recording(folder: folder)
            #expect((recording == nil) == (length < firstEnd))
            #expect(recording?.answers[Self.endpoint]?.count ?? 1 == 1)
        }
    }

    @Test func `a recording keeps to its limit and to its own folder`() async throws {
        let log = try await record([body("a"), body("b")], into: folder, limit: 120)
        #expect(await log.isFull)
        #expect(await log.answers == 1)
        #expect(throws: RecordingFailure.self) {
            try AnswerLog(folder: folder, manifest: Self.manifest, limitBytes: 100)
        }
    }

    @Test func `on a full disk the recording ends with the reason, and has whole answers alone`()
        async throws
    {
        let log = try AnswerLog(folder: folder, manifest: Self.manifest, limitBytes: 1 << 30)
        let file = folder + "/000001.answers"
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: "/dev/full")
        await log.write([1, 2, 3], status: 200, type: nil, from: Self.endpoint, at: Self.start)
        #expect(await log.isFull)
        #expect(await log.answers == 0)
        await log.close()
        let failure = await log.failure
        #expect(
            failure?.description
                == "'\(file)' cannot be written: No space left on device. "
                + "What was recorded before is kept.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["recording.json"])
    }

    @Test(arguments: ["", "{}", "{\"version\": 2, \"sources\": []}"])
    func `what is no recording is refused in one sentence`(manifest: String) async throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        if !manifest.isEmpty {
            try Data(manifest.utf8).write(to: URL(fileURLWithPath: folder + "/recording.json"))
        }
        let error = #expect(throws: RecordingFailure.self) { try Recording(folder: folder) }
        #expect(error?.description.contains(folder) == true)
        #expect(error?.description.hasSuffix(".") == true)
    }
}
