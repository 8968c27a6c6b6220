import TransitModel

/// A house number found in an entry.
struct DoorMatch {
    /// The row of the address; for an interpolated number, that of the lower neighbour.
    let row: Int
    /// The interpolated number; nil for a number in the index.
    var countedOut: UInt16?
    var point: MapPoint
    /// The query words that it matches.
    var words: UInt16
    var score: Float
}

extension PlaceIndex {
    /// The maximum difference between numbers for interpolation.
    private static let maximumGap = 40

    /// The door of an entry that best matches the query words; only `missing` ones may be used.
    func door(
        _ entry: Int, _ readings: [HouseNumberReading], missing: UInt16
    ) -> DoorMatch? {
        let rows = columns.addressOffsets.list(entry)
        if rows.isEmpty { return nil }
        var best: DoorMatch?
        for reading in readings where reading.words & ~missing == 0 {
            guard let match = door(reading, rows, entry) else { continue }
            let isBetter =
                best.map {
                    ($0.score, $0.words.nonzeroBitCount)
                        < (match.score, match.words.nonzeroBitCount)
                } ?? true
            if isBetter { best = match }
        }
        return best
    }

    private func door(
        _ reading: HouseNumberReading, _ rows: Range<Int>, _ entry: Int
    ) -> DoorMatch? {
        let numbers = columns.addressNumbers.buffer
        let first = firstRow(in: rows) { numbers[$0] >= reading.number }
        var row = first
        while row < rows.upperBound, numbers[row] == reading.number {
            if suffixKeys[suffixRow(row)] == reading.suffix {
                let isCounted =
                    columns.addressSuffixes[row] & PlaceColumns.interpolatedBit != 0
                return match(
                    row, reading, entry,
                    isCounted ? PlaceScore.countedOut : PlaceScore.number)
            }
            row += 1
        }
        guard reading.number > 0, reading.words.nonzeroBitCount == 1 else { return nil }
        if row > first { return match(first, reading, entry, PlaceScore.otherSuffix) }
        if first > rows.lowerBound, rangeEnds[suffixRow(first - 1)] >= reading.number,
            numbers[first - 1] > 0
        {
            return match(first - 1, reading, entry, PlaceScore.countedOut)
        }
        return countedOut(reading, rows, first, entry)
    }

    /// Interpolates a number between two on its side of the street, or else between any two.
    private func countedOut(
        _ reading: HouseNumberReading, _ rows: Range<Int>, _ next: Int, _ entry: Int
    ) -> DoorMatch? {
        let numbers = columns.addressNumbers.buffer
        let number = Int(reading.number)
        for parity in [1, 0] {
            func fits(_ row: Int) -> Bool {
                parity == 0 || (Int(numbers[row]) - number) % 2 == 0
            }
            var (low, high) = (next - 1, next)
            while low >= rows.lowerBound, !fits(low) { low -= 1 }
            while high < rows.upperBound, !fits(high) { high += 1 }
            guard low >= rows.lowerBound, high < rows.upperBound else { continue }
            let (from, to) = (Int(numbers[low]), Int(numbers[high]))
            guard from > 0, to - from <= Self.maximumGap else { continue }
            let share = Double(number - from) / Double(to - from)
            let between = point(ofAddress: low, entry).coordinate
                .interpolated(to: point(ofAddress: high, entry).coordinate, fraction: share)
            return DoorMatch(
                row: low, countedOut: reading.number, point: MapPoint(between),
                words: reading.words, score: PlaceScore.countedOut)
        }
        return nil
    }

    private func match(
        _ row: Int, _ reading: HouseNumberReading, _ entry: Int, _ score: Float
    ) -> DoorMatch {
        DoorMatch(
            row: row, countedOut: nil, point: point(ofAddress: row, entry),
            words: reading.words, score: score)
    }

    /// The position of an entry's house number.
    func point(ofAddress row: Int, _ entry: Int) -> MapPoint {
        let north = Int(columns.addressNorths[row]) * Int(PlaceColumns.addressStep)
        let east = Int(columns.addressEasts[row]) * Int(PlaceColumns.addressStep)
        // Clamping keeps untrusted values valid.
        return MapPoint(
            latitude: Int32(clamping: Int(columns.entryLatitudes[entry]) + north),
            longitude: Int32(clamping: Int(columns.entryLongitudes[entry]) + east))
    }

    /// The row of a house number's suffix.
    func suffixRow(_ row: Int) -> Int {
        Int(columns.addressSuffixes[row] & ~PlaceColumns.interpolatedBit)
    }

    private func firstRow(in rows: Range<Int>, where holds: (Int) -> Bool) -> Int {
        rows.partitioningIndex(where: holds)
    }
}
