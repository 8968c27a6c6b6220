/// Country roads, railway lines and ships' courses.
extension Streets {
    static let region = [
        Street(
            "Seestrasse West", [.road, .tram],
            [
                "Strandbad", .bend(-1790, -1230), "Ziegelei", .bend(-2440, -1960), "Rebgut",
                .bend(-2880, -2860), "Wyssgraben, Rank", .bend(-3190, -3740), "Wyssgraben, Dorf",
                .bend(-3180, -4680), "Tannlikon, Kreuz", .bend(-3260, -5780), "Tannlikon, Dorf",
                .bend(-2930, -6400), "Tannlikon, Schiff",
            ]),
        Street(
            "Seestrasse Ost", .road,
            [
                "Seehalden, Bahnhof", .bend(1590, -2510), "Seehalden, See", .bend(1550, -2790),
                "Seehalden, Kirche", .bend(1580, -3450), "Erlenstad, Rebberg",
                .bend(1420, -4300), "Erlenstad, Bahnhof", .bend(1260, -4930), "Erlenstad, Schiff",
            ]),
        Street(
            "Quellikerstrasse", .road,
            [
                "Lindmatt Dorf", .bend(-4900, -520), "Egghalde, Dorf", .bend(-5900, -80),
                "Egghalde, Mühle", .bend(-6980, 480), "Quellikon, Bahnhof", .bend(-7800, 1020),
                "Quellikon, Oberdorf", .bend(-7880, 1900), "Hinterberg, Sennerei",
                .bend(-8620, 2390), .bend(-8650, 2600), "Hinterberg, Kapelle",
            ]),
        Street(
            "Haslenstrasse", .road,
            [
                "Wohnheim", .bend(-3380, 2870), "Oberhaslen, Waldhof", .bend(-4180, 3640),
                "Oberhaslen, Haslenmoos", "Oberhaslen, Käserei", .bend(-5180, 4980),
                "Oberhaslen, Dorfplatz",
            ]),
        Street(
            "Riedmattstrasse", .road,
            [
                "Nordheim", .bend(1310, 3870), "Riedmatt, Post", .bend(1790, 4520),
                "Riedmatt, Gabelung", .bend(2480, 5100), "Birkenrüti, Säge", .bend(3550, 5400),
                "Birkenrüti, Dorf", .bend(4460, 5290), "Birkenrüti, Bahnhof",
            ]),
        Street(
            "Alpenblickstrasse", .road,
            [
                "Riedmatt, Gabelung", .bend(1880, 5220), "Riedmatt, Oberdorf",
                .bend(1240, 5820), .bend(1190, 6140), "Riedmatt, Alpenblick",
            ]),
        Street(
            "Zinkerstrasse", .road,
            [
                "Oberfeld Zentrum", .bend(5000, -770), "Moosbach, Linde", .bend(6010, -900),
                "Moosbach, Schulhaus", .bend(7350, -280), "Mooswilen, Bahnhof",
                .bend(8220, 560), "Mooswilen, Kirche", .bend(9020, 1180), "Oberzink, Weid",
                .bend(9860, 2050), "Oberzink, Dorf", .bend(11020, 1990), "Zinkwil, Ziegelhütte",
                .bend(12020, 1240), "Zinkwil, Bahnhof",
            ]),
    ]

    static let tracks = [
        Street(
            "Hauptlinie", .railway,
            [
                "Weissbrugg", .bend(-21000, 4350), "Nusswilen", .bend(-14000, 2300), "Föhrlikon",
                .bend(-9500, 1400), "Quellikon", .bend(-6200, 560), .bend(-4700, 310),
                "Seewil West", .bend(-2000, 120), .bend(-900, 15), "Seewil", "Ostkopf",
                .bend(1800, -150), "Seewil Ost", .bend(3600, -430), "Oberfeld",
                .bend(6400, -200), "Mooswilen", .bend(10300, 850), "Zinkwil",
                .bend(15800, 500), "Grossrieden", .bend(24000, 950), "Thalstadt",
            ]),
        Street(
            "Nordlinie", .railway,
            [
                "Ostkopf", .bend(1550, 0), .bend(2280, 230), .bend(2900, 700),
                .bend(3250, 1500), "Seewil Industrie", .bend(3700, 3250), .bend(4300, 4350),
                "Birkenrüti", .bend(5600, 7000), "Dornfluh", .bend(5800, 11200), "Krähstein",
            ]),
        Street(
            "Seelinie", .railway,
            [
                "Ostkopf", .bend(1450, -170), .bend(1830, -560), .bend(1990, -1180),
                .bend(1960, -1850), "Seehalden", .bend(1850, -3400), "Erlenstad",
                .bend(1260, -6150), "Lauenried", .bend(850, -9400), "Pfaffenried",
            ]),
        Street(
            "Kursschiff", .water,
            [
                "Schiffsteg", .bend(230, -1150), .bend(650, -2150), "Seehalden, See",
            ]),
        Street(
            "Kursschiff zum Westufer", .water,
            ["Seehalden, See", .bend(500, -3000), .bend(-1000, -3750), "Wyssgraben, Schiff"]),
        Street(
            "Kursschiff zum Ostufer", .water,
            [
                "Wyssgraben, Schiff", .bend(-1800, -4350), .bend(-700, -4500), .bend(500, -4850),
                "Erlenstad, Schiff",
            ]),
        Street(
            "Kursschiff zur Tannenbucht", .water,
            ["Erlenstad, Schiff", .bend(300, -5450), .bend(-1700, -6250), "Tannlikon, Schiff"]),
        Street(
            "Kursschiff zum Seeende", .water,
            [
                "Tannlikon, Schiff", .bend(-1900, -7000), .bend(-700, -9000),
                "Pfaffenried, Schiff",
            ]),
    ]
}
