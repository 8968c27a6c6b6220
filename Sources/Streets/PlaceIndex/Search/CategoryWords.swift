import TransitModel

/// The words by which riders ask for a kind of place instead of a name (`pharmacy`, `Apotheke`).
enum CategoryWords {
    /// OpenStreetMap's values of a kind, and its words in English, German, French and Italian.
    private static let lines = """
        station halt: station, stn, train station, railway station, rail station, bahnhof, bhf, \
        hauptbahnhof, hbf, hb, gare, stazione, stazione ferroviaria
        bus_station: bus station, coach station, busbahnhof, gare routière, autostazione, \
        stazione degli autobus
        ferry_terminal: ferry, ferry terminal, fähre, fährhafen, schiffstation, embarcadère, \
        débarcadère, traghetto, imbarcadero
        aerodrome: airport, flughafen, aéroport, aeroporto
        pharmacy chemist: pharmacy, chemist, apotheke, drogerie, pharmacie, farmacia
        hospital: hospital, spital, krankenhaus, hôpital, ospedale
        doctors clinic: doctor, doctors, clinic, arzt, ärzte, arztpraxis, klinik, médecin, \
        clinique, medico, clinica
        dentist: dentist, zahnarzt, dentiste, dentista
        supermarket: supermarket, supermarkt, supermarché, supermercato
        bakery: bakery, bäckerei, boulangerie, panetteria, panificio
        kiosk newsagent: kiosk, newsagent, kiosque, edicola, chiosco
        cafe: café, coffee, coffee shop, kaffee, caffè, caffetteria
        restaurant: restaurant, ristorante
        pub bar: pub, bar, kneipe
        toilets: toilets, wc, loo, restroom, toiletten, klo, toilettes, bagno, gabinetto, \
        servizi igienici
        drinking_water: drinking water, water fountain, trinkwasser, trinkbrunnen, eau potable, \
        acqua potabile
        atm: atm, cash machine, cashpoint, geldautomat, bankomat, bancomat, \
        distributeur de billets
        bank: bank, banque, banca
        post_office: post office, post, postamt, poststelle, poste, bureau de poste, \
        ufficio postale
        police: police, police station, polizei, polizeiposten, polizeiwache, gendarmerie, \
        commissariat, polizia, carabinieri, stazione di polizia
        fire_station: fire station, feuerwehr, feuerwache, caserne de pompiers, pompiers, \
        vigili del fuoco, pompieri
        fuel: petrol station, gas station, filling station, tankstelle, station service, \
        station essence, benzinaio, stazione di servizio, distributore
        parking: parking, car park, parkplatz, parkhaus, parcheggio
        information: tourist information, tourist office, touristeninformation, \
        tourist info, office de tourisme, ufficio turistico
        townhall: town hall, city hall, rathaus, gemeindehaus, mairie, hôtel de ville, \
        municipio, comune
        school: school, schule, école, scuola
        kindergarten: kindergarten, nursery, kita, crèche, école maternelle, asilo
        university college: university, college, universität, hochschule, université, università
        library: library, bibliothek, bücherei, bibliothèque, biblioteca
        museum: museum, musée, museo
        cinema: cinema, kino, cinéma
        theatre: theatre, theater, théâtre, teatro
        swimming_pool water_park: swimming pool, schwimmbad, hallenbad, freibad, piscine, piscina
        park: park, parc, parco
        playground: playground, spielplatz, aire de jeux, place de jeux, parco giochi
        stadium: stadium, stadion, stade, stadio
        hotel: hotel, hôtel, albergo
        hostel: hostel, jugendherberge, auberge de jeunesse, ostello
        cemetery grave_yard: cemetery, friedhof, cimetière, cimitero
        """

    /// Values whose places are found although most of them have no name.
    static let unnamed: Set<String> = ["toilets", "drinking_water", "atm"]

    /// Words between the kind and the name, as in `gare de Newport`.
    private static let connecting: Set<[UInt16]> = Set(
        [
            "of", "in", "at", "near", "the", "von", "in", "am", "im", "bei", "de", "du", "des",
            "d", "la", "le", "a", "di", "del", "della", "da",
        ].map { Array($0.utf16) })

    /// The letters from which the beginning of a word counts as the word.
    private static let minimumLetters = 4

    private struct Phrase {
        let words: [[UInt16]]
        let kind: UInt8
    }

    private static let table: (phrases: [Phrase], kinds: [String: UInt8]) = {
        var (phrases, kinds): ([Phrase], [String: UInt8]) = ([], [:])
        var folding = TextFolding()
        for (row, line) in lines.split(separator: "\n").enumerated() {
            let parts = line.split(separator: ":")
            guard parts.count == 2 else { preconditionFailure("a kind without words") }
            let kind = UInt8(row + 1)
            for value in parts[0].split(separator: " ") { kinds[String(value)] = kind }
            for phrase in parts[1].split(separator: ",") {
                let words = folding.words(of: phrase)
                phrases.append(Phrase(words: words.map(\.letters), kind: kind))
                if words.contains(where: { $0.expanded != nil }) {
                    let expanded = words.map { $0.expanded ?? $0.letters }
                    phrases.append(Phrase(words: expanded, kind: kind))
                }
            }
        }
        return (phrases, kinds)
    }()

    /// One more than the number of kinds.
    static var kindLimit: Int { lines.split(separator: "\n").count + 1 }

    /// The number of the kind with an OpenStreetMap value, from 1; 0 for values without words.
    static func kind(_ value: String) -> UInt8 { table.kinds[value] ?? 0 }

    /// Query words that name a kind.
    struct Reading {
        let kind: UInt8
        /// The words as a bit set, with those that connect them to a name.
        let words: UInt16
        /// Whether they are typed in full.
        let isWhole: Bool
    }

    /// The kinds that a query names, each by the longest phrase (`bus station` is no `station`).
    ///
    /// Beginnings of words count only where no word in full does.
    static func readings(of words: [FoldedWord]) -> [Reading] {
        var readings: [Reading] = []
        var start = 0
        while start < words.count {
            let found = table.phrases.compactMap { phrase in
                match(phrase, words[start...]).map { (phrase: phrase, isWhole: $0) }
            }
            let longest = found.map(\.phrase.words.count).max() ?? 0
            let best = found.filter { $0.phrase.words.count == longest }
            let isWhole = best.contains(where: \.isWhole)
            var end = start + max(1, longest)
            if longest > 0 {
                while end < words.count, connecting.contains(words[end].letters) { end += 1 }
                let bits = UInt16(1) << UInt16(end) - UInt16(1) << UInt16(start)
                let kinds = Set(best.filter { $0.isWhole == isWhole }.map(\.phrase.kind))
                readings += kinds.sorted().map {
                    Reading(kind: $0, words: bits, isWhole: isWhole)
                }
            }
            start = end
        }
        return readings
    }

    /// Whether words begin with a phrase: true if in full, false if its last word is shortened.
    private static func match(_ phrase: Phrase, _ words: ArraySlice<FoldedWord>) -> Bool? {
        guard phrase.words.count <= words.count, let last = phrase.words.last else { return nil }
        for (wanted, word) in zip(phrase.words.dropLast(), words)
        where !word.spellings.contains(wanted) {
            return nil
        }
        let typed = words[words.startIndex + phrase.words.count - 1]
        if typed.spellings.contains(last) { return true }
        let begins = typed.spellings.contains {
            $0.count >= minimumLetters && last.starts(with: $0)
        }
        return begins ? false : nil
    }
}
