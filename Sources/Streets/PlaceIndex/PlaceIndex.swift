package import FileMapping

/// Finds streets, addresses, named places and localities by what people type, and by where they
/// are.
///
/// Everything is columns in memory-mapped bytes: the words of all texts as a sorted table, for each
/// word the texts that have it, for each text the entries that it is a name of. Entries are
/// numbered by importance, so that the first of equals is the one that more people want. Read by
/// everyone at once.
package struct PlaceIndex: Sendable {
    let columns: PlaceColumns
    /// The folded letters of each suffix of house numbers (`a` of `12 A`).
    let suffixKeys: [[UInt16]]
    /// Which texts are postcodes.
    let isPostcode: [Bool]
    /// The keys of what stands on doors without a number (`unit2`).
    let numberlessKeys: Set<[UInt16]>
    /// For suffixes that make a range (`-14`), its last number; else 0.
    let rangeEnds: [UInt16]

    /// Reads an index; its bytes must start at a multiple of eight.
    ///
    /// - Throws: ``PlaceIndexError`` if the bytes are none, or if any number in them leads astray.
    /// - Complexity: linear in the bytes, which are checked once.
    package init(_ bytes: MappedSlice) throws(PlaceIndexError) {
        let columns = try PlaceColumns(SectionTable(bytes))
        self.columns = columns
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

    /// How many streets, points of interest, localities and postcodes can be found.
    package var placeCount: Int { columns.entryCount }

    /// How many house numbers can be found.
    package var addressCount: Int { columns.addressCount }
}
