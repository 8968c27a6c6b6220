internal import DiarySensing
import Timetables
private import TransitModel
#if !hasFeature(Embedded)
private import Foundation
#endif

/// Determines the vehicle of a ride from movement alone, without a map: bicycle, car, bus or train.
///
/// Bicycles and motorised vehicles are distinguished by the speed that a tenth of the ride exceeds.
/// Public transport is distinguished from cars by the behaviour of its riders, who wait where they
/// board and come from another ride, and by its movement, with more halts per kilometre than an
/// equally fast car. With a network the lines themselves decide, and this is only the fallback.
struct VehicleNamer {
    /// The minimum distance of a wait from the trip's beginning, in metres.
    private static let awayFromStart = 100.0
    /// The speed above which a ride counts as fast, in metres per second.
    private static let swift = 10.0
    /// Trains exceed this speed for a fifth of the ride, in metres per second.
    private static let trainSpeed = 19.0
    /// Below this evidence for a motorised ride no line is searched for; buses in a jam are slow,
    /// too.
    private static let surelyPedals = -3.0

    /// The evidence against public transport if the network covers the area but has no line for the
    /// ride.
    private static let missingLine = 2.0

    let track: Track
    let motions: MotionTimeline
    let grid: MotionGrid
    let model: ModeModel
    let lines: LineMatcher?

    func leg(_ ride: LegFinder.Stretch, after earlier: [LegFinder.Stretch]) -> DiaryLeg {
        let engine = engineEvidence(ride)
        var transit = transitEvidence(ride, after: earlier)
        var leg = DiaryLeg(
            start: ride.start, end: ride.end, mode: engine > 0 ? .car : .bike,
            probability: ride.probability / (1 + exp(-abs(engine))))
        if let lines, engine > Self.surelyPedals {
            leg.lines = lines.matches(ride, track, grid, transit: transit + min(0, engine))
            if let best = leg.lines.first {
                leg.mode = TravelMode(lines.timetable.routes.mode(best.route))
                leg.probability = ride.probability * leg.lines.reduce(0) { $0 + $1.probability }
                return leg
            }
            // The network covers the area and has no line for the ride.
            if lines.covers(ride, track) { transit -= Self.missingLine }
        }
        guard engine > 0 else { return held(leg, model.bikeTrust) }
        guard !earlier.isEmpty else { return held(leg, model.engineTrust) }
        leg.probability /= 1 + exp(-abs(transit))
        if transit > 0 {
            leg.mode = Quantile.of(speeds(of: ride), 0.8) > Self.trainSpeed ? .rail : .bus
        }
        return held(leg, model.engineTrust)
    }

    /// Returns the leg with a calibrated probability.
    private func held(_ leg: DiaryLeg, _ trust: Calibration) -> DiaryLeg {
        var leg = leg
        leg.probability = trust.probability(leg.probability, seconds: leg.end - leg.start)
        return leg
    }

    /// Returns the evidence of movement alone for public transport, in log odds; positive if
    /// likely.
    private func transitEvidence(
        _ ride: LegFinder.Stretch, after earlier: [LegFinder.Stretch]
    ) -> Double {
        let speeds = speeds(of: ride)
        let start = earlier.first?.start ?? ride.start
        var transit = (wait(before: ride, since: start) - model.usualWait) / 60
        if earlier.contains(where: { $0.kind == .ride }) { transit += model.earlierRide }
        if Quantile.of(speeds, 0.8) > Self.swift {
            transit += (halts(speeds) - model.carHalts) * model.haltWeight
        }
        return transit
    }

    /// Returns the evidence that a ride is motorised, in log odds; positive if likely.
    func engineEvidence(_ ride: LegFinder.Stretch) -> Double {
        let speeds = speeds(of: ride)
        guard !speeds.isEmpty else { return -1 }
        let offset = MotionGrid.paceOffset
        let pace = log((Quantile.of(speeds, 0.9) + offset) / model.engineSpeed) / model.engineSpread
        let words = motions.weights(from: ride.start, through: ride.end)
        let engine = words[.automotive] ?? 0
        let pedals = words[.cycling] ?? 0
        return pace + model.engineWords * (engine - pedals) / (engine + pedals + 2)
    }

    private func speeds(of ride: LegFinder.Stretch) -> [Double] {
        Array(grid.speeds[grid.steps(from: ride.start, to: ride.end)])
    }

    /// Returns the halts per kilometre.
    private func halts(_ speeds: [Double]) -> Double {
        let halts = zip(speeds, speeds.dropFirst()).count { $0 >= 1 && $1 < 1 }
        let kilometres = speeds.reduce(0, +) * MotionGrid.step / 1000
        return Double(halts) / max(0.3, kilometres)
    }

    /// Returns how long somebody was near the boarding position before the ride, in seconds.
    private func wait(before ride: LegFinder.Stretch, since start: Double) -> Double {
        let boarding = track.place(at: ride.start)
        let origin = track.place(at: start)
        var seconds = 0.0
        var time = ride.start
        while time > start {
            let place = track.place(at: time)
            let away = Track.metres(
                boarding.latitude, boarding.longitude, place.latitude, place.longitude)
            let gone = Track.metres(
                origin.latitude, origin.longitude, place.latitude, place.longitude)
            if away > model.waitingRadius || gone < Self.awayFromStart { break }
            seconds += MotionGrid.step
            time -= MotionGrid.step
        }
        return seconds
    }
}
