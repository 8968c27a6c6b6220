/// Where the person was during the last minutes, so that "stayed within D metres" can be told.
///
/// A silence longer than `maximumGapSeconds` breaks the history: who was not seen may have been
/// away, so the time before it does not count. At most some thousand fixes are kept, see
/// `spacingSeconds`.
struct FixHistory: Codable, Hashable, Sendable {
    private struct Place: Codable, Hashable {
        let time: Double
        let latitude: Double
        let longitude: Double
    }

    /// Oldest first, times strictly rising.
    private var places: [Place] = []

    var count: Int { places.count }

    /// How long the phone may be silent within a window of that length: a third of it.
    static func maximumGapSeconds(window: Double) -> Double { window / 3 }

    /// Fixes that follow the last kept one sooner than this are judged, but not kept.
    ///
    /// A thousandth of the window: up to 1000 s, every fix of a phone that reports once a second is
    /// kept; never more than a thousand and two.
    static func spacingSeconds(window: Double) -> Double { window / 1000 }

    /// Takes a good fix (`time` in seconds since 1970); one older than the last is left out.
    mutating func add(_ fix: LocationFix, time: Double, window: Double) {
        if let last = places.last {
            if time < last.time + Self.spacingSeconds(window: window) { return }
            if time - last.time > Self.maximumGapSeconds(window: window) { places.removeAll() }
        }
        places.append(Place(time: time, latitude: fix.latitude, longitude: fix.longitude))
        // One place at or before the window's start stays: it shows that the window is covered.
        let first = places.firstIndex { $0.time > time - window } ?? places.count
        if first > 1 { places.removeFirst(first - 1) }
    }

    mutating func removeAll() { places.removeAll() }

    /// Whether the window that ends at `now` is covered and all its fixes lie within `metres` of
    /// `fix`.
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
