package import Realtime
import Timetables
package import TransitModel

/// Learns from vehicles under way: when they passed their stops, compared with what had been
/// predicted.
///
/// Everything is learnt when it becomes known and never before, so the model at an instant contains
/// nothing from later.
package struct PredictionLearner: Sendable {
    /// The model learnt so far.
    package private(set) var model: PredictionModel
    private var tracks: [String: Track] = [:]

    /// The maximum gap in seconds between fixes at which the passing times of stops in between are
    /// known.
    package static let maximumGapSeconds = 200.0
    /// The maximum sustained speed on a loop, in metres per second.
    private static let loopTopSpeed = 15.0
    /// Vehicles that were not seen for longer than this are removed, in seconds.
    private static let memorySeconds = 1800.0
    /// The maximum number of vehicles followed.
    private static let maximumVehicles = 200_000
    /// The maximum time from a prediction to the passing of its call, in seconds.
    private static let maximumAheadSeconds = 2400.0

    package init(_ model: PredictionModel = PredictionModel()) {
        self.model = model
    }

    /// The memory of a vehicle on its run.
    private struct Track: Sendable {
        let run: DatedRun
        var seen: Double
        var along: Double
        var time: UnixTime
        /// The previous run, until it is known when the vehicle departed on this one.
        var layover: Layover?
        var progress: VehicleProgress
        /// The last call with a known passing time, and that time in seconds of the service day.
        var passed: (call: Int, second: Double)?
        var samples: [Sample] = []
        /// For each call, the buckets of `samples` as bits.
        var sampled: [UInt16] = []
        /// The sightings on the way to call ``marked``.
        var marks: [Mark] = []
        var marked = 0
        /// The sightings along the path in the last minutes, on the same lap.
        var sightings: [Sighting] = []
        /// The sightings on the ground in the last minutes, on a loop.
        var grounds: [Ground] = []

        /// Removes the predictions for a call.
        mutating func forgetSamples(of call: Int) {
            guard call < sampled.count, sampled[call] != 0 else { return }
            sampled[call] = 0
            samples.removeAll { $0.call == call }
        }

        /// Renumbers calls after the vehicle has begun the next lap.
        mutating func beginNextLap(calls: Int) {
            marked -= calls
            sightings.removeAll()
            passed = passed.map { ($0.call - calls, $0.second) }
            samples = samples.compactMap { $0.call < calls ? nil : $0.moved(by: -calls) }
            sampled.removeFirst(min(calls, sampled.count))
        }
    }

    /// A run that a vehicle has finished, and when it reached the last call.
    private struct Layover: Sendable {
        let schedule: ScheduledProgress
        let day: ServiceDay
        let end: UnixTime
    }
    /// The maximum scheduled time from the last sighting to a run's end for the end to be
    /// extrapolated, in seconds.
    private static let endingSeconds = 180.0

    /// A sighting on the way to the next call.
    private struct Mark: Sendable {
        let key: TravelProfile.Key
        let second: Double
        let reference: Double
    }
    /// The maximum number of sightings remembered on one hop.
    private static let maximumMarks = 40

    /// A sighting from which the later progress along the path is measured.
    private struct Sighting: Sendable {
        let second: Double
        /// The predicted progress.
        let way: ProjectedMotion
        let cells: DistanceCells
    }
    /// A sighting from which the later displacement on the ground is measured.
    private struct Ground: Sendable {
        let second: Double
        let place: Coordinate
        let keys: [TravelProfile.Key]
    }
    /// The maximum number of sightings measured at the same time.
    private static let maximumSightings = 8
    /// The minimum interval between measured sightings, in seconds.
    private static let sightingSeconds = 15.0

    /// A prediction that awaits its outcome.
    private struct Sample: Sendable {
        let call: Int
        let bucket: Int
        let made: Double
        let parts: ArrivalErrors.Parts
        let isNextLap: Bool

        func moved(by calls: Int) -> Sample {
            Sample(
                call: call + calls, bucket: bucket, made: made, parts: parts,
                isNextLap: isNextLap)
        }
    }

    /// Processes a vehicle after a new fix.
    ///
    /// With `isScoring`, the model's current predictions are remembered and later compared with the
    /// outcome.
    package mutating func observe(_ vehicle: LiveVehicle, isScoring: Bool = true) {
        guard let progress = vehicle.progress else {
            tracks[vehicle.id] = nil
            return
        }
        let run = progress.datedRun
        let seen = vehicle.fix.time.seconds(since: progress.dayStart)
        let before = tracks.index(forKey: vehicle.id)
        guard before != nil || tracks.count < Self.maximumVehicles else { return }
        var track = Track(
            run: run, seen: seen, along: progress.alongMetres, time: vehicle.fix.time,
            progress: progress)
        if let before {
            // The known one is taken out, so that reading and changing it copies nothing.
            swap(&track, &tracks.values[before])
            // The same fix again carries no information.
            if track.time == vehicle.fix.time { return swap(&track, &tracks.values[before]) }
            if track.run == run {
                track.progress = progress
                follow(&track, to: progress, seen: seen)
            } else {
                let last = track
                swap(&track, &tracks.values[before])
                track.layover = layover(of: last, before: progress)
            }
        }
        learnLayover(&track, progress, at: vehicle.fix.time)
        track.seen = seen
        track.along = progress.alongMetres
        track.time = vehicle.fix.time
        let estimates = model.estimates(progress, seen: seen)
        mark(&track, progress, seen: seen)
        watch(&track, progress, estimates, seen: seen)
        watchGround(&track, vehicle.fix, progress, seen: seen)
        if isScoring { remember(&track, progress, estimates, seen: seen) }
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

    /// Returns when a vehicle that now serves another run reached the end of the previous one; nil
    /// if that is unknown or the runs do not follow one another.
    private func layover(of track: Track, before next: VehicleProgress) -> Layover? {
        let last = track.progress
        let schedule = last.schedule
        let call = schedule.callCount - 1
        guard schedule.lap == nil, next.schedule.lap == nil,
            next.dayStart.advanced(bySeconds: next.schedule.departures[0])
                >= last.dayStart.advanced(bySeconds: schedule.arrivals[call])
        else { return nil }
        if let passed = track.passed, passed.call == call {
            return Layover(
                schedule: schedule, day: last.serviceDay,
                end: last.dayStart.advanced(bySeconds: passed.second))
        }
        let left = schedule.arrivals[call] - schedule.scheduledTime(at: track.along)
        guard left <= Self.endingSeconds else { return nil }
        return Layover(
            schedule: schedule, day: last.serviceDay,
            end: track.time.advanced(bySeconds: max(0, left)))
    }

    /// Learns the duration of a layover between two runs, once the vehicle has left the first stop.
    private mutating func learnLayover(
        _ track: inout Track, _ progress: VehicleProgress, at now: UnixTime
    ) {
        guard let layover = track.layover else { return }
        let schedule = progress.schedule
        guard
            progress.alongMetres
                > schedule.path.callDistances[0] + ScheduledProgress.stopZoneMetres
        else { return }
        track.layover = nil
        learnSuccession(layover, progress)
        let start = schedule.departures[0]
        let driven = max(0, schedule.scheduledTime(at: progress.alongMetres) - start)
        // Further along, the departure time is unknown.
        guard driven <= Self.endingSeconds else { return }
        let left = now.seconds(since: progress.dayStart) - driven
        model.layovers.learn(
            from: layover.schedule, to: schedule,
            seconds: progress.dayStart.advanced(bySeconds: left).seconds(since: layover.end),
            late: left - start)
    }

    /// Learns that a vehicle served one run to its end and then departed on another one, where the
    /// feed has no block.
    private mutating func learnSuccession(_ layover: Layover, _ progress: VehicleProgress) {
        let (last, next) = (layover.schedule, progress.schedule)
        guard !last.isInBlock, !next.isInBlock, layover.day == progress.serviceDay,
            next.departures[0] - last.arrivals[last.callCount - 1]
                <= SuccessionProfile.maximumSeconds
        else { return }
        model.successions.learn(last.runKey, next.runKey, on: layover.day)
    }

    /// Determines which calls were passed since the last fix, and when.
    private mutating func follow(
        _ track: inout Track, to progress: VehicleProgress, seen: Double
    ) {
        let calls = progress.schedule.path.callDistances
        var along = progress.alongMetres
        // On a loop, a vehicle that seems to be further back has begun another lap.
        let lap = progress.schedule.lap
        let hasLapped = lap.map { along < track.along - $0.metres / 2 } ?? false
        if let lap, hasLapped { along += lap.metres }
        defer { if let lap, hasLapped { track.beginNextLap(calls: lap.calls) } }
        guard along > track.along, seen > track.seen else { return }
        var isKnown = seen - track.seen <= Self.maximumGapSeconds
        // A vehicle that advances this fast on a loop took a shortcut.
        var hasTurned = false
        if lap != nil, along - track.along > 100 + (seen - track.seen) * Self.loopTopSpeed {
            hasTurned = isKnown
            isKnown = false
            track.sightings.removeAll()
            track.marks.removeAll()
        }
        var call = firstCall(in: calls, from: track.along)
        while call < calls.count, calls[call] <= along {
            if isKnown {
                let share = (calls[call] - track.along) / (along - track.along)
                pass(&track, call, progress, at: track.seen + (seen - track.seen) * share)
            } else {
                if hasTurned { miss(track, call, progress.schedule.routeKey) }
                track.passed = nil
                track.forgetSamples(of: call)
            }
            call += 1
        }
    }

    /// Records that a vehicle which took a shortcut does not reach the calls in between.
    private mutating func miss(_ track: Track, _ call: Int, _ route: UInt64) {
        for sample in track.samples where sample.call == call {
            model.errors.recordMiss(bucket: sample.bucket, route: route)
        }
    }

    private func firstCall(in calls: [Double], from along: Double) -> Int {
        // A vehicle exactly at a stop has not left it.
        calls.partitioningIndex { $0 >= along }
    }

    /// Records when a call was passed, and learns from it: the time of the hop, that from the
    /// sightings on the way, and the errors of predictions.
    private mutating func pass(
        _ track: inout Track, _ call: Int, _ progress: VehicleProgress, at second: Double
    ) {
        let schedule = progress.schedule
        if let passed = track.passed, passed.call == call { return }
        if let passed = track.passed, passed.call == call - 1 {
            let plain = schedule.nextArrival(after: passed.second, at: call - 1)
            let time = TimeClass(day: progress.serviceDay, seconds: second)
            model.profile.learn(
                hop: schedule.hopKeys[call - 1], route: schedule.routeKey, in: time,
                reference: plain - passed.second, actual: second - passed.second)
        }
        track.passed = (call, second)
        if track.marked == call {
            for mark in track.marks {
                model.profile.learn(
                    place: mark.key, reference: mark.reference, actual: second - mark.second)
            }
        }
        for sample in track.samples where sample.call == call {
            let actual = second - sample.made
            guard actual > 0, actual < Self.maximumAheadSeconds else { continue }
            model.errors.record(
                sample.parts, actual: actual, route: schedule.routeKey,
                isNextLap: sample.isNextLap)
        }
        track.forgetSamples(of: call)
    }

    /// Remembers a sighting on the way to the next call, from which the time until then is learnt.
    private func mark(_ track: inout Track, _ progress: VehicleProgress, seen: Double) {
        guard let next = progress.nextCall else { return }
        if next != track.marked {
            track.marked = next
            track.marks.removeAll(keepingCapacity: true)
        }
        guard track.marks.count < Self.maximumMarks,
            let key = PredictionModel.placeKey(progress, first: next)
        else { return }
        track.marks.append(
            Mark(
                key: key, second: seen,
                reference: PredictionModel.reference(progress, first: next, seen: seen)))
    }

    /// Learns how far the vehicle came since earlier sightings, and starts measuring from this one.
    private mutating func watch(
        _ track: inout Track, _ progress: VehicleProgress, _ estimates: [PredictionModel.Estimate],
        seen: Double
    ) {
        track.sightings.removeAll { seen - $0.second > ProjectedMotion.maximumAge }
        for sighting in track.sightings {
            guard let age = ProjectedMotion.ageClass(seen - sighting.second) else { continue }
            let further = progress.alongMetres - sighting.way.distance(at: seen)
            sighting.cells.forEach(age: age) { model.profile.learn(further: further, cell: $0) }
        }
        if let last = track.sightings.last, seen - last.second < Self.sightingSeconds { return }
        if track.sightings.count >= Self.maximumSightings { track.sightings.removeFirst() }
        let end = seen + ProjectedMotion.maximumAge
        var legs: [ProjectedMotion.Leg] = []
        for estimate in estimates {
            let arrival = max(
                legs.last?.departure ?? seen,
                seen + estimate.parts.seconds(ArrivalErrors.defaultBlend))
            legs.append(
                ProjectedMotion.Leg(
                    call: estimate.call, arrival: arrival,
                    departure: progress.schedule.departure(after: arrival, from: estimate.call)))
            if arrival > end { break }
        }
        track.sightings.append(
            Sighting(
                second: seen,
                way: ProjectedMotion(progress, seen: seen, legs: legs, until: end),
                cells: DistanceCells(progress)))
    }

    /// Does the same on the ground, for vehicles on loops.
    private mutating func watchGround(
        _ track: inout Track, _ fix: VehicleFix, _ progress: VehicleProgress, seen: Double
    ) {
        let keys = GroundMotion.keys(fix, progress)
        guard !keys.isEmpty else { return }
        track.grounds.removeAll { seen - $0.second > ProjectedMotion.maximumAge }
        for ground in track.grounds {
            let age = seen - ground.second
            guard let number = ProjectedMotion.ageClass(age) else { continue }
            model.profile.learn(
                motion: GroundMotion.metres(from: ground.place, to: fix.coordinate),
                stretched: ProjectedMotion.ages[number] / age, keys: ground.keys, age: number)
        }
        if let last = track.grounds.last, seen - last.second < Self.sightingSeconds { return }
        if track.grounds.count >= Self.maximumSightings { track.grounds.removeFirst() }
        track.grounds.append(Ground(second: seen, place: fix.coordinate, keys: keys))
    }

    /// Keeps one prediction for each call and bucket.
    private func remember(
        _ track: inout Track, _ progress: VehicleProgress, _ estimates: [PredictionModel.Estimate],
        seen: Double
    ) {
        for estimate in estimates {
            guard estimate.parts.plain < Self.maximumAheadSeconds else { break }
            let isNextLap = progress.schedule.lap.map { estimate.call >= $0.calls } ?? false
            let bucket = ArrivalErrors.bucket(estimate.parts.plain, isNextLap: isNextLap)
            if estimate.call >= track.sampled.count {
                let missing = estimate.call + 1 - track.sampled.count
                track.sampled.append(contentsOf: repeatElement(0, count: missing))
            }
            guard track.sampled[estimate.call] & 1 << bucket == 0 else { continue }
            track.sampled[estimate.call] |= 1 << bucket
            track.samples.append(
                Sample(
                    call: estimate.call, bucket: bucket, made: seen, parts: estimate.parts,
                    isNextLap: isNextLap))
        }
    }
}
