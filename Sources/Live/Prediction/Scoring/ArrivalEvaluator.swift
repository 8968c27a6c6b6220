package import Realtime
import Timetables
package import TransitModel

/// Evaluates predictions by their outcome: follows vehicles to the calls that were predicted.
///
/// A vehicle's predictions are recorded when it is first seen on a run and whenever it has passed a
/// call, one for each call and span of time ahead.
package struct ArrivalEvaluator: Sendable {
    private struct Prediction {
        /// On a loop, counted on from lap to lap.
        let call: Int
        let span: Int
        /// In seconds of the service day.
        let madeAt: Double
        let learnt: Double
        let plain: Double
    }

    private struct Track {
        let run: DatedRun
        var along: Double
        /// In seconds of the service day.
        var seen: Double
        var time: UnixTime
        var next: Int?
        var predictions: [Prediction] = []
    }

    /// The ends of the spans of time ahead, in seconds; nothing further ahead is evaluated.
    private static let spanEnds: [Double] = [180, 360, 600, 900, 1500, 2400]
    /// The maximum number of vehicles followed.
    private static let maximumVehicles = 200_000
    /// The maximum number of pending predictions of one vehicle.
    private static let maximumPredictions = 240
    /// Vehicles that were not seen for longer than this are removed, in seconds.
    private static let memorySeconds = 1800.0

    private var tracks: [String: Track] = [:]

    package init() {}

    /// Processes a vehicle, and evaluates what was predicted for the calls that it has passed
    /// since.
    ///
    /// `predictor` must use the model for every route, including those that fall back.
    package mutating func observe(
        _ vehicle: LiveVehicle, routeID: String, by predictor: ProgressPredictor,
        into scores: inout PredictionScores
    ) {
        guard let progress = vehicle.progress else {
            tracks[vehicle.id] = nil
            return
        }
        let before = tracks.index(forKey: vehicle.id)
        guard before != nil || tracks.count < Self.maximumVehicles else { return }
        let seen = vehicle.fix.time.seconds(since: progress.dayStart)
        var track = Track(
            run: progress.datedRun, along: progress.alongMetres, seen: seen,
            time: vehicle.fix.time)
        if let before {
            // The known one is taken out, so that reading and changing it copies nothing.
            var last = track
            swap(&last, &tracks.values[before])
            if last.time == track.time { return swap(&last, &tracks.values[before]) }
            if last.run == track.run {
                swap(&track.predictions, &last.predictions)
                judge(&track, after: last, progress, routeID, &scores)
                track.next = last.next
            }
        }
        if track.next != progress.nextCall {
            track.next = progress.nextCall
            predict(&track, vehicle, progress, by: predictor)
        }
        if let before {
            swap(&track, &tracks.values[before])
        } else {
            tracks[vehicle.id] = track
        }
    }

    /// Removes vehicles that fell silent.
    package mutating func forget(before now: UnixTime) {
        tracks = tracks.filter { now.seconds(since: $0.value.time) < Self.memorySeconds }
    }

    /// Evaluates what was predicted for the calls passed since `last`.
    private func judge(
        _ track: inout Track, after last: Track, _ progress: VehicleProgress, _ routeID: String,
        _ scores: inout PredictionScores
    ) {
        let seen = track.seen
        let calls = progress.schedule.path.callDistances
        var along = progress.alongMetres
        let lap = progress.schedule.lap
        // On a loop, a vehicle that seems to be further back has begun another lap.
        let hasLapped = lap.map { along < last.along - $0.metres / 2 } ?? false
        if let lap, hasLapped { along += lap.metres }
        let isKnown =
            seen > last.seen && seen - last.seen <= PredictionLearner.maximumGapSeconds
        track.predictions.removeAll { prediction in
            guard prediction.call < calls.count, calls[prediction.call] <= along else {
                return false
            }
            let call = calls[prediction.call]
            // No time is known if the vehicle was already at the stop or unseen for too long.
            guard isKnown, call > last.along else { return true }
            let share = (call - last.along) / (along - last.along)
            let actual = last.seen + (seen - last.seen) * share - prediction.madeAt
            if actual > 0, actual < Self.spanEnds[Self.spanEnds.count - 1] {
                scores.add(
                    route: routeID, key: progress.schedule.routeKey, learnt: prediction.learnt,
                    plain: prediction.plain, actual: actual)
            }
            return true
        }
        guard let lap, hasLapped else { return }
        track.predictions = track.predictions.compactMap { prediction in
            guard prediction.call >= lap.calls else { return nil }
            return Prediction(
                call: prediction.call - lap.calls, span: prediction.span,
                madeAt: prediction.madeAt, learnt: prediction.learnt, plain: prediction.plain)
        }
    }

    private func predict(
        _ track: inout Track, _ vehicle: LiveVehicle, _ progress: VehicleProgress,
        by predictor: ProgressPredictor
    ) {
        guard let next = progress.nextCall else { return }
        let plain = PredictionModel().estimates(progress, seen: track.seen)
        for expected in predictor.expectedCalls(vehicle) {
            let lap = progress.schedule.lap?.calls
            // On a loop a stop's position says nothing about the lap: the next call there is meant.
            let call =
                lap.map { next + ((expected.position - next) % $0 + $0) % $0 }
                ?? expected.position
            let learnt = expected.arrival.seconds(since: vehicle.fix.time)
            // The estimates are of successive calls.
            let row = call - (plain.first?.call ?? 0)
            guard plain.indices.contains(row),
                let span = Self.spanEnds.firstIndex(where: { plain[row].parts.plain < $0 }),
                track.predictions.count < Self.maximumPredictions
            else { continue }
            let isDown = track.predictions.contains { $0.call == call && $0.span == span }
            guard !isDown else { continue }
            track.predictions.append(
                Prediction(
                    call: call, span: span, madeAt: track.seen, learnt: learnt,
                    plain: plain[row].parts.plain))
        }
    }
}
