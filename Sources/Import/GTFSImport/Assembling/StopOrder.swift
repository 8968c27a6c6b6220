import Timetables

/// Orders the stops so that stops of one pattern are adjacent in memory.
///
/// The order is a breadth-first traversal of patterns that share stops, the longest pattern first;
/// unserved stops come last. A search then touches few cache lines per pattern.
struct StopOrder {
    /// The new index of each old stop.
    let newNumber: [UInt32]
    /// The old index of each new stop.
    let oldNumber: [Int]

    init(stopCount: Int, patterns: [[UInt32]]) {
        var patternsOfStop = [[Int]](repeating: [], count: stopCount)
        for (pattern, stops) in patterns.enumerated() {
            for stop in stops { patternsOfStop[Int(stop)].append(pattern) }
        }
        var number = [UInt32](repeating: .max, count: stopCount)
        var order: [Int] = []
        order.reserveCapacity(stopCount)
        var isSeen = [Bool](repeating: false, count: patterns.count)
        let byLength = patterns.indices.sorted {
            (patterns[$1].count, $0) < (patterns[$0].count, $1)
        }
        for first in byLength where !isSeen[first] {
            isSeen[first] = true
            var queue = [first]
            var next = 0
            while next < queue.count {
                for stop in patterns[queue[next]] where number[Int(stop)] == .max {
                    number[Int(stop)] = UInt32(order.count)
                    order.append(Int(stop))
                    for neighbour in patternsOfStop[Int(stop)] where !isSeen[neighbour] {
                        isSeen[neighbour] = true
                        queue.append(neighbour)
                    }
                }
                next += 1
            }
        }
        for stop in 0..<stopCount where number[stop] == .max {
            number[stop] = UInt32(order.count)
            order.append(stop)
        }
        newNumber = number
        oldNumber = order
    }

    /// The new index of a stop; `ColumnIndex.none` maps to itself.
    func callAsFunction(_ stop: StopIndex) -> StopIndex {
        stop == .none ? .none : StopIndex(rawValue: newNumber[stop.row])
    }
}
