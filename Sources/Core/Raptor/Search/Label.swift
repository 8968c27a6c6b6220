/// An arrival at a location, and how it was reached.
///
/// Packed into 28 bytes, because a search appends one for each improvement; ``step`` unpacks it.
struct Label: BitwiseCopyable {
    /// How a location was reached.
    enum Step {
        /// The origin, after an access walk.
        case origin(seconds: Int32)
        /// A footpath from the parent's location.
        case walk(seconds: Int32)
        /// A stay at a via before any ride.
        case stay(seconds: Int32)
        case ride(Ride)
    }

    /// A ride between two positions of a RAPTOR route.
    struct Ride {
        let route: Int
        /// The number of the run within the RAPTOR route.
        let run: Int
        let board: Int
        let alight: Int
    }

    private var place: UInt32
    /// The number of the label before it; 0 is the departure.
    let parent: UInt32
    private(set) var arrival: Int32
    /// The RAPTOR route of a ride, or one of the constants below.
    private let route: UInt32
    /// The run within the RAPTOR route; for other steps the seconds.
    private let run: UInt32
    private let board: UInt16
    private var alight: UInt16 = 0

    private static let aboard = UInt32.max
    private static let walk = UInt32.max
    private static let origin = UInt32.max - 1
    private static let stay = UInt32.max - 2

    /// The departure, from which all labels follow.
    static func departure(at time: Int32) -> Label {
        Label(place: aboard, parent: 0, arrival: time, route: origin, run: 0, board: 0)
    }

    /// A location of the origin, reached by an access walk.
    static func origin(_ location: Int, at time: Int32, seconds: Int32) -> Label {
        Label(
            place: UInt32(location), parent: 0, arrival: time, route: origin, run: UInt32(seconds),
            board: 0)
    }

    /// The end of a footpath.
    @inline(__always)
    static func walk(
        to location: Int, at time: Int32, seconds: Int32, after parent: UInt32
    ) -> Label {
        Label(
            place: UInt32(truncatingIfNeeded: location), parent: parent, arrival: time,
            route: walk, run: UInt32(truncatingIfNeeded: seconds), board: 0)
    }

    /// The end of a stay.
    static func stay(
        at location: Int, until time: Int32, seconds: Int32, after parent: UInt32
    ) -> Label {
        Label(
            place: UInt32(location), parent: parent, arrival: time, route: stay,
            run: UInt32(seconds), board: 0)
    }

    /// A ride whose end is not known yet.
    @inline(__always)
    static func ride(_ route: Int, run: Int, board: Int, after parent: UInt32) -> Label {
        Label(
            place: aboard, parent: parent, arrival: 0, route: UInt32(truncatingIfNeeded: route),
            run: UInt32(truncatingIfNeeded: run), board: UInt16(truncatingIfNeeded: board))
    }

    /// Returns the ride up to a position at a location.
    @inline(__always)
    func ending(at position: Int, _ location: Int, at time: Int32) -> Label {
        var label = stayingAboard(at: position, time)
        label.place = UInt32(truncatingIfNeeded: location)
        return label
    }

    /// Returns the ride up to a position where the rider stays in the vehicle.
    @inline(__always)
    func stayingAboard(at position: Int, _ time: Int32) -> Label {
        var label = self
        label.arrival = time
        label.alight = UInt16(truncatingIfNeeded: position)
        return label
    }

    /// Nil if the rider stays in the vehicle, which continues as another run.
    var location: UInt32? { place == Self.aboard ? nil : place }

    var step: Step {
        switch route {
        case Self.origin: .origin(seconds: Int32(run))
        case Self.walk: .walk(seconds: Int32(run))
        case Self.stay: .stay(seconds: Int32(run))
        default:
            .ride(Ride(route: Int(route), run: Int(run), board: Int(board), alight: Int(alight)))
        }
    }

    /// The ride that leads to the label, if one does.
    var ride: Ride? {
        if case .ride(let ride) = step { ride } else { nil }
    }
}

/// The labels of one departure, in the order in which they were found.
struct LabelList: ~Copyable {
    /// Whether labels are stored, so that journeys can be reconstructed; otherwise they are only
    /// counted.
    var keepsLabels = true
    private(set) var count = 0
    private var capacity = 4096
    private var memory: WorkTable<Label>

    init() {
        memory = WorkTable(repeating: .departure(at: 0), count: capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// Returns a label by its number.
    subscript(number: UInt32) -> Label { memory[Int(number)] }

    /// Removes all labels and enters the departure as number 0.
    mutating func restart(at departure: Int32) {
        memory[0] = .departure(at: departure)
        count = 1
    }

    /// Makes room for `count` labels, so that inner loops need no check.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if keepsLabels, self.count &+ count > capacity { grow(count) }
    }

    /// Appends a label, for which there must be room, and returns its number.
    @inline(__always)
    mutating func append(_ label: Label) -> UInt32 {
        if keepsLabels { memory[count] = label }
        count &+= 1
        return UInt32(truncatingIfNeeded: count &- 1)
    }

    @inline(never)
    private mutating func grow(_ count: Int) {
        capacity = max(capacity * 2, self.count + count)
        let larger = WorkTable(repeating: Label.departure(at: 0), count: capacity)
        larger.copy(memory, count: self.count)
        memory.deallocate()
        memory = larger
    }
}
