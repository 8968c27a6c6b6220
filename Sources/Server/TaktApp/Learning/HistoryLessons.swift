import History
import Matching
import Prediction
import Realtime
import Timetables
import TransitModel

/// Learns anew from the history, through the matcher and the learner that the server uses.
///
/// Memory holds the blocks of one hour, the vehicles of that hour and what is learnt. Half of the time it
/// rests, so that it takes half of one core at most.
struct HistoryLessons {
    let reader: FixReader
    let timetable: Timetable

    /// Fixes between two looks at the clock.
    private static let sliceFixes = 200
    /// Longest work without a rest.
    private static let slice = Duration.milliseconds(20)
    /// Whoever has not ended by then never would before the next night.
    private static let longest = Duration.seconds(4 * 3600)

    /// What came of it.
    struct Outcome {
        let model: PredictionModel
        let fixes: Int
        let elapsed: Duration
    }

    /// The model of a span of time; nil if there was too much history for one night.
    ///
    /// Throws what the history throws, or a `CancellationError`.
    func learn(from start: UnixTime, to end: UnixTime) async throws -> Outcome? {
        let clock = ContinuousClock()
        let began = clock.now
        var replay = FixReplay(timetable)
        var fixes = 0
        var sliceStart = began
        for try await archived in reader.fixes(FixQuery(from: start, to: end)) {
            replay.learn(archived.fix.current(in: timetable))
            fixes += 1
            guard fixes % Self.sliceFixes == 0 else { continue }
            let now = clock.now
            let worked = sliceStart.duration(to: now)
            guard worked >= Self.slice else { continue }
            guard began.duration(to: now) < Self.longest else { return nil }
            try await Task.sleep(for: worked)
            sliceStart = clock.now
        }
        return Outcome(
            model: replay.model, fixes: fixes, elapsed: began.duration(to: clock.now))
    }
}
