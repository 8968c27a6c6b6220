package import StreetsFile

extension PlaceIndexBuilder {
    /// Joins, places and sorts all that was added.
    ///
    /// - Complexity: linear in the features, plus sorting names and points.
    package consuming func finish() -> PlaceIndexContents {
        var map = LocalityMap(localities)
        var entries = map.localities.enumerated().map { row, locality in
            var area = map.area(at: locality.point)
            // A settlement lies in itself alone.
            if !locality.rank.isDistrict { area = AreaKey(settlement: Int32(row)) }
            if locality.rank == .spot { area = map.area(at: locality.point) }
            if locality.rank.isDistrict { area.district = -1 }
            var entry = EntryDraft(
                kind: .locality, category: texts.number(of: "\(locality.rank)"),
                importance: locality.rank.importance, names: locality.names,
                anchor: locality.point, area: area)
            entry.box.include(locality.point)
            entry.samples = [locality.point]
            return entry
        }
        entries += StreetJoining(ways).streets(&map)
        entries += SpotJoining.entries(spots, &map)
        var placing = AddressPlacing(entries, texts)
        placing.place(addresses, &map)
        var assembler = PlaceAssembler(
            texts: texts, addresses: addresses, localities: map.localities)
        assembler.add(placing.entries)
        assembler.addPostcodes(&map)
        return assembler.contents()
    }
}

/// A place index that is ready to be written.
package struct PlaceIndexContents {
    /// How many streets, points of interest, localities and postcodes can be found.
    package let placeCount: Int
    /// How many house numbers can be found, those counted out along lines among them.
    package let addressCount: Int
    let writer: SectionWriter

    /// Appends all bytes to the current section of a file of streets.
    ///
    /// - Throws: `StreetsFileError` if the disk is full or fails.
    package func write(to file: StreetsFileWriter) throws(StreetsFileError) {
        try writer.write { (bytes) throws(StreetsFileError) in try file.write(bytes) }
    }

    /// All bytes in memory.
    package func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        writer.write { bytes.append(contentsOf: $0) }
        return bytes
    }
}
