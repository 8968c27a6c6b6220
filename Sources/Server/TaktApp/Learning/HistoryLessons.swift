import History
import Matching
import Prediction
import Timetables
import TransitModel

/// Learns a new model from the history, with the matcher and the learner that the server uses.
///
/// Memory holds the blocks of one hour, the vehicles of that hour and the model. It pauses half of
/// the time, so that it takes at most half of one core.
struct HistoryLessons {
    let reader: FixReader
    let timetable: Timetable

    /// The number of fixes between two checks of the time.
    private static let sliceFixes = 200
    /// The maximumDuration work without a pause.
    private static let slice = Duration.milliseconds(20)
    /// The time limit; a longer run would not end before the next night.
    private static let maximumDuration = Duration.seconds(4 * 3600)

    /// The result of learning.
    struct Outcome {
        let model: PredictionModel
        let fixes: Int
        let elapsed: Duration
    }

    /// Returns the model for a time span; nil if there was too much history for one night.
    ///
    /// - Throws: An error of the history, or a `CancellationError`.
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
            guard began.duration(to: now) < Self.maximumDuration else { return nil }
            try await Task.sleep(for: worked)
            sliceStart = clock.now
        }
        return Outcome(
            model: replay.model, fixes: fixes, elapsed: began.duration(to: clock.now))
    }
}
