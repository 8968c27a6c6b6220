/// The scratch memory for one part of the way: up to the next via, or to the destination.
///
/// A cell is a place's entry in a table; a table has a cell for each place, or a row of sixteen, one
/// for each number of vehicles, when many departures are looked at. Rows are as long as a cache line.
struct SearchStage {
    /// What is known of a place when a round begins.
    struct Origin {
        var time: Int32
        var label: UInt32
    }

    /// A rider who is aboard already when the stage begins, or who stays seated.
    struct Aboard {
        var lane: UInt32
        var run: UInt32
        var position: UInt16
        var board: UInt16
        var parent: UInt32
    }

    /// Numbers of vehicles in a row.
    static let rowShift = 4

    /// From when on a vehicle can be boarded at a place.
    private(set) var ready: UnsafeMutablePointer<Int32>
    /// When a vehicle first arrives at a place; the same table where nothing depends on the difference.
    private(set) var ridden: UnsafeMutablePointer<Int32>
    private(set) var readyLabels: UnsafeMutablePointer<UInt32>
    private(set) var riddenLabels: UnsafeMutablePointer<UInt32>
    let origins: UnsafeMutablePointer<Origin>
    /// Places that can be boarded at earlier than in the round before.
    let improved: UnsafeMutablePointer<UInt64>
    /// Places that a vehicle reached in this round.
    let reached: UnsafeMutablePointer<UInt64>
    /// The places improved in the round before.
    let boarding: UnsafeMutablePointer<UInt64>
    let laneBits: UnsafeMutablePointer<UInt64>
    let laneFirst: UnsafeMutablePointer<UInt16>
    /// Places of the next via, or of the destination.
    let goal: UnsafeMutablePointer<UInt64>
    /// The least stay in the next via; of no meaning in the last stage.
    var staySeconds: Int32 = 0
    /// Riders aboard at the beginning of the round.
    var aboard: [Aboard] = []

    private let placeCount: Int
    private let wordCount: Int
    private var tables: [UnsafeMutablePointer<Int32>?] = [nil, nil, nil, nil]
    private let labels: [UnsafeMutablePointer<UInt32>]

    init(placeCount: Int, laneCount: Int) {
        self.placeCount = placeCount
        wordCount = (placeCount + 63) / 64
        let laneWords = (laneCount + 63) / 64
        labels = (0..<2).map { _ in
            let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, placeCount))
            memory.initialize(repeating: 0, count: placeCount)
            return memory
        }
        readyLabels = labels[0]
        riddenLabels = labels[1]
        origins = .allocate(capacity: max(1, placeCount))
        origins.initialize(repeating: Origin(time: 0, label: 0), count: placeCount)
        improved = Self.bits(wordCount)
        reached = Self.bits(wordCount)
        boarding = Self.bits(wordCount)
        goal = Self.bits(wordCount)
        laneBits = Self.bits(laneWords)
        laneFirst = .allocate(capacity: max(1, laneCount))
        laneFirst.initialize(repeating: .max, count: laneCount)
        let first = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, placeCount))
        first.initialize(repeating: .max, count: placeCount)
        tables[0] = first
        ready = first
        ridden = first
    }

    private static func bits(_ words: Int) -> UnsafeMutablePointer<UInt64> {
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, words))
        memory.initialize(repeating: 0, count: words)
        return memory
    }

    /// Gives the memory back.
    func deallocate() {
        for table in tables { table?.deallocate() }
        for memory in labels { memory.deallocate() }
        origins.deallocate()
        improved.deallocate()
        reached.deallocate()
        boarding.deallocate()
        goal.deallocate()
        laneBits.deallocate()
        laneFirst.deallocate()
    }

    /// Makes ready for a query: nothing is known of any place.
    ///
    /// `rows` asks for a row for each place, `isPlain` for one table in place of two.
    mutating func reset(rows: Bool, isPlain: Bool) {
        ready = table(rows ? 2 : 0, rows: rows)
        ridden = isPlain ? ready : table(rows ? 3 : 1, rows: rows)
        riddenLabels = isPlain ? readyLabels : labels[1]
        let count = rows ? placeCount << Self.rowShift : placeCount
        ready.update(repeating: .max, count: count)
        if !isPlain { ridden.update(repeating: .max, count: count) }
        goal.update(repeating: 0, count: wordCount)
    }

    private mutating func table(_ number: Int, rows: Bool) -> UnsafeMutablePointer<Int32> {
        if let known = tables[number] { return known }
        let count = rows ? placeCount << Self.rowShift : placeCount
        // A row begins where a cache line begins.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(64, count * 4), alignment: 64
        ).bindMemory(to: Int32.self, capacity: count)
        tables[number] = memory
        return memory
    }

    /// Makes ready for a departure: what earlier ones found stays.
    mutating func clearMarks() {
        improved.update(repeating: 0, count: wordCount)
        reached.update(repeating: 0, count: wordCount)
        aboard.removeAll(keepingCapacity: true)
    }
}
