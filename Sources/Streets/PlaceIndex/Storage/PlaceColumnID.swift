/// The columns of a place index; a number is never used for anything else.
enum PlaceColumnID: UInt32 {
    /// All texts, each once: names, localities, postcodes, categories, languages.
    case textOffsets = 1, textBytes, textWordCounts

    /// The words of names, localities and postcodes.
    case wordOffsets = 10, wordLetters, wordTokens, wordMasks, postingOffsets, postings

    /// What can be found, the most important first.
    case entryKinds = 20, entryCategories, entryImportance, entryLatitudes, entryLongitudes
    case entryNames, entryAreas

    /// The entries that a text is a name of.
    case namedOffsets = 30, namedEntries, namedLanguages

    /// Where entries lie: lists of texts, and which of these are shown.
    case areaOffsets = 40, areaTexts, areaLocalities, areaDistricts

    /// The house numbers of each entry.
    case addressOffsets = 50, addressNumbers, addressSuffixes, addressNorths, addressEasts
    case addressPostcodes, suffixTexts, postcodeOffsets, postcodeTexts

    /// One value: 1 where house numbers are mostly said before their streets.
    case numberOrder = 70

    /// Points of entries, by squares of the map.
    case pointLatitudes = 60, pointLongitudes, pointEntries
}
