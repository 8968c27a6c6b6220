/// Unique texts, numbered by first appearance.
struct TextPool {
    private(set) var texts: [String] = []
    private var numbers: [String: UInt32] = [:]

    /// The number of a text, which is added if it is new.
    mutating func number(of text: String) -> UInt32 {
        if let number = numbers[text] { return number }
        let number = UInt32(texts.count)
        texts.append(text)
        numbers[text] = number
        return number
    }
}

/// A name and its language as indices of texts.
struct DraftName: Hashable {
    let text: UInt32
    let language: UInt32
}

struct LocalityDraft {
    var names: [DraftName]
    let rank: LocalityRank
    let point: MapPoint
}

/// A way of a street.
struct WayDraft {
    let names: [DraftName]
    let importance: UInt8
    let samples: [MapPoint]
    let box: MapBox
}

/// A point of interest.
struct SpotDraft {
    let names: [DraftName]
    let category: UInt32
    let importance: UInt8
    let point: MapPoint
}

/// A house number.
struct AddressDraft {
    let number: UInt16
    let suffix: UInt32
    let tags: AddressTexts
    let point: MapPoint
    let isInterpolated: Bool
}

/// A future entry of the index.
struct EntryDraft {
    let kind: PlaceKind
    var category = PlaceColumns.none
    var importance: UInt8 = 0
    var names: [DraftName]
    var anchor: MapPoint
    var box = MapBox()
    var area: AreaKey
    /// Points that represent the entry on the map.
    var samples: [MapPoint] = []
    /// Rows of the builder's addresses.
    var addresses: [Int32] = []

    /// Whether it has no name and is found by its kind only.
    var isUnnamed: Bool { kind == .pointOfInterest && names[0].text == category }
}

/// The settlement and the district of a point, as indices of localities; -1 for none.
struct AreaKey: Hashable {
    var settlement: Int32 = -1
    var district: Int32 = -1
}
