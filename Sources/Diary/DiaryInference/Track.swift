internal import DiarySensing
private import Foundation
private import TransitModel

/// The usable fixes of one phone as columns, in order of time.
///
/// Fixes that are worse than 165 m, earlier than half a second after the one before, or a jump there and
/// back that nothing on the ground can make, are left out.
struct Track {
    /// Unix seconds, strictly increasing.
    private(set) var times: [Double] = []
    private(set) var latitudes: [Double] = []
    private(set) var longitudes: [Double] = []
    /// Radii in metres, 3...165.
    private(set) var accuracies: [Float] = []

    /// A fix worse than this says too little, in metres.
    static let worstAccuracy = 165.0
    /// For phones that do not tell how good a fix is, in metres.
    static let untoldAccuracy = 20.0
    /// Nothing on the ground is swifter, in metres a second; a fix between two that are no swifter
    /// apart than `plausibleSpeed` is a spike.
    static let spikeSpeed = 50.0
    static let plausibleSpeed = 45.0
    private static let metresPerDegree = 111_195.08

    init(_ fixes: [LocationFix]) {
        for fix in fixes { append(fix) }
    }

    /// Takes a fix if it can be used; the one before is dropped if it turns out to have been a spike.
    mutating func append(_ fix: LocationFix) {
        guard fix.isPlausible else { return }
        let accuracy = fix.horizontalAccuracyMetres ?? Self.untoldAccuracy
        let time = fix.time.timeIntervalSince1970
        guard accuracy <= Self.worstAccuracy, time - (times.last ?? -.infinity) >= 0.5 else {
            return
        }
        times.append(time)
        latitudes.append(fix.latitude)
        longitudes.append(fix.longitude)
        accuracies.append(Float(max(3, accuracy)))
        let spike = count - 2
        guard spike > 0, isSpike(spike - 1, spike, spike + 1) else { return }
        times.remove(at: spike)
        latitudes.remove(at: spike)
        longitudes.remove(at: spike)
        accuracies.remove(at: spike)
    }

    /// Forgets the first fixes.
    mutating func removeFirst(_ fixes: Int) {
        times.removeFirst(fixes)
        latitudes.removeFirst(fixes)
        longitudes.removeFirst(fixes)
        accuracies.removeFirst(fixes)
    }

    var count: Int { times.count }
    var isEmpty: Bool { times.isEmpty }
    /// The first fix's time; there must be one.
    var first: Double { times[0] }
    /// The last fix's time; there must be one.
    var last: Double { times[times.count - 1] }

    /// The distance in metres between two places a few kilometres apart at most, both in degrees.
    static func metres(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
    ) -> Double {
        let (north, equatorEast) = apart(latitude, longitude, otherLatitude, otherLongitude)
        let east = equatorEast * cos(latitude * .pi / 180)
        return (north * north + east * east).squareRoot()
    }

    /// What ``metres(_:_:_:_:)`` never exceeds, without its cosine: the distance as if on the equator.
    static func mostMetres(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
    ) -> Double {
        let (north, east) = apart(latitude, longitude, otherLatitude, otherLongitude)
        return (north * north + east * east).squareRoot()
    }

    /// How far one place lies north of another, and how far east if both were on the equator, in metres.
    private static func apart(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
    ) -> (north: Double, equatorEast: Double) {
        var degreesEast = otherLongitude - longitude
        if degreesEast > 180 {
            degreesEast -= 360
        } else if degreesEast < -180 {
            degreesEast += 360
        }
        return ((otherLatitude - latitude) * metresPerDegree, degreesEast * metresPerDegree)
    }

    /// The distance in metres from one fix to another.
    func metres(_ from: Int, _ to: Int) -> Double {
        Self.metres(latitudes[from], longitudes[from], latitudes[to], longitudes[to])
    }

    /// The first fix at or after a time; `count` if there is none.
    func index(atOrAfter time: Double) -> Int {
        times.partitioningIndex { $0 >= time }
    }

    /// The place at a time on the straight line between two fixes; before the first and after the last
    /// one those.
    func place(at time: Double) -> (latitude: Double, longitude: Double) {
        let next = index(atOrAfter: time)
        if next == 0 { return (latitudes[0], longitudes[0]) }
        if next == count { return (latitudes[count - 1], longitudes[count - 1]) }
        let share = (time - times[next - 1]) / (times[next] - times[next - 1])
        return (
            latitudes[next - 1] + share * (latitudes[next] - latitudes[next - 1]),
            longitudes[next - 1] + share * (longitudes[next] - longitudes[next - 1])
        )
    }

    /// The mean speed over a span in metres a second, along the chord between its two ends.
    func speed(from start: Double, to end: Double) -> Double {
        let a = place(at: start)
        let b = place(at: end)
        return Self.metres(a.latitude, a.longitude, b.latitude, b.longitude) / (end - start)
    }

    private func isSpike(_ before: Int, _ spike: Int, _ after: Int) -> Bool {
        let most = Self.mostMetres(
            latitudes[before], longitudes[before], latitudes[spike], longitudes[spike])
        guard most / max(1, times[spike] - times[before]) > Self.spikeSpeed else { return false }
        func pace(_ from: Int, _ to: Int) -> Double {
            metres(from, to) / max(1, times[to] - times[from])
        }
        return pace(before, spike) > Self.spikeSpeed && pace(spike, after) > Self.spikeSpeed
            && pace(before, after) < Self.plausibleSpeed
    }
}
