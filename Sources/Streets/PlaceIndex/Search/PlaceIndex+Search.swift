import TransitModel

extension PlaceIndex {
    /// The places that match a query, the best first; without a text, those around its position.
    ///
    /// Words may come in any order and be shortened. Each must begin a word of the name, locality
    /// or postcode of the place, or be one of its house numbers. A whole name ranks above the
    /// beginning of one, and that above words elsewhere in a name. Names with typos follow. If
    /// nothing else matches, places with only some of the words are returned. Words of four or more
    /// letters may have one typo, those of eight or more two. If a street lacks the house number,
    /// the street itself is found. Words for a kind of place (`pharmacy`, `Apotheke`) find all of
    /// that kind, the nearest first, and may follow a name that lacks them (`newport station`).
    ///
    /// - Complexity: Linear in the texts, some hundred microseconds for those of a large city.
    package func search(_ query: PlaceQuery) -> [PlaceHit] {
        let words = query.words()
        guard !words.isEmpty else {
            guard let near = query.near, query.text.allSatisfy(\.isWhitespace) else { return [] }
            return around(near, limit: query.boundedLimit)
        }
        let proximity = query.near.map(PlaceProximity.init)
        var pass = SearchPass(self, words, proximity, limit: query.boundedLimit)
        pass.run(allowsTypos: false)
        let mayHaveTypos = words.contains { word in
            word.spellings.contains { TypoMatching.limit(letters: $0.count) > 0 }
        }
        if pass.ranking.count < query.boundedLimit, mayHaveTypos { pass.run(allowsTypos: true) }
        if pass.ranking.count == 0, words.count > 1 { pass.runWithMissingWords() }
        return pass.ranking.candidates.map { hit($0, near: query.near) }
    }

    private func hit(_ candidate: PlaceCandidate, near: Coordinate?) -> PlaceHit {
        let entry = Int(candidate.entry)
        let shown = columns.entryNames[entry]
        var (matched, language): (String?, String?) = (nil, nil)
        if candidate.text != shown {
            matched = columns.text(candidate.text)
            let rows = columns.namedOffsets.list(Int(candidate.text))
            let row = rows.first { columns.namedEntries[$0] == candidate.entry }
            language = row.flatMap { columns.text(columns.namedLanguages[$0]) }
        }
        let draft = HitDraft(
            entry: entry, door: candidate.door, match: candidate.match, matchedName: matched,
            matchedLanguage: language)
        return hit(draft, near: near)
    }

    /// Completes a hit from the columns.
    func hit(_ draft: HitDraft, near: Coordinate?) -> PlaceHit {
        let entry = draft.entry
        let area = Int(columns.entryAreas[entry])
        let name = columns.text(columns.entryNames[entry]) ?? ""
        let address = draft.door.map { self.address($0, in: name, entry) }
        let kind = PlaceKind(rawValue: columns.entryKinds[entry]) ?? .pointOfInterest
        let point =
            draft.door?.point
            ?? MapPoint(
                latitude: columns.entryLatitudes[entry], longitude: columns.entryLongitudes[entry])
        let locality = columns.text(columns.areaLocalities[area])
        return PlaceHit(
            kind: address == nil ? PlaceHit.Kind(kind) : .address,
            name: address.map { shownName(of: $0) } ?? name,
            nearStreet: columns.isUnnamed(entry) ? street(near: point.coordinate) : nil,
            address: address,
            category: address == nil ? columns.text(columns.entryCategories[entry]) : nil,
            matchedName: draft.matchedName, matchedLanguage: draft.matchedLanguage,
            locality: kind == .locality && locality == name && address == nil ? nil : locality,
            district: columns.text(columns.areaDistricts[area]), coordinate: point.coordinate,
            distanceMetres: near.map { $0.distanceMetres(to: point.coordinate) },
            match: draft.match)
    }

    private func street(near coordinate: Coordinate) -> String? {
        guard let place = place(near: coordinate) else { return nil }
        return place.address?.street ?? (place.kind == .street ? place.name : nil)
    }

    private func shownName(of address: PlaceHit.HouseAddress) -> String {
        HouseNumberOrder.name(
            of: address.houseNumber, in: address.street, usuallyFirst: columns.hasNumbersFirst)
    }

    private func address(
        _ door: DoorMatch, in street: String, _ entry: Int
    ) -> PlaceHit.HouseAddress {
        let number = columns.addressNumbers[door.row]
        let suffix = columns.text(columns.suffixTexts[suffixRow(door.row)]) ?? ""
        let isMarked = columns.addressSuffixes[door.row] & PlaceColumns.interpolatedBit != 0
        return PlaceHit.HouseAddress(
            houseNumber: door.countedOut.map { "\($0)" }
                ?? (number > 0 ? "\(number)\(suffix)" : suffix),
            street: street, postcode: columns.text(postcode(ofAddress: door.row, entry)),
            isInterpolated: isMarked || door.countedOut != nil)
    }

    /// The text index of an address's postcode; ``PlaceColumns/none`` without one.
    func postcode(ofAddress row: Int, _ entry: Int) -> UInt32 {
        let place = columns.addressPostcodes[row]
        guard place != PlaceColumns.noPostcode else { return PlaceColumns.none }
        return columns.postcodeTexts[columns.postcodeOffsets.list(entry).lowerBound + Int(place)]
    }
}

/// A hit before its texts are looked up.
struct HitDraft {
    let entry: Int
    var door: DoorMatch?
    let match: PlaceHit.Match
    var matchedName: String?
    var matchedLanguage: String?
}
