/// How a location was reached: a step of the search, and where it ended if it was a ride.
///
/// A ride has one step, however many stops it reaches, and the walk after it none. A search writes
/// a label for each improvement: two words beside the time.
struct Label: BitwiseCopyable {
    /// The number of the step in the ``StepList``; 0 is the departure.
    let step: UInt32
    /// For a ride, the position where the rider alights, and perhaps ``aboard`` or ``walk``.
    private let end: UInt32

    private static let aboard: UInt32 = 1 << 16
    private static let walk: UInt32 = 1 << 17

    /// The departure, from which all labels follow.
    static let departure = Label(step: 0)

    /// A step that is no ride.
    @inline(__always)
    init(step: UInt32) {
        self.init(step: step, end: 0)
    }

    private init(step: UInt32, end: UInt32) {
        self.step = step
        self.end = end
    }

    /// A ride up to a position.
    @inline(__always)
    init(ride: UInt32, alight position: Int) {
        step = ride
        end = UInt32(truncatingIfNeeded: position)
    }

    /// The same ride, at whose end the rider stays in the vehicle.
    var stayingAboard: Label { Label(step: step, end: end | Self.aboard) }

    /// A footpath from the end of the same ride to the location that has the label.
    @inline(__always) var walkingOn: Label { Label(step: step, end: end | Self.walk) }

    /// The same ride, without the footpath after it.
    var alighting: Label { Label(step: step, end: end & ~Self.walk) }

    /// The position where a ride ends.
    var alight: Int { Int(end & (Self.aboard - 1)) }

    /// Whether the rider stays in the vehicle, which continues as another run.
    var isAboard: Bool { end & Self.aboard != 0 }

    /// Whether a footpath follows the ride.
    var walksOn: Bool { end & Self.walk != 0 }
}

/// A step of the search, from which labels follow.
///
/// Packed into 24 bytes, because a search appends thousands; ``kind`` unpacks it.
struct Step: BitwiseCopyable {
    enum Kind {
        /// The origin, after an access walk.
        case origin(LocationArrival)
        /// A footpath from the parent's location, before any ride or after a via.
        case walk(LocationArrival)
        /// A stay at a via before any ride.
        case stay(LocationArrival)
        case ride(Ride)
    }

    /// The end of a step that is no ride.
    struct LocationArrival {
        let location: UInt32
        let arrival: Int32
        let seconds: Int32
    }

    /// A ride on a RAPTOR route from a position on; the label says where it ends.
    struct Ride {
        let route: Int
        /// The number of the run within the RAPTOR route.
        let run: Int
        let board: Int
    }

    /// The label before it.
    let parent: Label
    /// The RAPTOR route of a ride, or one of the constants below.
    private let route: UInt32
    /// The run within the RAPTOR route; for other steps the seconds.
    private let run: UInt32
    /// The position where a ride begins; for other steps the location.
    private let place: UInt32
    /// Unused for a ride.
    private let arrival: Int32

    private static let walk = UInt32.max
    private static let origin = UInt32.max - 1
    private static let stay = UInt32.max - 2

    /// The departure, before any location.
    static func departure(at time: Int32) -> Step { origin(0, at: time, seconds: 0) }

    /// A location of the origin, reached by an access walk.
    static func origin(_ location: Int, at time: Int32, seconds: Int32) -> Step {
        Step(
            parent: .departure, route: origin, run: UInt32(seconds), place: UInt32(location),
            arrival: time)
    }

    /// The end of a footpath.
    @inline(__always)
    static func walk(
        to location: Int, at time: Int32, seconds: Int32, after parent: Label
    ) -> Step {
        Step(
            parent: parent, route: walk, run: UInt32(truncatingIfNeeded: seconds),
            place: UInt32(truncatingIfNeeded: location), arrival: time)
    }

    /// The end of a stay.
    static func stay(
        at location: Int, until time: Int32, seconds: Int32, after parent: Label
    ) -> Step {
        Step(
            parent: parent, route: stay, run: UInt32(seconds), place: UInt32(location),
            arrival: time)
    }

    /// A ride.
    @inline(__always)
    static func ride(_ route: Int, run: Int, board: Int, after parent: Label) -> Step {
        Step(
            parent: parent, route: UInt32(truncatingIfNeeded: route),
            run: UInt32(truncatingIfNeeded: run), place: UInt32(truncatingIfNeeded: board),
            arrival: 0)
    }

    var kind: Kind {
        let end = LocationArrival(
            location: place, arrival: arrival, seconds: Int32(truncatingIfNeeded: run))
        return switch route {
        case Self.origin: .origin(end)
        case Self.walk: .walk(end)
        case Self.stay: .stay(end)
        default: .ride(Ride(route: Int(route), run: Int(run), board: Int(place)))
        }
    }
}

/// The steps of one departure, in the order in which they were found.
struct StepList: ~Copyable {
    /// Whether steps and labels are stored, so that journeys can be reconstructed; otherwise steps
    /// are only counted.
    var isKept = true
    private(set) var count = 0
    private var capacity = 4096
    private var memory: WorkTable<Step>

    init() {
        memory = WorkTable(repeating: .departure(at: 0), count: capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// Returns a step by its number.
    subscript(number: UInt32) -> Step { memory[Int(number)] }

    /// Removes all steps and enters the departure as number 0.
    mutating func restart(at departure: Int32) {
        memory[0] = .departure(at: departure)
        count = 1
    }

    /// Makes room for `count` steps, so that inner loops need no check.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if isKept, self.count &+ count > capacity { grow(count) }
    }

    /// Appends a step, for which there must be room, and returns its number.
    @inline(__always)
    mutating func append(_ step: Step) -> UInt32 {
        if isKept { memory[count] = step }
        count &+= 1
        return UInt32(truncatingIfNeeded: count &- 1)
    }

    @inline(never)
    private mutating func grow(_ count: Int) {
        capacity = max(capacity * 2, self.count + count)
        let larger = WorkTable(repeating: Step.departure(at: 0), count: capacity)
        larger.copy(memory, count: self.count)
        memory.deallocate()
        memory = larger
    }
}
