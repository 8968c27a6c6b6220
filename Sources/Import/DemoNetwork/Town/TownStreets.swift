/// The streets of the town, which connect where they share a name.
enum Streets {
    /// Every street, railway line and shipping route.
    ///
    /// If several pass a stop, the first one determines the direction of its kerbs.
    static let all = arteries + centre + quarters + hill + region + tracks + scenery

    /// The names of arteries and country roads.
    static let main = Set((arteries + region).map(\.name))

    /// Junctions without a stop.
    static let junctions: [String: Point] = [
        "Ostkopf": Point(900, -45)
    ]

    private static let centre = [
        Street("Bahnhofstrasse", [.road, .tram], ["Bahnhof", "Rathaus", "Seeplatz"]),
        Street(
            "Seequai", [.road, .tram],
            [
                "Strandbad", .bend(-1330, -850), "Bootshafen", .bend(-860, -650), "Kursaal",
                .bend(-300, -575), "Seeplatz", "Schifflände", .bend(640, -675), "Badhüsli",
                .bend(1010, -1030), "Seeburg", .bend(1330, -1630), "Halden",
                .bend(1600, -2230), "Seehalden, Bahnhof",
            ]),
        Street(
            "Marktgasse", [.road, .tram], ["Westtor", "Kornhaus", "Rathaus", "Münster", "Osttor"]),
        Street("Unterführung", [.road, .tram], ["Theater", .bend(425, 10), "Bahnhof Nord"]),
        Street("Viaduktstrasse", [.road, .tram], ["Postplatz", .bend(-430, 20), "Viadukt"]),
    ]

    private static let arteries = [
        Street(
            "Weststrasse", [.road, .tram],
            [
                "Bahnhof", .bend(-170, -92), "Postplatz", .bend(-450, -190), "Westtor",
                .bend(-690, -345), "Lindenhof", .bend(-1230, -310), "Gaswerk", "Tramdepot",
                .bend(-2450, -190), "Schachen", .bend(-3060, -20), "Bahnhof West",
                .bend(-3500, 95), .bend(-3650, -40), "Lindmatt", .bend(-4080, -380),
                "Lindmatt Dorf",
            ]),
        Street(
            "Oststrasse", [.road, .tram],
            [
                "Bahnhof", .bend(170, -92), "Theater", .bend(460, -170), "Osttor",
                .bend(740, -330), "Kantonsschule", "Brauerei", .bend(1800, -480), "Gartenstadt",
                .bend(2330, -450), "Bahnhof Ost", .bend(2850, -440), "Sonnenberg",
                .bend(3560, -740), "Oberfeld Kirche", .bend(4280, -740), "Oberfeld Zentrum",
            ]),
        Street(
            "Nordstrasse", [.road, .tram],
            [
                "Bahnhof Nord", .bend(400, 400), "Messe", .bend(460, 960), "Ringplatz",
                .bend(420, 1540), "Stadion", .bend(620, 2080), "Eisfeld", .bend(860, 2620),
                "Neuhof", .bend(1130, 3200), "Nordheim",
            ]),
        Street(
            "Tannenstrasse", [.road, .tram],
            [
                "Viadukt", .bend(-520, 420), "Tannenplatz", .bend(-920, 950),
                .bend(-1080, 1110), "Bergbahn",
            ]),
        Street(
            "Westlicher Ring", [.road, .tram],
            [
                "Gaswerk", .bend(-1620, -90), .bend(-1740, 160), "Zeughaus", .bend(-1690, 680),
                "Pulverturm", .bend(-1330, 1100), "Bergbahn", .bend(-830, 1380), "Friedhof",
                .bend(-30, 1390), "Ringplatz",
            ]),
        Street(
            "Ostring", [.road, .tram],
            [
                "Ringplatz", .bend(760, 1200), "Technikum", .bend(1450, 960), "Spital Nord",
                .bend(2060, 720), "Kantonsspital", .bend(2470, 760), "Klinik Sonnmatt",
                .bend(2830, 1310), "Gewerbepark", .bend(2900, 1960), "Industrie Mitte",
                .bend(3150, 2400), "Bahnhof Industrie",
            ]),
        Street(
            "Spitalrain", .road,
            ["Kantonsspital", .bend(2430, 160), .bend(2500, -160), "Bahnhof Ost"]),
    ]

    private static let quarters = [
        Street("Depotweg", .road, ["Tramdepot", .bend(-2240, -430), "Allmend", "Schützenhaus"]),
        Street("Schützenweg", .road, ["Schützenhaus", .bend(-2400, -1400), "Ziegelei"]),
        Street("Allmendstrasse", .road, ["Allmend", .bend(-1900, -900), "Strandbad"]),
        Street(
            "Weiherstrasse", .road,
            [
                "Schachen", .bend(-2830, 120), "Weiher", .bend(-2780, 800), "Birkenweg",
                .bend(-2250, 960), "Rebhang",
            ]),
        Street(
            "Feldstrasse", .road,
            [
                "Zeughaus", .bend(-1480, 540), "Kaserne", .bend(-950, 640), "Tannenplatz",
                .bend(-420, 730), "Feldschulhaus", .bend(160, 710), "Messe",
                .bend(720, 600), "Wasserturm", .bend(1330, 545), "Frauenklinik",
                .bend(1960, 480), "Kantonsspital",
            ]),
        Street(
            "Lehmgrubenstrasse", .road,
            [
                "Ringplatz", .bend(180, 1500), "Lehmgrube", .bend(-290, 2160), "Neubruch",
                .bend(-470, 2620), .bend(-560, 2800), "Laborhof",
            ]),
        Street(
            "Industriestrasse", .road,
            [
                "Neuhof", .bend(1330, 2800), "Werkhof", .bend(2000, 2680), "Logistikpark",
                .bend(2650, 2380), "Industrie Mitte",
            ]),
        Street(
            "Werkstrasse", .road,
            [
                "Bahnhof Industrie", .bend(3620, 2540), "Kläranlage", .bend(4130, 2820),
                "Recyclinghof",
            ]),
        Street(
            "Gartenstrasse", .road,
            [
                "Osttor", .bend(760, -470), .bend(930, -620), "Volkshaus", .bend(1410, -720),
                "Rosengarten", .bend(2000, -930), "Sonnhalde", .bend(2520, -1450),
                .bend(2720, -1430), "Aussicht", .bend(2980, -1960), .bend(3310, -2080), "Höchi",
                .bend(3620, -2900), "Föhrenhof",
            ]),
        Street(
            "Sandstrasse", [.road, .tram],
            [
                "Zeughaus", .bend(-2030, 400), "Rotacker", .bend(-2590, 560), "Weiher",
                .bend(-3160, 540), "Sandgrube", .bend(-3660, 770), "Lindmatt Nord",
                .bend(-4230, 910), "Hofacker",
            ]),
        Street("Sandbrücke", .road, ["Bahnhof West", .bend(-3340, 330), "Sandgrube"]),
        Street(
            "Riedhaldenstrasse", [.road, .tram],
            [
                "Nordheim", .bend(1120, 3760), .bend(980, 3900), "Tannrain", .bend(560, 4090),
                "Riedhalde",
            ]),
        Street(
            "Hochwachtstrasse", .road,
            [
                "Stadion", .bend(820, 1790), "Sternwarte", .bend(1450, 1570), "Hochwacht",
                .bend(2060, 1480), "Steinacker", .bend(2640, 1640), "Gewerbepark",
            ]),
        Street(
            "Ahornstrasse", .road,
            [
                "Sonnenberg", .bend(3220, -850), "Ahornweg", .bend(3600, -1230), "Freibad",
                .bend(4320, -1290), "Oberfeld Süd", .bend(4720, -920), "Oberfeld Zentrum",
            ]),
        Street("Schulweg", .road, ["Kantonsschule", .bend(1030, -520), "Volkshaus"]),
        Street("Grabenstrasse", .road, ["Westtor", .bend(-545, -450), "Kursaal"]),
        Street("Rosenweg", .road, ["Rosengarten", .bend(1830, -620), "Gartenstadt"]),
        Street("Badweg", .road, ["Badhüsli", .bend(960, -690), "Volkshaus"]),
        Street("Zentrumsweg", .road, ["Bahnhof Nord", .bend(-50, 120), "Viadukt"]),
    ]

    private static let hill = [
        Street(
            "Bergstrasse", .road,
            [
                "Pulverturm", .bend(-1740, 930), "Rebhang", .bend(-2230, 1190),
                .bend(-2260, 1300), .bend(-2080, 1330), .bend(-1760, 1390), .bend(-1560, 1480),
                .bend(-1590, 1590), .bend(-1780, 1640), "Steinbruch", .bend(-2230, 1800),
                .bend(-2340, 1910), .bend(-2230, 2010), .bend(-1930, 2080), .bend(-1760, 2160),
                "Campus Tor",
            ]),
        Street("Campusallee", .road, ["Campus Tor", .bend(-1790, 2480), "Mensa"]),
        Street(
            "Westlicher Campusring", .road,
            [
                "Mensa", .bend(-2000, 2720), "Bibliothek", .bend(-2420, 2850), "Sporthalle",
                .bend(-2900, 2820), "Wohnheim", .bend(-2990, 2380), "Botanischer Garten",
                .bend(-2500, 2240), "Physik", .bend(-2030, 2400), "Mensa",
            ]),
        Street(
            "Östlicher Campusring", .road,
            [
                "Mensa", .bend(-1640, 2660), "Informatik", .bend(-1290, 2900), "Chemie",
                .bend(-860, 2990), "Laborhof", .bend(-660, 2700), "Gästehaus",
                .bend(-1040, 2440), "Innovationspark", .bend(-1500, 2430), "Mensa",
            ]),
        Street(
            "Bergbahn", .cable,
            ["Bergbahn Talstation", "Bergbahn Mittelstation", "Bergbahn Bergstation"]),
    ]

    /// Old-town lanes without a line, as scenery for the map.
    private static let scenery = [
        Street("Kirchgasse", .foot, [.bend(-250, -100), .bend(-245, -210), "Kornhaus"]),
        Street("Gerbergasse", .foot, ["Kornhaus", .bend(-230, -450), .bend(-220, -580)]),
        Street("Schulgasse", .foot, [.bend(290, -120), .bend(285, -220), "Münster"]),
        Street("Fischergasse", .foot, ["Münster", .bend(300, -450), .bend(310, -605)]),
        Street("Obere Gasse", .foot, [.bend(-430, -215), .bend(-120, -210), .bend(470, -200)]),
        Street("Untere Gasse", .foot, [.bend(-540, -440), .bend(-100, -455), .bend(520, -430)]),
        Street("Ostgraben", .foot, ["Osttor", .bend(560, -440), .bend(500, -640)]),
    ]
}
