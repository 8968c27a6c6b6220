/// The columns of the entries' house numbers.
struct DoorColumns {
    private let addresses: [AddressDraft]
    private var offsets: [UInt32] = [0]
    private var numbers: [UInt16] = []
    private var suffixes: [UInt16] = []
    private var norths: [Int16] = []
    private var easts: [Int16] = []
    private var postcodes: [UInt8] = []
    private var suffixRows: [UInt32: UInt16] = [:]
    private var suffixTexts: [UInt32] = []
    private var postcodeOffsets: [UInt32] = [0]
    private(set) var postcodeTexts: [UInt32] = []

    /// The distance in metres beyond which an equal number is a separate door.
    private static let sameDoorMetres = 150.0

    /// Creates empty columns; `plain` is the text of the empty suffix.
    init(_ addresses: [AddressDraft], plain: UInt32) {
        self.addresses = addresses
        _ = row(ofSuffix: plain)
    }

    var count: Int { numbers.count }

    /// Adds the house numbers of the next entry, without duplicates.
    mutating func add(_ entry: EntryDraft) {
        let scale = MapScale(at: entry.anchor)
        let sorted = entry.addresses.map { addresses[Int($0)] }.enumerated().sorted {
            let (left, right) = ($0.element, $1.element)
            // Mapped doors come before interpolated ones.
            return (left.number, left.suffix, left.isInterpolated ? 1 : 0, $0.offset)
                < (right.number, right.suffix, right.isInterpolated ? 1 : 0, $1.offset)
        }
        var kept: [AddressDraft] = []
        for (_, address) in sorted {
            let twin = kept.last {
                $0.number == address.number && $0.suffix == address.suffix
            }
            if let twin {
                let away = scale.squaredMetres(twin.point, address.point)
                let limit = Self.sameDoorMetres * Self.sameDoorMetres
                if address.isInterpolated || away < limit { continue }
            }
            kept.append(address)
        }
        let firstPostcode = postcodeTexts.count
        for address in kept { add(address, entry, firstPostcode) }
        offsets.append(UInt32(numbers.count))
        postcodeOffsets.append(UInt32(postcodeTexts.count))
    }

    private mutating func add(_ address: AddressDraft, _ entry: EntryDraft, _ firstPostcode: Int) {
        guard let offset = AddressOffset(of: address.point, from: entry.anchor) else { return }
        numbers.append(address.number)
        let suffix = row(ofSuffix: address.suffix)
        suffixes.append(address.isInterpolated ? suffix | PlaceColumns.interpolatedBit : suffix)
        norths.append(offset.north)
        easts.append(offset.east)
        postcodes.append(place(ofPostcode: address.tags.postcode, from: firstPostcode))
    }

    private mutating func row(ofSuffix text: UInt32) -> UInt16 {
        if let row = suffixRows[text] { return row }
        // No city has 30,000 kinds of suffixes; further ones are dropped.
        guard suffixTexts.count < Int(PlaceColumns.interpolatedBit) else { return 0 }
        let row = UInt16(suffixTexts.count)
        suffixRows[text] = row
        suffixTexts.append(text)
        return row
    }

    private mutating func place(ofPostcode text: UInt32, from first: Int) -> UInt8 {
        guard text != PlaceColumns.none else { return PlaceColumns.noPostcode }
        if let place = postcodeTexts[first...].firstIndex(of: text) { return UInt8(place - first) }
        guard postcodeTexts.count - first < Int(PlaceColumns.noPostcode) else {
            return PlaceColumns.noPostcode
        }
        postcodeTexts.append(text)
        return UInt8(postcodeTexts.count - first - 1)
    }

    func write(to writer: inout SectionWriter) {
        writer.add(.addressOffsets, offsets)
        writer.add(.addressNumbers, numbers)
        writer.add(.addressSuffixes, suffixes)
        writer.add(.addressNorths, norths)
        writer.add(.addressEasts, easts)
        writer.add(.addressPostcodes, postcodes)
        writer.add(.suffixTexts, suffixTexts)
        writer.add(.postcodeOffsets, postcodeOffsets)
        writer.add(.postcodeTexts, postcodeTexts)
    }
}
