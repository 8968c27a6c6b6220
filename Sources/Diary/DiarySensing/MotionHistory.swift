/// The known activities of the recent past, to decide what held "during the whole of the last N
/// seconds".
///
/// An activity lasts until the next known one starts; low confidence and unknown activities are
/// ignored. Only what the configured windows cover is stored, at most `capacity` changes. Beyond
/// that the oldest are dropped, and a window that starts before them is not covered.
struct MotionHistory: Codable, Hashable, Sendable {
    /// The kinds of activity that the rules distinguish.
    enum Kind: UInt8, Codable {
        case stationary
        case active
        case inVehicle
    }

    private struct Change: Codable, Hashable {
        let start: Double
        let kind: Kind
    }

    /// One change every few seconds for an hour.
    static let capacity = 1024

    /// Oldest first; in a sequence of one kind only the first and the last report are kept.
    ///
    /// The last one matters if a report for a time in between arrives late.
    private var changes: [Change] = []

    /// Adds a confident activity that began at `start` (seconds since 1970).
    ///
    /// Activities may arrive late and out of order, for example when an app requests those it
    /// missed while suspended. If two have the same start, the one that arrived later counts.
    mutating func add(_ activity: MotionActivity, start: Double) {
        guard let kind = Kind(activity) else { return }
        changes.removeAll { $0.start == start }
        let index = changes.lastIndex { $0.start < start }.map { $0 + 1 } ?? 0
        changes.insert(Change(start: start, kind: kind), at: index)
        for middle in [index + 1, index, index - 1] { dropIfWithinRun(middle) }
        if changes.count > Self.capacity { changes.removeFirst(changes.count - Self.capacity) }
    }

    private mutating func dropIfWithinRun(_ index: Int) {
        guard index > 0, index + 1 < changes.count,
            changes[index - 1].kind == changes[index].kind,
            changes[index + 1].kind == changes[index].kind
        else { return }
        changes.remove(at: index)
    }

    /// Drops what a window that starts at `time` does not cover.
    mutating func forget(before time: Double) {
        guard let inForce = changes.lastIndex(where: { $0.start <= time }), inForce > 0 else {
            return
        }
        changes.removeFirst(inForce)
    }

    /// Returns whether only activities of `kinds` occurred from `start` to `end`, both included;
    /// false if nothing is known at `start`.
    func holds(only kinds: Set<Kind>, from start: Double, to end: Double) -> Bool {
        guard let inForce = changes.lastIndex(where: { $0.start <= start }) else { return false }
        return changes[inForce...].allSatisfy { $0.start > end || kinds.contains($0.kind) }
    }
}

extension MotionHistory.Kind {
    init?(_ activity: MotionActivity) {
        switch activity {
        case .stationary: self = .stationary
        case .walking, .running, .cycling: self = .active
        case .automotive: self = .inVehicle
        case .unknown: return nil
        }
    }
}
