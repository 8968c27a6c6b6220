internal import DiarySensing
private import TransitModel
#if !hasFeature(Embedded)
private import Foundation
#endif

/// The usable fixes of one phone as columns, in order of time.
///
/// Fixes with an accuracy worse than 165 m, less than half a second after the previous one, or that
/// jump back and forth faster than anything on the ground, are left out.
struct Track {
    /// In Unix seconds, strictly increasing.
    private(set) var times: [Double] = []
    private(set) var latitudes: [Double] = []
    private(set) var longitudes: [Double] = []
    /// Radii in metres, 3...165.
    private(set) var accuracies: [Float] = []

    /// The maximum accuracy radius of a usable fix, in metres.
    static let worstAccuracy = 165.0
    /// The assumed accuracy radius where the phone reports none, in metres.
    static let unknownAccuracyMetres = 20.0
    /// The maximum speed on the ground, in metres per second.
    ///
    /// A fix reached and left faster than this is a spike if its neighbours are less than
    /// `plausibleSpeed` apart.
    static let spikeSpeed = 50.0
    static let plausibleSpeed = 45.0
    private static let metresPerDegree = 111_195.08

    init(_ fixes: [LocationFix]) {
        for fix in fixes { append(fix) }
    }

    /// Adds a fix if it is usable.
    ///
    /// The previous one is removed if it turns out to be a spike.
    mutating func append(_ fix: LocationFix) {
        guard fix.isPlausible else { return }
        let accuracy = fix.horizontalAccuracyMetres ?? Self.unknownAccuracyMetres
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

    var count: Int { times.count }
    var isEmpty: Bool { times.isEmpty }
    /// The time of the first fix; there must be one.
    var first: Double { times[0] }
    /// The time of the last fix; there must be one.
    var last: Double { times[times.count - 1] }

    /// Returns the distance in metres between two positions at most a few kilometres apart, given
    /// in degrees.
    static func metres(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
    ) -> Double {
        let (north, equatorEast) = apart(latitude, longitude, otherLatitude, otherLongitude)
        let east = equatorEast * cos(latitude * .pi / 180)
        return (north * north + east * east).squareRoot()
    }

    /// Returns an upper bound of ``metres(_:_:_:_:)`` without a cosine: the distance as if on the
    /// equator.
    static func mostMetres(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
    ) -> Double {
        let (north, east) = apart(latitude, longitude, otherLatitude, otherLongitude)
        return (north * north + east * east).squareRoot()
    }

    /// Returns how far one position is north of another, and how far east if both were on the
    /// equator, in metres.
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

    /// Returns the distance between two fixes in metres.
    func metres(_ from: Int, _ to: Int) -> Double {
        Self.metres(latitudes[from], longitudes[from], latitudes[to], longitudes[to])
    }

    /// Returns the first fix at or after a time; `count` if there is none.
    func index(atOrAfter time: Double) -> Int {
        times.partitioningIndex { $0 >= time }
    }

    /// Returns the position at a time, interpolated between two fixes.
    ///
    /// Before the first and after the last fix it is the position of that fix.
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

    /// Returns the mean speed over a span in metres per second, along the chord between its ends.
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
