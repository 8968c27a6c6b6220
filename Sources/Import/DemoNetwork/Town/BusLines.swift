/// Trolleybuses and buses of the town, and the night network.
extension Lines {
    static let trolleybuses = [
        Line(
            name: "10", longName: "Ringlinie Lindmatt – Ringplatz – Oberfeld",
            vehicle: .trolleybus, colour: "00857C",
            courses: [
                Course(
                    [
                        "Lindmatt", "Bahnhof West", "Schachen", "Weiher", "Birkenweg", "Rebhang",
                        "Pulverturm", "Bergbahn", "Friedhof", "Ringplatz", "Technikum",
                        "Spital Nord", Call("Kantonsspital").waiting(20), "Bahnhof Ost",
                        "Sonnenberg", "Oberfeld Kirche", "Oberfeld Zentrum",
                    ], .strongBus)
            ]),
        Line(
            name: "11", longName: "Ziegelei – Zeughaus – Messe – Spital – Rosengarten",
            vehicle: .trolleybus, colour: "C4511C",
            courses: [
                Course(
                    [
                        "Ziegelei", "Schützenhaus", "Allmend", "Tramdepot", "Gaswerk", "Zeughaus",
                        "Kaserne", "Tannenplatz", "Feldschulhaus", "Messe", "Wasserturm",
                        "Frauenklinik", "Kantonsspital", "Bahnhof Ost", "Gartenstadt",
                        "Rosengarten",
                    ], .strongBus.shifted(outbound: 1, inbound: 2))
            ]),
    ]

    static let cityBuses = [
        Line(
            name: "12", longName: "Bahnhof – Hochschulen", vehicle: .bus, colour: "CC1F6F",
            courses: [
                Course(
                    [
                        "Bahnhof#E/F", "Postplatz", "Viadukt", "Tannenplatz", "Bergbahn",
                        "Pulverturm", "Rebhang", Call("Steinbruch").onRequest(), "Campus Tor",
                        "Mensa", "Bibliothek", "Sporthalle", "Wohnheim",
                    ], .strongBus.shifted(outbound: 2, inbound: 0)),
                Course(
                    [
                        "Bahnhof#E/F", "Postplatz", "Viadukt", "Tannenplatz", "Bergbahn",
                        "Pulverturm", "Rebhang", Call("Steinbruch").onRequest(), "Campus Tor",
                        "Mensa",
                    ],
                    Headways([
                        .weekday: [
                            Headways.Band("07:04", "09:30", every: 5),
                            Headways.Band("15:59", "18:00", every: 10),
                        ]
                    ])),
            ]),
        Line(
            name: "13", longName: "Birkenweg – Bahnhof – Sonnhalde – Föhrenhof", vehicle: .bus,
            colour: "5F7A0E",
            courses: [
                Course(
                    [
                        "Birkenweg", "Weiher", "Rotacker", "Zeughaus", "Kaserne", "Tannenplatz",
                        "Viadukt", "Postplatz", Call("Bahnhof#G/H").waiting(60), "Theater",
                        "Osttor", "Volkshaus", "Rosengarten", "Sonnhalde", "Aussicht",
                        Call("Höchi").onRequest(), "Föhrenhof",
                    ], .cityBus.shifted(outbound: 3, inbound: 1))
            ]),
        Line(
            name: "14", longName: "Schützenhaus – Bahnhof – Spital – Industrie", vehicle: .bus,
            colour: "8A5A2B",
            courses: [
                Course(
                    [
                        "Schützenhaus", "Allmend", "Strandbad", "Bootshafen", "Kursaal",
                        "Westtor", "Postplatz", Call("Bahnhof#E/F").waiting(60), "Theater",
                        "Bahnhof Nord", "Messe", "Wasserturm", "Frauenklinik", "Kantonsspital",
                        "Klinik Sonnmatt", "Gewerbepark", "Industrie Mitte", "Bahnhof Industrie",
                        "Kläranlage", "Recyclinghof",
                    ], .cityBus.shifted(outbound: 4, inbound: 2))
            ]),
        Line(
            name: "15", longName: "Bahnhof – Tramdepot – Sandgrube – Hofacker", vehicle: .bus,
            colour: "2F6F9F", continuesAs: "16",
            courses: [
                Course(
                    [
                        "Bahnhof#G/H", "Postplatz", "Westtor", "Lindenhof", "Gaswerk",
                        "Tramdepot", "Schachen", "Bahnhof West", "Sandgrube", "Lindmatt Nord",
                        "Hofacker",
                    ], .cityBus.meeting(at: "Bahnhof", outbound: 1, inbound: 0))
            ]),
        Line(
            name: "16", longName: "Bahnhof – Volkshaus – Freibad – Oberfeld", vehicle: .bus,
            colour: "2F6F9F", continuesAs: "15",
            courses: [
                Course(
                    [
                        "Bahnhof#H/G", "Theater", "Osttor", "Volkshaus", "Rosengarten",
                        "Gartenstadt", "Bahnhof Ost", "Sonnenberg", "Ahornweg", "Freibad",
                        "Oberfeld Süd", "Oberfeld Zentrum",
                    ], .cityBus.meeting(at: "Bahnhof", outbound: 1, inbound: 0))
            ]),
        Line(
            name: "17", longName: "Riedhalde – Logistikpark – Spital – Badhüsli", vehicle: .bus,
            colour: "8E6500", hasDistances: false,
            courses: [
                Course(
                    [
                        "Riedhalde", "Tannrain", "Nordheim", "Neuhof",
                        Call("Werkhof").onRequest(), "Logistikpark", "Industrie Mitte",
                        "Gewerbepark", "Klinik Sonnmatt", "Kantonsspital", "Bahnhof Ost",
                        "Gartenstadt", "Brauerei", "Kantonsschule", "Volkshaus", "Badhüsli",
                    ], .quarterBus.shifted(outbound: 6, inbound: 2))
            ]),
        Line(
            name: "18", longName: "Seeburg – Bahnhof – Lehmgrube – Hochschulen Nord",
            vehicle: .bus, colour: "4C5BA8",
            courses: [
                Course(
                    [
                        "Seeburg", "Badhüsli", "Schifflände", "Seeplatz", "Rathaus",
                        Call("Bahnhof#E/F").waiting(60), "Postplatz", "Viadukt", "Tannenplatz",
                        "Feldschulhaus", "Messe", "Ringplatz", "Lehmgrube", "Neubruch",
                        "Laborhof", "Chemie", "Informatik", "Mensa",
                    ], .cityBus.shifted(outbound: 1, inbound: 4))
            ]),
        Line(
            name: "19", longName: "Hochschulen – Weiher – Strandbad", vehicle: .bus,
            colour: "2C7A6B",
            courses: [
                Course(
                    [
                        "Wohnheim", "Sporthalle", "Bibliothek", "Mensa", "Campus Tor",
                        Call("Steinbruch").onRequest(), "Rebhang", "Birkenweg", "Weiher",
                        "Schachen", "Tramdepot", "Allmend", "Strandbad",
                    ], .quarterBus.shifted(outbound: 5, inbound: 7))
            ]),
        Line(
            name: "20", longName: "Hofacker – Bergbahn – Stadion – Industrie", vehicle: .bus,
            colour: "8B6914", hasDistances: false,
            courses: [
                Course(
                    [
                        "Hofacker", "Lindmatt Nord", "Sandgrube", "Weiher", "Rotacker",
                        "Zeughaus", "Pulverturm", "Bergbahn", "Friedhof", "Ringplatz", "Stadion",
                        "Sternwarte", "Hochwacht", "Steinacker", "Gewerbepark",
                        "Industrie Mitte", "Bahnhof Industrie", "Kläranlage", "Recyclinghof",
                    ], .cityBus.shifted(outbound: 2, inbound: 5))
            ]),
    ]

    static let night = [
        Line(
            name: "N1", longName: "Nachtlinie Lindmatt – Bahnhof – Oberfeld", vehicle: .bus,
            colour: "6565AB",
            courses: [
                Course(
                    [
                        Call("Lindmatt Dorf"), "Lindmatt", "Bahnhof West", "Schachen",
                        "Tramdepot", "Gaswerk", "Lindenhof", "Westtor", "Postplatz",
                        Call("Bahnhof#G/H").waiting(120), "Theater", "Osttor", "Kantonsschule",
                        "Brauerei", "Gartenstadt", "Bahnhof Ost", "Sonnenberg",
                        "Oberfeld Kirche", "Oberfeld Zentrum",
                    ], .night.meeting(at: "Bahnhof", outbound: 2, inbound: 2))
            ]),
        Line(
            name: "N2", longName: "Nachtlinie Seehalden – Bahnhof – Nordheim", vehicle: .bus,
            colour: "9B5583",
            courses: [
                Course(
                    [
                        "Seehalden, Bahnhof", "Halden", "Seeburg", "Badhüsli", "Schifflände",
                        "Seeplatz", "Rathaus", Call("Bahnhof#G/H").waiting(120), "Theater",
                        "Bahnhof Nord", "Messe", "Ringplatz", "Stadion", "Eisfeld", "Neuhof",
                        "Nordheim",
                    ], .night.meeting(at: "Bahnhof", outbound: 2, inbound: 2))
            ]),
        Line(
            name: "N3", longName: "Nachtlinie Bahnhof – Hochschulen", vehicle: .bus,
            colour: "4F7386",
            courses: [
                Course(
                    [
                        "Bahnhof#E/F", "Postplatz", "Viadukt", "Tannenplatz", "Bergbahn",
                        "Pulverturm", "Rebhang", "Campus Tor", "Mensa", "Bibliothek",
                        "Sporthalle", "Wohnheim",
                    ], .night.meeting(at: "Bahnhof", outbound: 2, inbound: 0))
            ]),
    ]
}
