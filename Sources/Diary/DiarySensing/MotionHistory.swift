/// The known activities of the recent past, so that "during the whole of the last N seconds" can be
/// told.
///
/// An activity lasts until the next known one starts; low confidence and unknown activities leave
/// no trace. Only what the configured windows can see is kept, and never more than `capacity`
/// changes: past that the oldest go, and a window that reaches beyond them is not covered.
struct MotionHistory: Codable, Hashable, Sendable {
    /// Activities as far as the rules tell them apart.
    enum Kind: UInt8, Codable {
        case stationary
        case active
        case inVehicle
    }

    private struct Change: Codable, Hashable {
        let start: Double
        let kind: Kind
    }

    /// A change every few seconds for an hour.
    static let capacity = 1024

    /// Oldest first; of a run of one kind the first and the last report stay.
    ///
    /// The last one matters when something that lay between is told late.
    private var changes: [Change] = []

    var count: Int { changes.count }

    /// Takes a confident activity that began at `start` (seconds since 1970).
    ///
    /// Activities may come late and out of order, as when an app asks for those it slept through.
    /// Of two with the same start the later told one holds.
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

    /// Forgets what a window that starts at `time` cannot see.
    mutating func forget(before time: Double) {
        guard let inForce = changes.lastIndex(where: { $0.start <= time }), inForce > 0 else {
            return
        }
        changes.removeFirst(inForce)
    }

    /// Whether from `start` to `end`, both included, only activities of `kinds` were in force.
    ///
    /// False if nothing is known at `start`.
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
