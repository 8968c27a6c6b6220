import Testing
import TransitModel
import TransitTesting

@testable import Matching
@testable import Prediction
@testable import Realtime

/// The evaluation of predictions, and its consequences.
@Suite struct ScoringTests {
    private let monday = ServiceDay(daysSince1970: 20_000)

    /// Adds a day with one error of the model and another of the timetable, in seconds.
    private func day(
        _ scores: inout PredictionScores, _ offset: Int, learnt: Double, plain: Double,
        count: Int = 30
    ) {
        scores.begin(monday.advanced(by: offset))
        for _ in 0..<count {
            scores.add(
                route: "red", key: 7, learnt: 300 - learnt, plain: 300 - plain, actual: 300)
        }
    }

    @Test func `three worse days in a row make a route fall back, a better one ends that`() {
        var scores = PredictionScores()
        for offset in 0..<3 {
            #expect(scores.fallbacks.isEmpty)
            day(&scores, offset, learnt: 60, plain: 50)
        }
        day(&scores, 3, learnt: 55, plain: 50)
        #expect(scores.fallbacks == [7])
        #expect(scores.routes["red"]?.days[20_003]?.isFallback == true)
        day(&scores, 4, learnt: 40, plain: 50)
        // The model is evaluated even while the timetable's predictions are shown.
        #expect(scores.fallbacks == [7])
        scores.begin(monday.advanced(by: 5))
        #expect(scores.fallbacks.isEmpty)
    }

    @Test func `a better day between starts the count anew, a quiet one does not`() {
        var scores = PredictionScores()
        for (offset, learnt) in [60.0, 60, 40, 60, 60].enumerated() {
            day(&scores, offset, learnt: learnt, plain: 50)
        }
        scores.begin(monday.advanced(by: 5))
        #expect(scores.fallbacks.isEmpty)
        day(&scores, 5, learnt: 40, plain: 50, count: 5)
        day(&scores, 6, learnt: 60, plain: 50)
        scores.begin(monday.advanced(by: 7))
        #expect(scores.fallbacks == [7])
    }

    @Test func `days are kept for a month, and the days of a clock that was ahead are not`() {
        var scores = PredictionScores()
        day(&scores, 100, learnt: 1, plain: 2)
        for offset in 0..<40 { day(&scores, offset, learnt: 1, plain: 2) }
        let days = scores.routes["red"]?.days.keys.sorted()
        #expect(days == Array(20_010...20_039))
        scores.begin(monday.advanced(by: 90))
        #expect(scores.routes.isEmpty)
    }

    @Test func `what was published is judged, route by route and together`() {
        var scores = PredictionScores()
        scores.begin(monday)
        scores.add(route: "red", key: 7, learnt: 290, plain: 100, actual: 300)
        scores.add(route: "blue", key: 8, learnt: 330, plain: 100, actual: 300)
        let total = scores.total(of: monday)
        #expect(total.published.count == 2)
        #expect(total.published.meanErrorSeconds == 20)
        #expect(total.plain.meanErrorSeconds == 200)
        #expect(total.published.transitShare == 1)
        #expect(total.plain.transitShare == 0)
    }

    @Test(arguments: [
        // Predicted two minutes ahead: within -30 to 90 s for Transit, within a minute for the
        // MBTA.
        (150.0, 120.0, 1.0, 1.0), (151, 120, 0, 1), (30, 120, 1, 0), (29, 120, 0, 0),
        // Predicted eight minutes ahead.
        (540, 480, 1, 1), (541, 480, 0, 1), (270, 480, 1, 0),
    ])
    func `bands are those of the measures`(
        predicted: Double, actual: Double, transit: Double, mbta: Double
    ) {
        var tally = ArrivalTally()
        tally.add(predicted: predicted, actual: actual)
        #expect(tally.transitShare == transit)
        #expect(tally.mbtaShare == mbta)
        #expect(tally.meanErrorSeconds == abs(predicted - actual))
    }

    @Test func `a vehicle's predictions are judged when it passes the stops`() throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04  D 8:06").compiled()
        var matcher = RunMatcher(timetable)
        var judge = ArrivalEvaluator()
        var scores = PredictionScores()
        scores.begin(testDay)
        var known: LiveVehicle?
        func see(_ metres: Double, at second: Double) {
            let seen = fix(timetable, metres: metres, at: second)
            let vehicle = LiveVehicle(
                id: "v", fix: seen, route: nil, progress: matcher.match(seen, previous: known))
            known = vehicle
            judge.observe(vehicle, routeID: "red", by: ProgressPredictor(), into: &scores)
        }
        // Half a minute late from the start, and equally late at B.
        see(379, at: 90)
        #expect(scores.routes.isEmpty)
        see(900, at: 180)
        let day = try #require(scores.routes["red"]?.days[testDay.daysSince1970])
        #expect(day.plain.count == 1 && day.learnt.count == 1)
        #expect(try #require(day.plain.meanErrorSeconds) < 15)
        // The time at C is unknown: the vehicle was not seen for long.
        see(1900, at: 600)
        #expect(scores.routes["red"]?.days[testDay.daysSince1970]?.plain.count == 1)
    }

    @Test func `a route that fell back gets timetable and delay`() throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04").compiled()
        var matcher = RunMatcher(timetable)
        let seen = fix(timetable, metres: 379, at: 60)
        let matched = matcher.match(seen, previous: nil)
        let progress = try #require(matched)
        let vehicle = LiveVehicle(id: "v", fix: seen, route: nil, progress: progress)
        var model = PredictionModel()
        let schedule = progress.schedule
        for _ in 0..<50 {
            model.profile.learn(
                hop: schedule.hopKeys[1], route: schedule.routeKey,
                in: TimeClass(day: testDay, seconds: 8 * 3600), reference: 120, actual: 220)
        }
        let plain = ProgressPredictor().expectedCalls(vehicle).map(\.arrival)
        let learnt = ProgressPredictor(model).expectedCalls(vehicle).map(\.arrival)
        let fallen = ProgressPredictor(model, plainRoutes: [schedule.routeKey])
        #expect(learnt != plain)
        #expect(fallen.expectedCalls(vehicle).map(\.arrival) == plain)
    }

    @Test func `what was learnt comes back from its bytes, and from no others`() throws {
        var model = PredictionModel()
        for number in 0..<200 {
            model.profile.learn(
                hop: UInt64(number) &* 0x9e37_79b9_7f4a_7c15, route: 3,
                in: TimeClass(day: testDay, seconds: Double(number) * 400), reference: 100,
                actual: 100 + Double(number % 13))
            model.errors.record(
                ArrivalErrors.Parts(plain: Double(number) * 9, history: 5, catchUp: 1),
                actual: Double(number) * 9 + 7, route: UInt64(number % 5))
        }
        let bytes = model.bytes()
        #expect(try PredictionModel(bytes: bytes[...]) == model)
        #expect(try PredictionModel(bytes: PredictionModel().bytes()[...]) == PredictionModel())
        for length in [0, 3, 11, 12, 15, 40, bytes.count - 1] {
            #expect(throws: PredictionModel.Damage.broken) {
                try PredictionModel(bytes: bytes.prefix(length))
            }
        }
        #expect(throws: PredictionModel.Damage.broken) {
            try PredictionModel(bytes: (bytes + [0])[...])
        }
        var other = bytes
        other[0] ^= 1
        #expect(throws: PredictionModel.Damage.otherLayout) {
            try PredictionModel(bytes: other[...])
        }
    }
}
