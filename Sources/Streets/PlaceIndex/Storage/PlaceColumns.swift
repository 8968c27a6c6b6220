import FileMapping

/// The validated columns of a place index, which own the bytes that they view.
final class PlaceColumns: Sendable {
    /// No text or no postcode.
    static let none = UInt32.max
    /// No postcode, in ``addressPostcodes``.
    static let noPostcode = UInt8.max
    /// The flag of a suffix whose number is interpolated along a line.
    static let interpolatedBit: UInt16 = 1 << 15
    /// The step of ``addressNorths`` and ``addressEasts`` in ten-millionths of a degree: 1.1 m.
    static let addressStep: Int32 = 100

    private let bytes: MappedSlice

    let textOffsets: SectionColumn<UInt32>
    let textBytes: SectionColumn<UInt8>
    /// The number of words of each text, at most 255; 0 for texts that are not searched.
    let textWordCounts: SectionColumn<UInt8>

    let wordOffsets: SectionColumn<UInt32>
    let wordLetters: SectionColumn<UInt16>
    let wordTokens: SectionColumn<UInt32>
    let wordMasks: SectionColumn<UInt32>
    let postingOffsets: SectionColumn<UInt32>
    /// A text index, with the word's position in its lowest bits.
    let postings: SectionColumn<UInt32>

    let entryKinds: SectionColumn<UInt8>
    /// The text of the category (`cafe`), or ``none``.
    let entryCategories: SectionColumn<UInt32>
    let entryImportance: SectionColumn<UInt8>
    /// Ten-millionths of a degree.
    let entryLatitudes: SectionColumn<Int32>
    let entryLongitudes: SectionColumn<Int32>
    /// The displayed name.
    let entryNames: SectionColumn<UInt32>
    let entryAreas: SectionColumn<UInt32>

    let namedOffsets: SectionColumn<UInt32>
    let namedEntries: SectionColumn<UInt32>
    /// The text of the name's language, or ``none``.
    let namedLanguages: SectionColumn<UInt32>

    let areaOffsets: SectionColumn<UInt32>
    let areaTexts: SectionColumn<UInt32>
    let areaLocalities: SectionColumn<UInt32>
    let areaDistricts: SectionColumn<UInt32>

    let addressOffsets: SectionColumn<UInt32>
    /// Ascending within an entry; 0 for labels without a number (`Unit 2`).
    let addressNumbers: SectionColumn<UInt16>
    /// A row of ``suffixTexts``, with ``interpolatedBit``.
    let addressSuffixes: SectionColumn<UInt16>
    /// Steps north of the entry.
    let addressNorths: SectionColumn<Int16>
    /// Steps east of the entry.
    let addressEasts: SectionColumn<Int16>
    /// An index in the entry's list of postcodes.
    let addressPostcodes: SectionColumn<UInt8>
    let suffixTexts: SectionColumn<UInt32>
    let postcodeOffsets: SectionColumn<UInt32>
    let postcodeTexts: SectionColumn<UInt32>

    /// Whether house numbers mostly precede their streets.
    let hasNumbersFirst: Bool

    let pointLatitudes: SectionColumn<Int32>
    let pointLongitudes: SectionColumn<Int32>
    let pointEntries: SectionColumn<UInt32>

    init(_ table: SectionTable) throws(PlaceIndexError) {
        bytes = table.bytes
        textOffsets = try table.column(.textOffsets)
        textBytes = try table.column(.textBytes)
        textWordCounts = try table.column(.textWordCounts)
        wordOffsets = try table.column(.wordOffsets)
        wordLetters = try table.column(.wordLetters)
        wordTokens = try table.column(.wordTokens)
        wordMasks = try table.column(.wordMasks)
        postingOffsets = try table.column(.postingOffsets)
        postings = try table.column(.postings)
        entryKinds = try table.column(.entryKinds)
        entryCategories = try table.column(.entryCategories)
        entryImportance = try table.column(.entryImportance)
        entryLatitudes = try table.column(.entryLatitudes)
        entryLongitudes = try table.column(.entryLongitudes)
        entryNames = try table.column(.entryNames)
        entryAreas = try table.column(.entryAreas)
        namedOffsets = try table.column(.namedOffsets)
        namedEntries = try table.column(.namedEntries)
        namedLanguages = try table.column(.namedLanguages)
        areaOffsets = try table.column(.areaOffsets)
        areaTexts = try table.column(.areaTexts)
        areaLocalities = try table.column(.areaLocalities)
        areaDistricts = try table.column(.areaDistricts)
        addressOffsets = try table.column(.addressOffsets)
        addressNumbers = try table.column(.addressNumbers)
        addressSuffixes = try table.column(.addressSuffixes)
        addressNorths = try table.column(.addressNorths)
        addressEasts = try table.column(.addressEasts)
        addressPostcodes = try table.column(.addressPostcodes)
        suffixTexts = try table.column(.suffixTexts)
        postcodeOffsets = try table.column(.postcodeOffsets)
        postcodeTexts = try table.column(.postcodeTexts)
        pointLatitudes = try table.column(.pointLatitudes)
        pointLongitudes = try table.column(.pointLongitudes)
        pointEntries = try table.column(.pointEntries)
        let order: SectionColumn<UInt8> = try table.column(.numberOrder)
        hasNumbersFirst = order.count > 0 && order[0] == 1
        try checkBounds()
    }

    var textCount: Int { textWordCounts.count }
    var entryCount: Int { entryKinds.count }
    var areaCount: Int { areaLocalities.count }
    var addressCount: Int { addressNumbers.count }

    /// Whether an entry has no name, so that its category is shown instead.
    func isUnnamed(_ entry: Int) -> Bool {
        entryNames[entry] == entryCategories[entry]
            && entryKinds[entry] == PlaceKind.pointOfInterest.rawValue
    }

    /// The text with that index; nil for ``none``.
    func text(_ number: UInt32) -> String? {
        guard number != Self.none else { return nil }
        return String(decoding: textBytes[textOffsets.list(Int(number))], as: UTF8.self)
    }
}
