import DiaryEvaluation
import DiarySensing
import Foundation
import Testing

@Suite struct ReplayTests {
    private let morning = DiaryText.morning

    private func replay(
        _ policy: DiaryReplay.Policy = .machine(SensingConfiguration()),
        input: DiaryReplay.Input = .recorded
    ) throws -> DiaryReplay.Outcome {
        try #require(
            DiaryReplay(policy, input: input).run(morning.fixes, morning.motions))
    }

    @Test func `a morning's states are those of the table, to the second`() throws {
        let log = try replay().timeline.changes.map {
            "\(Int($0.time.timeIntervalSince1970 - DiaryText.start)) \($0.state) \($0.reason)"
        }
        #expect(
            log == [
                "0 activelyMoving recordingStarted", "600 notMoving userStationary",
                // 20 s on foot; then the first fix 250 m from home; then the office, ten minutes.
                "3620 stopped userActivelyMoving", "3800 activelyMoving userTravelling",
                "6000 notMoving userStationary",
            ])
    }

    @Test func `the states are written as a table, the initial one first`() throws {
        let lines = try replay().timeline.csv().split(separator: "\n")
        #expect(
            lines.prefix(3) == [
                "ts,state,reason", "1700000000.0,activelyMoving,recordingStarted",
                "1700000600.0,notMoving,userStationary",
            ])
    }

    @Test func `shares add up and follow from the changes`() throws {
        let shares = try replay().timeline.shares
        #expect(abs(shares.values.reduce(0, +) - 1) < 1e-9)
        let whole = 8990.0
        #expect(abs((shares[.stopped] ?? 0) - 180 / whole) < 1e-9)
        #expect(abs((shares[.activelyMoving] ?? 0) - (600 + 2200) / whole) < 1e-9)
        #expect(shares[.inFastVehicle] == 0)
    }

    @Test func `rules that come true by waiting do so while the phone is silent`() throws {
        let motion = MotionReport(
            activity: .stationary, confidence: .high,
            start: Date(timeIntervalSince1970: DiaryText.start))
        let late = LocationFix(
            time: Date(timeIntervalSince1970: DiaryText.start + 3600), latitude: 0, longitude: 1)
        let outcome = try #require(
            DiaryReplay(.machine(SensingConfiguration())).run([late], [motion]))
        #expect(
            outcome.timeline.changes.map(\.time.timeIntervalSince1970) == [
                DiaryText.start, DiaryText.start + 600,
            ])
    }

    @Test func `nothing recorded is nothing to replay`() {
        #expect(DiaryReplay(.always(.stopped)).run([], []) == nil)
        #expect(ReplayReport(.always(.stopped), over: []) == nil)
    }

    @Test func `a silence of years does not tick for years`() throws {
        let times = [0.0, 1e9].map { Date(timeIntervalSince1970: $0) }
        let fixes = times.map { LocationFix(time: $0, latitude: 0, longitude: 0) }
        let outcome = try #require(
            DiaryReplay(.machine(SensingConfiguration())).run(fixes, []))
        #expect(outcome.timeline.seconds == 1e9)
    }

    @Test func `always ten metres loses nothing and costs what the fit says`() throws {
        let report = try #require(ReplayReport(.always(.activelyMoving), over: [morning.diary]))
        #expect(report.preciseShare == 1)
        #expect(report.medianLossMetres == 0 && report.p95LossMetres == 0)
        #expect(report.noticed == 1)
        let moving = 1800 / 8990.0
        let expected = 0.45 + 3.48 * (1 - moving) + 5.45 * moving
        #expect(abs(report.drain.percentPerHour - expected) < 1e-9)
        #expect(report.drain.low == report.drain.percentPerHour)
    }

    @Test func `coarse levels carry the range of what was never measured`() throws {
        let report = try #require(ReplayReport(.always(.notMoving), over: [morning.diary]))
        let moving = 1800 / 8990.0
        #expect(
            abs(report.drain.percentPerHour - (0.45 + 0.26 * (1 - moving) + 0.41 * moving)) < 1e-9)
        #expect(abs(report.drain.low - 0.45) < 1e-9)
        #expect(abs(report.drain.high - (0.45 + 0.52 * (1 - moving) + 0.82 * moving)) < 1e-9)
        #expect(report.noticed == 0 && report.noticeDelaysSeconds == [nil])
    }

    @Test func `the machine notices the walk after the seconds that the table takes`() throws {
        let report = try #require(
            ReplayReport(.machine(SensingConfiguration()), over: [morning.diary]))
        #expect(report.noticeDelaysSeconds == [200])
        #expect(abs((report.preciseShare ?? 0) - 1600.0 / 1800) < 1e-9)
        let always = try #require(ReplayReport(.always(.activelyMoving), over: [morning.diary]))
        #expect(report.drain.percentPerHour < always.drain.percentPerHour - 1)
    }

    @Test func `with fixes as a phone would deliver them it is found as well`() throws {
        let report = try #require(
            ReplayReport(
                .machine(SensingConfiguration()), input: .delivered, over: [morning.diary]))
        #expect(report.noticed == 1)
        let loss = try #require(report.p95LossMetres)
        #expect(loss < 1, "two fixes are enough for a straight way")
    }

    @Test func `a way there and back within a kilometre is lost at a kilometre's accuracy`() throws
    {
        var text = DiaryText()
        text.go(.walking, metresPerSecond: 1, seconds: 400, trip: true)
        text.go(.walking, metresPerSecond: -1, seconds: 400, trip: true)
        let report = try #require(ReplayReport(.always(.inFastVehicle), over: [text.diary]))
        let median = try #require(report.medianLossMetres)
        let worst = try #require(report.p95LossMetres)
        #expect(abs(median - 200) <= 10 && abs(worst - 380) <= 10)
        let precise = try #require(ReplayReport(.always(.activelyMoving), over: [text.diary]))
        #expect(precise.p95LossMetres == 0)
    }

    @Test func `asked for a kilometre, a phone shows each kilometre`() throws {
        let outcome = try replay(.always(.inFastVehicle))
        #expect(outcome.delivered.count == 3, "2,340 m on foot")
        #expect(outcome.delivered.allSatisfy { $0.horizontalAccuracyMetres == 650 })
    }

    @Test func `reports over several diaries weigh their lengths`() throws {
        var short = DiaryText()
        short.go(.stationary, seconds: 3610)
        let one = try #require(ReplayReport(.always(.stopped), over: [morning.diary]))
        let two = try #require(ReplayReport(.always(.stopped), over: [short.diary]))
        let both = try #require(
            ReplayReport(.always(.stopped), over: [morning.diary, short.diary]))
        let expected =
            (one.drain.percentPerHour * one.hours + two.drain.percentPerHour * two.hours)
            / (one.hours + two.hours)
        #expect(abs(both.drain.percentPerHour - expected) < 1e-9)
        #expect(abs(both.hours - one.hours - two.hours) < 1e-9)
    }
}
