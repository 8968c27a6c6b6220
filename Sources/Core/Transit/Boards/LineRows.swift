import Timetables
import TransitModel

/// One order of stops that fits several patterns.
///
/// The longest pattern gives the first rows. Each further one is matched against the rows by a
/// longest common subsequence, and its other stops are inserted right before the next match, so
/// that the order of every pattern is kept and loops keep their repeated stops.
struct LineRows {
    /// Stations, or stops without one; of platforms of one name near each other the first.
    let stops: [StopIndex]
    /// For each pattern, the rows of its calls, ascending.
    let rowsOfPattern: [PatternIndex: [Int]]

    /// For each pattern, the rows that it passes without calling where others call on the same way.
    let passedRowsOfPattern: [PatternIndex: [Int]]

    /// Beyond this number of rows, stops are appended instead of matched, which bounds the work.
    private static let maximumMatchedRows = 2000

    init(_ patterns: [PatternIndex], in timetable: Timetable) {
        var lists: [[StopIndex]: [PatternIndex]] = [:]
        var places = LineStopPlaces(timetable)
        for pattern in patterns { lists[places.places(of: pattern), default: []].append(pattern) }
        let ordered = lists.sorted { left, right in
            left.key.count != right.key.count
                ? left.key.count > right.key.count
                : (left.value.first ?? .none) < (right.value.first ?? .none)
        }
        // Rows have numbers that stay when others are inserted between them.
        var order: [Int] = []
        var stopOfNumber: [StopIndex] = []
        var numbersOfPattern: [PatternIndex: [Int]] = [:]
        for (list, patterns) in ordered {
            let rows = order.map { stopOfNumber[$0] }
            let matches = Self.matches(list, rows)
            var numbers: [Int] = []
            var merged: [Int] = []
            var waiting: [Int] = []
            var taken = 0
            for (position, stop) in list.enumerated() {
                if let row = matches[position] {
                    numbers.append(order[row])
                    merged += order[taken..<row] + waiting
                    merged.append(order[row])
                    waiting = []
                    taken = row + 1
                } else {
                    numbers.append(stopOfNumber.count)
                    waiting.append(stopOfNumber.count)
                    stopOfNumber.append(stop)
                }
            }
            order = merged + order[taken...] + waiting
            for pattern in patterns { numbersOfPattern[pattern] = numbers }
        }
        var rowOfNumber = [Int](repeating: 0, count: order.count)
        for (row, number) in order.enumerated() { rowOfNumber[number] = row }
        stops = order.map { stopOfNumber[$0] }
        let rowsOfPattern = numbersOfPattern.mapValues { $0.map { rowOfNumber[$0] } }
        self.rowsOfPattern = rowsOfPattern
        let all = Set(rowsOfPattern.values)
        var passed: [[Int]: [Int]] = [:]
        for rows in all { passed[rows] = Self.passed(rows, all) }
        passedRowsOfPattern = rowsOfPattern.mapValues { passed[$0] ?? [] }
    }

    /// Returns the rows between a pattern's own in which others call on the way from one of its
    /// calls to the next.
    private static func passed(_ rows: [Int], _ all: Set<[Int]>) -> [Int] {
        var passed = Set<Int>()
        for other in all where other != rows {
            let known = Set(other)
            for (first, last) in zip(rows, rows.dropFirst())
            where last - first > 1 && known.contains(first) && known.contains(last) {
                passed.formUnion(other.filter { $0 > first && $0 < last })
            }
        }
        return passed.sorted()
    }

    /// Returns a longest common subsequence: rows by position in the list; none beyond
    /// ``maximumMatchedRows``.
    static func matches(_ list: [StopIndex], _ rows: [StopIndex]) -> [Int: Int] {
        guard !list.isEmpty, !rows.isEmpty, rows.count <= maximumMatchedRows else { return [:] }
        let width = rows.count + 1
        var lengths = [Int32](repeating: 0, count: (list.count + 1) * width)
        for position in list.indices.reversed() {
            for row in rows.indices.reversed() {
                lengths[position * width + row] =
                    list[position] == rows[row]
                    ? lengths[(position + 1) * width + row + 1] + 1
                    : max(
                        lengths[(position + 1) * width + row], lengths[position * width + row + 1])
            }
        }
        var matches: [Int: Int] = [:]
        var position = 0
        var row = 0
        while position < list.count, row < rows.count {
            if list[position] == rows[row] {
                matches[position] = row
                position += 1
                row += 1
            } else if lengths[(position + 1) * width + row] >= lengths[position * width + row + 1] {
                position += 1
            } else {
                row += 1
            }
        }
        return matches
    }
}
