/// The recent locations of the person, to decide whether they "stayed within D metres".
///
/// A silence longer than `maximumGapSeconds` breaks the history: the person may have been away, so
/// the time before the silence does not count. At most some thousand fixes are stored, see
/// `spacingSeconds`.
struct FixHistory: Codable, Hashable, Sendable {
    private struct Position: Codable, Hashable {
        let time: Double
        let latitude: Double
        let longitude: Double
    }

    /// Oldest first, times strictly increasing.
    private var places: [Position] = []

    /// Returns the maximum silence of the phone within a window of that length: a third of it.
    static func maximumGapSeconds(window: Double) -> Double { window / 3 }

    /// Returns the minimum spacing of stored fixes; a fix that follows the last stored one sooner
    /// is judged but not stored.
    ///
    /// It is a thousandth of the window. For windows up to 1000 s, every fix of a phone that
    /// reports once a second is stored; there are never more than a thousand and two.
    static func spacingSeconds(window: Double) -> Double { window / 1000 }

    /// Adds a good fix (`time` in seconds since 1970); a fix older than the last is ignored.
    mutating func add(_ fix: LocationFix, time: Double, window: Double) {
        if let last = places.last {
            if time < last.time + Self.spacingSeconds(window: window) { return }
            if time - last.time > Self.maximumGapSeconds(window: window) { places.removeAll() }
        }
        places.append(Position(time: time, latitude: fix.latitude, longitude: fix.longitude))
        // One location at or before the window's start is kept to show that the window is covered.
        let first = places.firstIndex { $0.time > time - window } ?? places.count
        if first > 1 { places.removeFirst(first - 1) }
    }

    mutating func removeAll() { places.removeAll() }

    /// Returns whether the window that ends at `now` is covered and all its fixes lie within
    /// `metres` of `fix`.
    func stayed(within metres: Double, of fix: LocationFix, now: Double, window: Double) -> Bool {
        guard let first = places.first, let last = places.last, first.time <= now - window,
            now - last.time <= Self.maximumGapSeconds(window: window)
        else { return false }
        let from = PlaneDistance(latitude: fix.latitude, longitude: fix.longitude)
        return places.allSatisfy {
            $0.time < now - window
                || from.metres(toLatitude: $0.latitude, longitude: $0.longitude) <= metres
        }
    }
}
