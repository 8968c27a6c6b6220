import TransitModel

/// Validation of all indices when an index is opened.
extension PlaceColumns {
    /// Checks that no index exceeds its column.
    ///
    /// - Throws: ``PlaceIndexError/damaged(_:)`` with the name of the column.
    /// - Complexity: Linear in all columns.
    func checkBounds() throws(PlaceIndexError) {
        try checkTexts()
        try checkEntries()
        try checkAddresses()
    }

    private func checkTexts() throws(PlaceIndexError) {
        try checkOffsets(textOffsets, .textOffsets, lists: textCount, rows: textBytes.count)
        let spellings = wordTokens.count
        try checkOffsets(wordOffsets, .wordOffsets, lists: spellings, rows: wordLetters.count)
        try check(wordMasks.count == spellings, .wordMasks)
        try check(postingOffsets.count >= 1, .postingOffsets)
        let tokens = postingOffsets.count - 1
        try checkOffsets(postingOffsets, .postingOffsets, lists: tokens, rows: postings.count)
        try checkRows(wordTokens, .wordTokens, below: tokens)
        for posting in postings.buffer {
            try check(Int(posting >> WordColumns.positionBits) < textCount, .postings)
        }
        try checkOffsets(namedOffsets, .namedOffsets, lists: textCount, rows: namedEntries.count)
        try checkRows(namedEntries, .namedEntries, below: entryCount)
        try check(namedLanguages.count == namedEntries.count, .namedLanguages)
        try checkRows(namedLanguages, .namedLanguages, below: textCount, mayBeNone: true)
        try checkOffsets(areaOffsets, .areaOffsets, lists: areaCount, rows: areaTexts.count)
        try checkRows(areaTexts, .areaTexts, below: textCount)
        try checkRows(areaLocalities, .areaLocalities, below: textCount, mayBeNone: true)
        try check(areaDistricts.count == areaCount, .areaDistricts)
        try checkRows(areaDistricts, .areaDistricts, below: textCount, mayBeNone: true)
    }

    private func checkEntries() throws(PlaceIndexError) {
        for kind in entryKinds.buffer { try check(PlaceKind(rawValue: kind) != nil, .entryKinds) }
        try check(entryCategories.count == entryCount, .entryCategories)
        try checkRows(entryCategories, .entryCategories, below: textCount, mayBeNone: true)
        try check(entryImportance.count == entryCount, .entryImportance)
        try checkPoints(entryLatitudes, entryLongitudes, .entryLatitudes, count: entryCount)
        try check(entryNames.count == entryCount, .entryNames)
        try checkRows(entryNames, .entryNames, below: textCount)
        try check(entryAreas.count == entryCount, .entryAreas)
        try checkRows(entryAreas, .entryAreas, below: areaCount)
        try checkPoints(
            pointLatitudes, pointLongitudes, .pointLatitudes, count: pointEntries.count)
        try checkRows(pointEntries, .pointEntries, below: entryCount)
    }

    private func checkAddresses() throws(PlaceIndexError) {
        try checkOffsets(addressOffsets, .addressOffsets, lists: entryCount, rows: addressCount)
        try check(addressSuffixes.count == addressCount, .addressSuffixes)
        try checkRows(suffixTexts, .suffixTexts, below: textCount)
        for suffix in addressSuffixes.buffer {
            let row = Int(suffix & ~Self.interpolatedBit)
            try check(row < suffixTexts.count, .addressSuffixes)
        }
        try check(addressNorths.count == addressCount, .addressNorths)
        try check(addressEasts.count == addressCount, .addressEasts)
        try check(addressPostcodes.count == addressCount, .addressPostcodes)
        try checkOffsets(
            postcodeOffsets, .postcodeOffsets, lists: entryCount, rows: postcodeTexts.count)
        try checkRows(postcodeTexts, .postcodeTexts, below: textCount)
        for entry in 0..<entryCount {
            let postcodes = postcodeOffsets.list(entry).count
            let addresses = addressOffsets.list(entry)
            for postcode in addressPostcodes[addresses] {
                try check(
                    postcode == Self.noPostcode || Int(postcode) < postcodes, .addressPostcodes)
            }
            let numbers = addressNumbers[addresses]
            try check(zip(numbers, numbers.dropFirst()).allSatisfy(<=), .addressNumbers)
        }
    }

    private func check(_ holds: Bool, _ column: PlaceColumnID) throws(PlaceIndexError) {
        guard holds else { throw .damaged("\(column)") }
    }

    private func checkOffsets(
        _ offsets: SectionColumn<UInt32>, _ column: PlaceColumnID, lists: Int, rows: Int
    ) throws(PlaceIndexError) {
        try check(offsets.count == lists + 1, column)
        var last: UInt32 = 0
        for offset in offsets.buffer {
            try check(offset >= last, column)
            last = offset
        }
        try check(Int(last) == rows, column)
    }

    private func checkRows(
        _ values: SectionColumn<UInt32>, _ column: PlaceColumnID, below limit: Int,
        mayBeNone: Bool = false
    ) throws(PlaceIndexError) {
        for value in values.buffer {
            try check(Int(value) < limit || mayBeNone && value == Self.none, column)
        }
    }

    private func checkPoints(
        _ latitudes: SectionColumn<Int32>, _ longitudes: SectionColumn<Int32>,
        _ column: PlaceColumnID, count: Int
    ) throws(PlaceIndexError) {
        try check(latitudes.count == count && longitudes.count == count, column)
        for latitude in latitudes.buffer { try check(abs(Int(latitude)) <= 900_000_000, column) }
        for longitude in longitudes.buffer {
            try check(abs(Int(longitude)) <= 1_800_000_000, column)
        }
    }
}
