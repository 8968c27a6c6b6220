/// The content of a map element without its position; texts are indices of the builder's pool.
enum PlaceFeature {
    case address(AddressFeature)
    case locality([DraftName], LocalityRank)
    /// A square: a street without a line.
    case street([DraftName], importance: UInt8)
    case pointOfInterest([DraftName], category: UInt32, importance: UInt8)
    /// A place that only its kind is known of.
    case unnamed(category: UInt32)

    var isLocality: Bool {
        if case .locality = self { return true }
        return false
    }

    var address: AddressFeature? {
        if case .address(let address) = self { return address }
        return nil
    }
}

/// The tags of an address.
struct AddressFeature {
    let houseNumber: String
    let texts: AddressTexts
}

/// The texts of an address except its number; `PlaceColumns.none` for missing ones.
struct AddressTexts {
    let street: UInt32
    let place: UInt32
    let city: UInt32
    let suburb: UInt32
    let postcode: UInt32
}

extension PlaceIndexBuilder {
    /// Adds a feature at a point, which is the middle of an area.
    mutating func add(_ feature: PlaceFeature, at point: MapPoint) {
        switch feature {
        case .address(let address):
            for number in HouseNumber.numbers(in: address.houseNumber) {
                addAddress(number, address.texts, at: point, isInterpolated: false)
            }
        case .locality(let names, let rank):
            localities.append(LocalityDraft(names: names, rank: rank, point: point))
        case .street(let names, let importance):
            addStreet(names, importance: importance, line: [point])
        case .pointOfInterest(let names, let category, let importance):
            spots.append(
                SpotDraft(
                    names: names, category: category, importance: importance, point: point))
        case .unnamed(let category):
            // Its category is shown instead of a name.
            let name = DraftName(text: category, language: PlaceColumns.none)
            spots.append(
                SpotDraft(names: [name], category: category, importance: 0, point: point))
        }
    }

    /// The tags with texts instead of indices.
    func tags(_ address: AddressFeature) -> AddressTags {
        func text(_ number: UInt32) -> String? {
            number == PlaceColumns.none ? nil : self.texts.texts[Int(number)]
        }
        let texts = address.texts
        var tags = AddressTags(
            address.houseNumber, street: text(texts.street), city: text(texts.city))
        tags.place = text(texts.place)
        tags.suburb = text(texts.suburb)
        tags.postcode = text(texts.postcode)
        return tags
    }
}
