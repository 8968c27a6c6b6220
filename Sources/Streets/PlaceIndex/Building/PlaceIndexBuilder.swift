package import TransitModel

/// Collects named features of a map and builds a place index.
///
/// Features may come in any order. ``PlaceReader`` limits the number and length of their names, so
/// that no single feature can grow the index without bound.
package struct PlaceIndexBuilder {
    /// The maximum number of names by which one feature is found.
    package static let maximumNames = 64
    /// The maximum length of a name in bytes; longer names are dropped.
    package static let maximumNameBytes = 250
    /// The distance in metres between points that represent a street.
    static let sampleMetres = 40.0

    var texts = TextPool()
    var localities: [LocalityDraft] = []
    var ways: [WayDraft] = []
    var spots: [SpotDraft] = []
    var addresses: [AddressDraft] = []

    package init() {}

    /// Adds a way of a street or square; near ways with the same name form one street.
    ///
    /// `importance`: 0...255.
    ///
    /// `line`: The points of the way; without any it is dropped.
    mutating func addStreet(_ names: [DraftName], importance: UInt8, line: [MapPoint]) {
        guard !line.isEmpty else { return }
        let samples = Self.samples(of: line)
        var box = MapBox()
        for sample in samples { box.include(sample) }
        ways.append(WayDraft(names: names, importance: importance, samples: samples, box: box))
    }

    /// Adds the numbers along a line between two doors, which are added separately.
    ///
    /// `step` is 1, or 2 if all numbers are odd or all are even.
    package mutating func addInterpolation(
        _ ends: (first: AddressTags, last: AddressTags), step: Int, line: [Coordinate]
    ) {
        guard let first = HouseNumber.numbers(in: ends.first.houseNumber).first,
            let last = HouseNumber.numbers(in: ends.last.houseNumber).first, step > 0
        else { return }
        let (from, to) = (Int(first.number), Int(last.number))
        guard from > 0, to > 0, from != to, abs(to - from) <= HouseNumber.maximumInterpolated else {
            return
        }
        let tags = feature(ends.first).texts
        for number in stride(from: from, through: to, by: from < to ? step : -step).dropFirst()
        where number != to {
            let share = Double(number - from) / Double(to - from)
            guard let point = Self.point(of: line, at: share) else { return }
            let door = HouseNumber(number: UInt16(number), suffix: "")
            addAddress(door, tags, at: MapPoint(point), isInterpolated: true)
        }
    }

    mutating func addAddress(
        _ number: HouseNumber, _ tags: AddressTexts, at point: MapPoint, isInterpolated: Bool
    ) {
        addresses.append(
            AddressDraft(
                number: number.number, suffix: texts.number(of: number.suffix), tags: tags,
                point: point, isInterpolated: isInterpolated))
    }

    private mutating func feature(_ tags: AddressTags) -> AddressFeature {
        func text(_ tag: String?) -> UInt32 {
            guard let tag, !tag.isEmpty, tag.utf8.count <= Self.maximumNameBytes else {
                return PlaceColumns.none
            }
            return texts.number(of: tag)
        }
        return AddressFeature(
            houseNumber: tags.houseNumber,
            texts: AddressTexts(
                street: text(tags.street), place: text(tags.place), city: text(tags.city),
                suburb: text(tags.suburb), postcode: text(tags.postcode)))
    }

    /// Points along a line, including its ends.
    private static func samples(of line: [MapPoint]) -> [MapPoint] {
        var last = line[0]
        var samples = [last]
        let scale = MapScale(at: last)
        for next in line.dropFirst() {
            let metres = scale.squaredMetres(last, next).squareRoot()
            // A segment across the whole map is a mapping error.
            let steps = min(500, Int(metres / sampleMetres))
            if steps == 0 { continue }
            let (from, to) = (last.coordinate, next.coordinate)
            for step in 1...steps {
                let share = Double(step) * sampleMetres / metres
                samples.append(MapPoint(from.interpolated(to: to, fraction: share)))
            }
            // The next segment starts at the last sample, so that short segments accumulate.
            last = samples[samples.count - 1]
        }
        if let end = line.last, samples.last != end { samples.append(end) }
        return samples
    }

    /// The point at a fraction (0...1) of a line's length; nil for a line without points.
    private static func point(of line: [Coordinate], at share: Double) -> Coordinate? {
        let lengths = zip(line, line.dropFirst()).map { $0.distanceMetres(to: $1) }
        var rest = lengths.reduce(0, +) * share
        for (row, length) in lengths.enumerated() {
            if rest <= length, length > 0 {
                return line[row].interpolated(to: line[row + 1], fraction: rest / length)
            }
            rest -= length
        }
        return line.last
    }
}

/// The tags of an address, such as `addr:housenumber`; nil for missing ones.
package struct AddressTags: Sendable {
    /// One number or several (`1;2`).
    package var houseNumber: String
    /// The street name on its sign.
    package var street: String?
    /// The village or estate whose houses are numbered without streets.
    package var place: String?
    /// The town of the postal address.
    package var city: String?
    /// The part of the town.
    package var suburb: String?
    /// The postcode in its written form (`NP20 4AL`).
    package var postcode: String?

    package init(_ houseNumber: String, street: String? = nil, city: String? = nil) {
        self.houseNumber = houseNumber
        self.street = street
        self.city = city
    }
}
