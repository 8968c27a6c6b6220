import Testing
import TransitModel

private func fold(_ text: String) -> String {
    var folding = TextFolding()
    return folding.words(of: text).map { String(decoding: $0.letters, as: UTF16.self) }
        .joined(separator: " ")
}

private func expanded(_ text: String) -> [String] {
    var folding = TextFolding()
    return folding.words(of: text).compactMap { word in
        word.expanded.map { String(decoding: $0, as: UTF16.self) }
    }
}

@Suite struct FoldingTests {
    @Test(arguments: [
        ("Zürich HB", "zurich hb"), ("ZÜRICH, ETH Hönggerberg", "zurich eth honggerberg"),
        ("Straße", "strasse"), ("STRAẞE", "strasse"), ("Łódź Główna", "lodz glowna"),
        ("København Ø", "kobenhavn o"), ("Þórshöfn", "thorshofn"), ("İzmir IŞIK", "izmir isik"),
        ("Châtelet–Les Halles", "chatelet les halles"), ("L’Hôpital", "lhopital"),
        ("Paral·lel", "parallel"), ("São João", "sao joao"), ("Nguyễn Huệ", "nguyen hue"),
        ("Landis & Gyr", "landis and gyr"), ("S+U Zoo (Berlin)", "s u zoo berlin"),
        ("ＨＩＧＨ ﬁeld", "high field"), ("Œuvre Ærø", "oeuvre aero"),
    ])
    func `Latin letters lose case and accents`(text: String, folded: String) {
        #expect(fold(text) == folded)
    }

    @Test(arguments: [
        ("ΣΎΝΤΑΓΜΑ", "συνταγμα"), ("Πειραιάς", "πειραιασ"), ("ΠΕΙΡΑΙΑΣ", "πειραιασ"),
        ("Площадь Революции", "площадь революции"), ("Киевский вокзал", "киевский вокзал"),
        ("Берёзовая", "березовая"), ("Київ", "київ"), ("東京駅", "東 京 駅"), ("なんば", "な ん ば"),
        ("서울역", "서울역"), ("תל אביב", "תל אביב"), ("ירושלים", "ירושלים"), ("محطة", "محطة"),
        ("สยาม", "สยาม"), ("नई दिल्ली", "नई दिल्ली"),
    ])
    func `other scripts keep their letters`(text: String, folded: String) {
        #expect(fold(text) == folded)
    }

    @Test func `accents that stand apart are the same as those within letters`() {
        #expect(fold("Zu\u{308}rich") == "zurich")
        #expect(expanded("Zu\u{308}rich") == ["zuerich"])
        #expect(fold("и\u{306}од") == fold("йод"))
    }

    @Test func `umlauts have a spelling of two letters`() {
        #expect(expanded("Zürich Fünf Öl Älg") == ["zuerich", "fuenf", "oel", "aelg"])
        #expect(expanded("Ærø Blåvand Zug") == ["aeroe", "blaavand"])
    }

    @Test func `words know where they are`() {
        var folding = TextFolding()
        let text = "A 😀 Übér-Maß"
        let units = Array(text.utf16)
        let words = folding.words(of: text)
        #expect(
            words.map { String(decoding: units[$0.range], as: UTF16.self) } == ["A", "Übér", "Maß"])
        #expect(words.map(\.joinsNext) == [false, true, false])
    }

    @Test func `odd texts have no words or few`() {
        #expect(fold("") == "")
        #expect(fold(" .,-'’() ") == "")
        #expect(fold("\u{0}\u{7}\u{200b}\u{feff}") == "")
        #expect(fold("\u{301}\u{302}") == "")
    }
}
