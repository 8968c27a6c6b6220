/// Common abbreviations in stop names, applied in both directions.
///
/// Each line gives a short form and what it stands for. Endings are those of compound words
/// (`Friedrichstr.`).
package enum Abbreviations {
    private static let lines = """
        st: sankt saint street sint szent santo
        ste: sainte
        sta: santa station
        sankt: saint
        hb: hauptbahnhof hbf
        hbf: hauptbahnhof
        bhf: bahnhof
        bf: bahnhof
        bhfpl: bahnhofplatz
        str: strasse street
        pl: platz place plaza plac
        pza: plaza
        pzza: piazza
        sq: square
        ave: avenue avenida
        av: avenue avenida
        avda: avenida
        blvd: boulevard
        bway: broadway
        bd: boulevard
        rd: road
        dr: drive doctor
        ln: lane
        ct: court
        hwy: highway
        pkwy: parkway
        expy: expressway
        ctr: center centre
        cntr: center centre
        center: centre
        stn: station
        jct: junction
        jn: junction
        rte: route
        ter: terminal terrace
        mt: mount
        ft: fort
        fg: faubourg
        intl: international
        apt: airport
        univ: university universitat universite
        uni: universitat universite university
        hosp: hospital
        sch: school
        gdn: garden
        gdns: gardens
        cl: close
        cres: crescent
        tce: terrace
        pde: parade
        tv: travessa
        lg: largo
        pca: praca
        sto: santo
        ctra: carretera
        vle: viale
        n: north norte nord
        s: south sud sur
        e: east est este
        w: west
        nb: northbound
        sb: southbound
        eb: eastbound
        wb: westbound
        abzw: abzweigung abzweig
        gr: gross grosser grosse
        kl: klein kleiner kleine
        estac: estacion estacao
        ul: ulica
        al: aleja aleje
        os: osiedle
        chem: chemin
        imp: impasse
        dw: dworzec
        and: und et y e i og och en
        1st: first
        2nd: second
        3rd: third
        4th: fourth
        5th: fifth
        """

    private static let endings = [
        ("str", "strasse"), ("pl", "platz"), ("bhf", "bahnhof"), ("bf", "bahnhof"),
    ].map { (short: Array($0.0.utf16), full: Array($0.1.utf16)) }

    /// The other spellings of each word in the table.
    private static let others: [[UInt16]: [[UInt16]]] = {
        var others: [[UInt16]: [[UInt16]]] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split { $0 == ":" || $0 == " " }.map { Array($0.utf16) }
            guard let short = words.first else { continue }
            for full in words.dropFirst() {
                others[short, default: []].append(full)
                others[full, default: []].append(short)
            }
        }
        return others
    }()

    /// For each word in the table, the alphabetically first of all words linked to it.
    private static let firsts: [[UInt16]: [UInt16]] = {
        let words = others.keys.sorted { $0.lexicographicallyPrecedes($1) }
        let rows = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, UInt32($0)) })
        var sets = DisjointSets(words.count)
        for (word, row) in rows {
            for other in others[word, default: []].compactMap({ rows[$0] }) {
                sets.join(row, other)
            }
        }
        return rows.mapValues { words[Int(sets.root(of: $0))] }
    }()

    /// Words that riders add to the name of a railway station named only after its town.
    package static let stationWords = [
        "bahnhof", "bhf", "bf", "station", "stn", "gare", "stazione", "estacion", "estacio",
        "estacao", "dworzec", "nadrazi",
    ].map { Array($0.utf16) }

    /// Words for a town's main station, which riders add even where the town has only one.
    package static let mainStationWords = ["hb", "hbf", "hauptbahnhof"].map { Array($0.utf16) }

    /// The words of ``stationWords`` and ``mainStationWords``.
    package static let anyStationWords = stationWords + mainStationWords

    /// Words that end or begin the names of many streets, and say nothing without the rest of one.
    package static let streetWords = [
        "street", "st", "road", "rd", "avenue", "ave", "av", "lane", "ln", "drive", "dr", "way",
        "close", "court", "ct", "place", "pl", "square", "sq", "crescent", "terrace", "boulevard",
        "blvd", "bd", "strasse", "str", "gasse", "weg", "platz", "allee", "rue", "chemin",
        "avenida", "rua", "calle", "via", "viale", "piazza", "ulica", "ul",
    ].map { Array($0.utf16) }

    /// Words that riders write between or before those of a name (`gare de Zug`, `bus stop Mill
    /// Lane`), where no name has them.
    package static let fillers = [
        "de", "du", "des", "d", "di", "da", "do", "del", "della", "la", "le", "der", "of", "the",
        "at", "in", "im", "am", "an", "bei", "bus", "train", "railway", "stop", "haltestelle",
        "arret", "fermata",
    ].map { Array($0.utf16) }

    /// Returns the other spellings of a folded word; empty for almost all words.
    package static func spellings(of word: [UInt16]) -> [[UInt16]] {
        if let ordinal = Ordinals.otherSpelling(of: word) {
            return others[word, default: []] + [ordinal]
        }
        if let others = others[word] { return others }
        for (short, full) in endings {
            if word.count >= short.count + 3, word.ends(with: short) {
                return [word.dropLast(short.count) + full]
            }
            if word.count >= full.count + 3, word.ends(with: full) {
                return [word.dropLast(full.count) + short]
            }
        }
        return []
    }

    /// First parts of German names of places.
    private static let compoundHeads = [
        "ober", "unter", "nieder", "mittel", "vorder", "hinter", "inner", "ausser", "gross",
        "klein",
    ].map { Array($0.utf16) }

    /// The fewest letters of a compound's second part; shorter ones, as in `Oberdorf`, would be
    /// found too often.
    private static let minimumTail = 5
    /// The fewest letters of a word with such a part.
    static let minimumCompound = 4 + minimumTail

    /// Returns the second part of a compound; nil for other words.
    static func compoundTail(of word: [UInt16]) -> [UInt16]? {
        guard let head = compoundHeads.first(where: { word.starts(with: $0) }),
            word.count >= head.count + minimumTail
        else { return nil }
        return Array(word[head.count...])
    }

    /// Returns one canonical spelling for a folded word and all its alternatives.
    ///
    /// Some different words share one (`st`).
    package static func common(of word: [UInt16]) -> [UInt16] {
        if let first = firsts[word] { return first }
        for (short, full) in endings where word.count >= short.count + 3 && word.ends(with: short) {
            return word.dropLast(short.count) + full
        }
        return word
    }
}

extension [UInt16] {
    fileprivate func ends(with end: [UInt16]) -> Bool {
        count >= end.count && self[(count - end.count)...].elementsEqual(end)
    }
}
