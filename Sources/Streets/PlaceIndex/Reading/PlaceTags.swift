import OSMPBF

/// The keys that places are read from, with their numbers in `TagWords`.
enum PlaceKey: UInt16, CaseIterable {
    case name = 1, altName, oldName, shortName, officialName, localName
    case highway, place, interpolation, wikidata, wikipedia
    case houseNumber, street, addressPlace, city, suburb, postcode
    // The kind of a point of interest; the first of these keys determines it.
    case amenity, shop, tourism, leisure, historic, office, healthcare, craft, railway, aeroway
    case publicTransport, club, manMade, natural, landuse, building

    /// The key in OpenStreetMap.
    var word: String {
        switch self {
        case .altName: "alt_name"
        case .oldName: "old_name"
        case .shortName: "short_name"
        case .officialName: "official_name"
        case .localName: "loc_name"
        case .interpolation: "addr:interpolation"
        case .houseNumber: "addr:housenumber"
        case .street: "addr:street"
        case .addressPlace: "addr:place"
        case .city: "addr:city"
        case .suburb: "addr:suburb"
        case .postcode: "addr:postcode"
        case .publicTransport: "public_transport"
        case .manMade: "man_made"
        default: "\(self)"
        }
    }

    static let words = TagWords(allCases.map(\.word))

    var isOtherName: Bool { self > .name && self <= .localName }
    var isCategory: Bool { self >= .amenity }
}

extension PlaceKey: Comparable {
    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The relevant tags of an element, as string indices in its block; 0 for missing ones.
struct PlaceTags {
    private(set) var values = [Int](repeating: 0, count: PlaceKey.allCases.count + 1)
    /// The names in other languages, as string indices of the key and the name.
    private(set) var translations: [(key: Int, name: Int)] = []
    /// The first key that determines the kind of a point of interest.
    private(set) var category: PlaceKey?
    /// Whether its kind is enough to find it, without a name.
    private var isFoundUnnamed = false

    subscript(key: PlaceKey) -> Int { values[Int(key.rawValue)] }

    /// Whether the element may be a place.
    var isPlace: Bool {
        self[.houseNumber] != 0 || self[.interpolation] != 0 || isFoundUnnamed
            || self[.name] != 0
                && (category != nil || self[.highway] != 0 || self[.place] != 0)
    }

    mutating func read(_ tags: [ExtractTag], _ names: BlockNames) {
        for row in values.indices { values[row] = 0 }
        translations.removeAll(keepingCapacity: true)
        category = nil
        isFoundUnnamed = false
        for tag in tags {
            let number = names.numbers[tag.key]
            if let key = PlaceKey(rawValue: number) {
                values[Int(number)] = tag.value
                if key.isCategory, category.map({ key < $0 }) ?? true { category = key }
                if key == .amenity, names.isUnnamedKind[tag.value] { isFoundUnnamed = true }
            } else if names.isTranslation[tag.key] {
                translations.append((tag.key, tag.value))
            }
        }
    }
}

/// The meanings of a block's strings, looked up once for all its elements.
struct BlockNames {
    private(set) var numbers: [UInt16] = []
    /// Whether each string is a key such as `name:cy`.
    private(set) var isTranslation: [Bool] = []
    /// Whether each string is a value of places that are found without a name.
    private(set) var isUnnamedKind: [Bool] = []
    /// The indices of strings in the builder's pool; `PlaceColumns.none` until requested.
    private var pooled: [UInt32] = []

    private static let prefix = Array("name:".utf8)
    private static let unnamedKinds = CategoryWords.unnamed.map { Array($0.utf8) }

    /// Looks up the strings of another block.
    mutating func read(_ texts: BlockTexts) {
        PlaceKey.words.number(texts, into: &numbers)
        isTranslation.removeAll(keepingCapacity: true)
        isUnnamedKind.removeAll(keepingCapacity: true)
        for text in 0..<texts.count {
            isUnnamedKind.append(
                texts.withUTF8(text) { utf8 in
                    Self.unnamedKinds.contains { utf8.elementsEqual($0) }
                })
            isTranslation.append(
                texts.withUTF8(text) { utf8 in
                    // `name:cy` and `name:zh-Hant`, but not `name:etymology:wikidata`.
                    utf8.count > 6 && utf8.count <= 15 && utf8.starts(with: Self.prefix)
                        && !utf8.dropFirst(5).contains(UInt8(ascii: ":"))
                })
        }
        pooled.removeAll(keepingCapacity: true)
        pooled.append(contentsOf: repeatElement(PlaceColumns.none, count: texts.count))
    }

    /// The index of a string in a pool.
    ///
    /// It is `PlaceColumns.none` for string 0 and for strings that are too long.
    mutating func number(
        _ text: Int, _ texts: BlockTexts, _ pool: inout TextPool
    ) -> UInt32 {
        if text == 0 { return PlaceColumns.none }
        if pooled[text] == PlaceColumns.none {
            let value = texts[text]
            guard !value.isEmpty, value.utf8.count <= PlaceIndexBuilder.maximumNameBytes else {
                return PlaceColumns.none
            }
            pooled[text] = pool.number(of: value)
        }
        return pooled[text]
    }
}
