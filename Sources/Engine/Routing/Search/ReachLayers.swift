import Timetables

/// How early riders can be anywhere: those who set out at the first moment asked for, and those who set out
/// after a journey that is known already.
///
/// Whoever takes as many vehicles as a known journey must set out after it, or nothing is gained. The later
/// riders set out, the fewer places they reach in time, so that rounds from the other end have less to look
/// at. A layer costs as much as the rounds do in a while; so it is made only once they have done as much.
struct ReachLayers: ~Copyable {
    /// Of those who set out first; then of the latest layer that holds for everyone.
    private(set) var first: ReachSearch
    private var later: ReachSearch
    private var firstStart: Int32 = 0
    /// Nil before there is a second layer.
    private var laterStart: Int32?
    /// What the rounds did since the last layer was made.
    private var labels = 0

    /// Times a journey found lowers, as ``RoundSearch/bounds`` has them: seen from the other end.
    typealias Bounds = UnsafePointer<Int32>

    /// What a search is about.
    struct Task {
        let columns: RoutingColumns
        let tables: Tables
        let origins: [AccessStop]
        let start: Int32
        let margin: Int32
    }

    /// A layer pays after a label for every so many places.
    private static let placesPerLabel = 4

    init(_ columns: RoutingColumns) {
        first = ReachSearch(columns)
        later = ReachSearch(columns)
    }

    /// Whether the memory is of the right size for other columns.
    func fits(_ columns: RoutingColumns) -> Bool { first.fits(columns) }

    /// Begins anew, with one layer.
    mutating func begin(_ task: borrowing Task) {
        first.begin(task, at: task.start)
        firstStart = task.start
        laterStart = nil
        labels = 0
    }

    /// Learns of all that happens before a moment.
    mutating func advance(to end: Int32) {
        first.advance(to: end)
        if laterStart != nil { later.advance(to: end) }
    }

    /// Counts the labels of a moment of arrival, and makes a layer if one pays and there is something to be
    /// gained; whether it did.
    ///
    /// `vehicles` are those that journeys may take in all.
    mutating func count(
        _ labels: Int, _ task: borrowing Task, until end: Int32, _ bounds: Bounds,
        _ vehicles: ClosedRange<Int>
    ) -> Bool {
        self.labels += labels
        guard self.labels > task.columns.places.count / Self.placesPerLabel else { return false }
        let known = laterStart ?? firstStart
        let starts = vehicles.lazy.map { 1 - bounds[$0] }
        guard let start = starts.first(where: { $0 > known }) else { return false }
        if laterStart != nil, 1 - bounds[vehicles.lowerBound] >= known {
            swap(&first, &later)
            firstStart = known
        }
        later.begin(task, at: start)
        later.advance(to: end)
        laterStart = start
        self.labels = 0
        return true
    }

    /// For rounds from the other end, what is of use; `fewest` and `bounds` are those of the search.
    func corridor(_ fewest: borrowing FewestVehicles, _ bounds: Bounds, most: Int) -> Corridor {
        let vehicles = laterStart.flatMap { start in
            (0...most).first { 1 - bounds[$0] >= start }
        }
        return Corridor(
            ready: UnsafePointer(first.cells + 1), ridden: UnsafePointer(first.cells), shift: 1,
            later: UnsafePointer(later.cells), laterVehicles: vehicles ?? .max,
            horizon: first.horizon, fewest: UnsafePointer(fewest.counts), limit: fewest.limit,
            bounds: bounds)
    }
}
