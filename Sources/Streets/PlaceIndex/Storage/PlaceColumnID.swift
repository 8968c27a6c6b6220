/// The columns of a place index; numbers are never reused.
enum PlaceColumnID: UInt32 {
    /// The unique texts: names, localities, postcodes, categories, languages.
    case textOffsets = 1, textBytes, textWordCounts

    /// The words of names, localities and postcodes.
    case wordOffsets = 10, wordLetters, wordTokens, wordMasks, postingOffsets, postings

    /// The entries, by descending importance.
    case entryKinds = 20, entryCategories, entryImportance, entryLatitudes, entryLongitudes
    case entryNames, entryAreas

    /// The entries named by each text.
    case namedOffsets = 30, namedEntries, namedLanguages

    /// The areas of entries: lists of texts, and the displayed ones.
    case areaOffsets = 40, areaTexts, areaLocalities, areaDistricts

    /// The house numbers of each entry.
    case addressOffsets = 50, addressNumbers, addressSuffixes, addressNorths, addressEasts
    case addressPostcodes, suffixTexts, postcodeOffsets, postcodeTexts

    /// A single value: 1 if house numbers mostly precede their streets.
    case numberOrder = 70

    /// The points of entries, sorted by grid squares.
    case pointLatitudes = 60, pointLongitudes, pointEntries
}
