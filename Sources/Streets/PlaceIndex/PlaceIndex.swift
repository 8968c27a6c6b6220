package import FileMapping

/// Finds streets, addresses, named places and localities by text and by position.
///
/// It consists of columns in memory-mapped bytes: a sorted table of the words of all texts, the
/// texts of each word, and the entries named by each text. Entries are numbered by importance, so
/// that of equal matches the more important one comes first. Concurrent reads are safe.
package struct PlaceIndex: Sendable {
    let columns: PlaceColumns
    /// The folded letters of each house number suffix (`a` of `12 A`).
    let suffixKeys: [[UInt16]]
    /// Whether each text is a postcode.
    let isPostcode: [Bool]
    /// The keys of door labels without a number (`unit2`).
    let numberlessKeys: Set<[UInt16]>
    /// The last number of each suffix that denotes a range (`-14`); 0 for others.
    let rangeEnds: [UInt16]
    /// The places of each kind that riders ask for by a word.
    let kinds: KindRows

    /// Opens an index; its bytes must start at a multiple of eight.
    ///
    /// - Throws: ``PlaceIndexError`` if the bytes are no place index, or refer to missing rows.
    /// - Complexity: Linear in the bytes, which are checked once.
    package init(_ bytes: MappedSlice) throws(PlaceIndexError) {
        let columns = try PlaceColumns(SectionTable(bytes))
        self.columns = columns
        kinds = KindRows(columns)
        let suffixes = columns.suffixTexts.buffer.map { columns.text($0) ?? "" }
        let keys = suffixes.map(HouseNumberReading.key)
        suffixKeys = keys
        let numbers = columns.addressNumbers.buffer
        numberlessKeys = Set(
            numbers.indices.lazy.filter { numbers[$0] == 0 }
                .map { keys[Int(columns.addressSuffixes[$0] & ~PlaceColumns.interpolatedBit)] })
        var isPostcode = [Bool](repeating: false, count: columns.textCount)
        for text in columns.postcodeTexts.buffer { isPostcode[Int(text)] = true }
        self.isPostcode = isPostcode
        rangeEnds = suffixes.map { suffix in
            let rest = suffix.drop { $0 == " " }
            guard let dash = rest.first, dash == "-" || dash == "\u{2013}" else { return 0 }
            return UInt16(rest.dropFirst().drop { $0 == " " }.prefix { $0.isNumber }) ?? 0
        }
    }

    /// The number of searchable streets, points of interest, localities and postcodes.
    package var placeCount: Int { columns.entryCount }

    /// The number of searchable house numbers.
    package var addressCount: Int { columns.addressCount }
}
