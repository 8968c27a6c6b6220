/// The areas of entries: the displayed locality, and all names that match it in a search.
struct AreaBuilder {
    private struct Area: Hashable {
        var locality = PlaceColumns.none
        var district = PlaceColumns.none
        var texts: [UInt32] = []
    }

    /// The maximum number of postal towns by which an entry is found.
    private static let maximumCities = 4

    private let localities: [LocalityDraft]
    private var rows: [Area: UInt32] = [:]
    private var areas: [Area] = []

    init(_ localities: [LocalityDraft]) {
        self.localities = localities
    }

    var searchedTexts: [UInt32] { areas.flatMap(\.texts) }

    /// The row of an area; the town in most addresses takes precedence over the nearest one.
    mutating func area(_ key: AreaKey, _ addresses: [AddressDraft]) -> UInt32 {
        var area = Area()
        func add(_ texts: [UInt32]) {
            for text in texts where !area.texts.contains(text) { area.texts.append(text) }
        }
        if key.settlement >= 0 {
            let names = localities[Int(key.settlement)].names.map(\.text)
            area.locality = names[0]
            add(names)
        }
        if key.district >= 0 {
            let names = localities[Int(key.district)].names.map(\.text)
            area.district = names[0]
            add(names)
        }
        let cities = Self.mostNamed(addresses.map(\.tags.city))
        if let city = cities.first, city.votes * 2 >= addresses.count { area.locality = city.text }
        add(cities.prefix(Self.maximumCities).map(\.text))
        add(Self.mostNamed(addresses.map(\.tags.suburb)).prefix(Self.maximumCities).map(\.text))
        if area.district == area.locality { area.district = PlaceColumns.none }
        area.texts.sort()
        if let row = rows[area] { return row }
        let row = UInt32(areas.count)
        rows[area] = row
        areas.append(area)
        return row
    }

    private static func mostNamed(_ texts: [UInt32]) -> [(text: UInt32, votes: Int)] {
        var votes: [UInt32: Int] = [:]
        for text in texts where text != PlaceColumns.none { votes[text, default: 0] += 1 }
        return votes.map { ($0.key, $0.value) }.sorted {
            ($1.votes, $0.text) < ($0.votes, $1.text)
        }
    }

    func write(to writer: inout SectionWriter) {
        var offsets: [UInt32] = [0]
        for area in areas { offsets.append(offsets[offsets.count - 1] + UInt32(area.texts.count)) }
        writer.add(.areaOffsets, offsets)
        writer.add(.areaTexts, areas.flatMap(\.texts))
        writer.add(.areaLocalities, areas.map(\.locality))
        writer.add(.areaDistricts, areas.map(\.district))
    }
}
