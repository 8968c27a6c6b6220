package import StreetsFile

extension PlaceIndexBuilder {
    /// Merges, assigns and sorts all added features.
    ///
    /// - Complexity: Linear in the features, plus sorting names and points.
    package consuming func finish() -> PlaceIndexContents {
        var map = LocalityMap(localities)
        var entries = map.localities.enumerated().map { row, locality in
            var area = map.area(at: locality.point)
            // A settlement belongs to itself only.
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
    /// The number of searchable streets, points of interest, localities and postcodes.
    package let placeCount: Int
    /// The number of searchable house numbers, including interpolated ones.
    package let addressCount: Int
    let writer: SectionWriter

    /// Appends the index to the current section of a streets file.
    ///
    /// - Throws: `StreetsFileError` if the disk is full or fails.
    package func write(to file: StreetsFileWriter) throws(StreetsFileError) {
        try writer.write { (bytes) throws(StreetsFileError) in try file.write(bytes) }
    }

    /// The index as bytes in memory.
    package func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        writer.write { bytes.append(contentsOf: $0) }
        return bytes
    }
}
