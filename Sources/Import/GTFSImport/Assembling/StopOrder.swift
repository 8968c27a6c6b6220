import Timetables

/// Numbers the stops so that stops of one pattern lie next to each other in memory.
///
/// A breadth-first walk over patterns that share stops, the longest pattern first; stops without
/// service follow. A search then touches few cache lines per pattern.
struct StopOrder {
    /// For each old number, the new one.
    let newNumber: [UInt32]
    /// For each new number, the old one.
    let oldNumber: [Int]

    /// Orders the stops of a network with these stop sequences.
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

    /// The new number of a stop; ``ColumnIndex/none`` stays what it is.
    func callAsFunction(_ stop: StopIndex) -> StopIndex {
        stop == .none ? .none : StopIndex(rawValue: newNumber[stop.row])
    }
}
