import Prediction
import Realtime
import ShuttleTracker
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import TaktApp

/// The data for the estimated runs of a campus.
@Suite struct LoopLessonTests {
    @Test func `no hop is quicker than the straight way between its stops`() throws {
        let loop = try #require(SquareLoop())
        let loops = try loop.timetable()
        let run = RunIndex(0)
        let path = try #require(
            RunPath(loops, trip: loops.patterns.runTrips[run], pattern: PatternIndex(0)))
        let schedule = ScheduledProgress(loops, run: run, pattern: PatternIndex(0), path: path)
        var model = PredictionModel()
        // A Monday at noon; misread fixes brought shuttles from stop to stop in ten seconds.
        let usual = TimeClass(day: ServiceDay(daysSince1970: 20_577), seconds: 12 * 3600)
        for _ in 0..<200 {
            model.profile.learn(
                hop: schedule.hopKeys[1], route: schedule.routeKey, in: usual, reference: 177,
                actual: 10)
        }
        let campus = ShuttleCampus(routes: [loop.route], stops: loop.stops)
        let now = UnixTime(seconds: 1_780_000_000)
        let plans = LoopLessons().plans(for: campus, in: loops, model, at: now)
        let hops = try #require(plans.plans[9]).hopSeconds
        // 707 m in a straight line, at 15 m/s.
        #expect(abs(hops[1] - 47.1) < 0.5)
        let untaught = LoopLessons().plans(for: campus, in: loops, PredictionModel(), at: now)
        #expect(try #require(untaught.plans[9]).hopSeconds.allSatisfy { abs($0 - 177) < 2 })
    }
}
