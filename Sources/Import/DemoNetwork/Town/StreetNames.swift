/// Invents names for side streets, some 500 before one is used again.
struct StreetNames {
    private let taken: Set<String>
    private var count = 0

    /// Starts with the first name; `taken` are names of other streets.
    init(without taken: Set<String>) {
        self.taken = taken
    }

    mutating func next() -> String {
        while true {
            let beginning = Self.beginnings[count % Self.beginnings.count]
            let ending = Self.endings[
                (count / Self.beginnings.count + count) % Self.endings.count]
            count += 1
            let name = beginning + ending
            if !taken.contains(name) { return name }
        }
    }

    private static let endings = ["weg", "strasse", "gasse", "rain", "matte", "halde"]

    private static let beginnings = [
        "Ahorn", "Akazien", "Amsel", "Apfel", "Arven", "Aster", "Bach", "Bären", "Bienen",
        "Birken", "Blumen", "Brunnen", "Buchen", "Buchfinken", "Dachs", "Dahlien", "Distel",
        "Dorf", "Drossel", "Eichen", "Enzian", "Erlen", "Eschen", "Falken", "Farn", "Feld",
        "Finken", "Flieder", "Föhren", "Forellen", "Fuchs", "Garten", "Ginster", "Glocken",
        "Habicht", "Hasel", "Hecht", "Heide", "Hirschen", "Holunder", "Hopfen", "Igel", "Iris",
        "Kastanien", "Kirsch", "Klee", "Krokus", "Lärchen", "Lerchen", "Lilien", "Linden",
        "Luchs", "Malven", "Meisen", "Milan", "Mohn", "Mühle", "Narzissen", "Nelken", "Nussbaum",
        "Otter", "Pappel", "Primel", "Quellen", "Quitten", "Reben", "Reh", "Reiher", "Rosen",
        "Salbei", "Sand", "Schlehen", "Schwalben", "Spatzen", "Storchen", "Tulpen", "Ulmen",
        "Veilchen", "Wachtel", "Weiden", "Wiesen", "Zeisig",
    ]
}
