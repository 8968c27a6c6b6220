/// The stops of the town by neighbourhood, in metres east and north of the main station.
enum Town {
    /// Every place of the network.
    static let places =
        centre + west + north + east + lakeside + hillside + campus + industry + Region.places

    private static let centre = [
        Place(railway: "Seewil", 0, 0, tracks: 7, zone: "10"),
        Place("Bahnhof", 0, -95, .bays(8), station: "Seewil"),
        Place("Bahnhof Nord", 410, 150),
        Place("Postplatz", -330, -115),
        Place("Theater", 330, -115),
        Place("Westtor", -520, -300, wheelchair: 2),
        Place("Kornhaus", -250, -318, wheelchair: 2),
        Place("Rathaus", 10, -335),
        Place("Münster", 290, -322, wheelchair: 2),
        Place("Osttor", 570, -275),
    ]

    private static let west = [
        Place("Lindenhof", -950, -335),
        Place("Gaswerk", -1500, -280),
        Place("Tramdepot", -2100, -205),
        Place("Schachen", -2750, -120),
        Place("Bahnhof West", -3300, 120, station: "Seewil West"),
        Place("Lindmatt", -3850, -170),
        Place("Lindmatt Dorf", -4400, -520),
        Place("Allmend", -2280, -690, wheelchair: 0),
        Place("Schützenhaus", -2500, -1130, wheelchair: 2),
        Place("Weiher", -2870, 560),
        Place("Birkenweg", -2560, 930, wheelchair: 0),
        Place("Rotacker", -2310, 480),
        Place("Sandgrube", -3420, 590),
        Place("Lindmatt Nord", -3950, 860),
        Place("Hofacker", -4520, 1010, wheelchair: 0),
    ]

    private static let north = [
        Place("Viadukt", -455, 190),
        Place("Tannenplatz", -700, 690),
        Place("Kaserne", -1200, 600),
        Place("Zeughaus", -1750, 430),
        Place("Pulverturm", -1520, 900),
        Place("Bergbahn", -1130, 1240),
        Place("Friedhof", -480, 1420),
        Place("Ringplatz", 400, 1270),
        Place("Feldschulhaus", -130, 745, wheelchair: 0),
        Place("Messe", 450, 650),
        Place("Wasserturm", 1000, 590),
        Place("Technikum", 1100, 1080),
        Place("Stadion", 520, 1800),
        Place("Eisfeld", 720, 2350),
        Place("Neuhof", 1000, 2900),
        Place("Nordheim", 1180, 3500),
        Place("Tannrain", 800, 3980),
        Place("Riedhalde", 330, 4330),
        Place("Sternwarte", 1130, 1700, wheelchair: 0),
        Place("Hochwacht", 1760, 1500, wheelchair: 2),
        Place("Steinacker", 2340, 1540, wheelchair: 0),
        Place("Lehmgrube", -130, 1900, wheelchair: 0),
        Place("Neubruch", -330, 2430, wheelchair: 0),
    ]

    private static let east = [
        Place("Kantonsschule", 1000, -330),
        Place("Brauerei", 1550, -425),
        Place("Gartenstadt", 2050, -490),
        Place("Bahnhof Ost", 2560, -400, station: "Seewil Ost"),
        Place("Sonnenberg", 3200, -610),
        Place("Oberfeld Kirche", 3900, -760),
        Place("Oberfeld Zentrum", 4600, -640, station: "Oberfeld"),
        Place("Ahornweg", 3340, -1050, wheelchair: 0),
        Place("Freibad", 3950, -1290),
        Place("Oberfeld Süd", 4620, -1180, wheelchair: 0),
        Place("Frauenklinik", 1650, 520),
        Place("Spital Nord", 1780, 850),
        Place("Kantonsspital", 2280, 500),
        Place("Klinik Sonnmatt", 2680, 1000),
        Place("Volkshaus", 1150, -680),
        Place("Rosengarten", 1680, -820, wheelchair: 0),
        Place("Sonnhalde", 2300, -1130, wheelchair: 2),
        Place("Aussicht", 2900, -1650, wheelchair: 2),
        Place("Höchi", 3450, -2450, .pole, wheelchair: 0),
        Place("Föhrenhof", 4150, -3350, .pole, wheelchair: 0),
    ]

    private static let lakeside = [
        Place("Strandbad", -1520, -980),
        Place("Bootshafen", -1120, -735),
        Place("Kursaal", -590, -600),
        Place("Seeplatz", 0, -590),
        Place("Schifflände", 400, -625),
        Place("Schiffsteg", 300, -715, .pole, station: "Schifflände"),
        Place("Badhüsli", 820, -760),
        Place("Seeburg", 1170, -1330),
        Place("Halden", 1480, -1950),
        Place("Ziegelei", -2120, -1530),
        Place("Rebgut", -2700, -2430, .pole, wheelchair: 2),
    ]

    private static let hillside = [
        Place("Bergbahn Talstation", -1190, 1290, .pole, station: "Bergbahn", wheelchair: 1),
        Place("Bergbahn Mittelstation", -1480, 1800, .pole, wheelchair: 2),
        Place("Bergbahn Bergstation", -1760, 2300, .pole, station: "Campus Tor"),
        Place("Rebhang", -1960, 1040, wheelchair: 2),
        Place("Steinbruch", -1960, 1700, wheelchair: 2),
    ]

    private static let campus = [
        Place("Campus Tor", -1820, 2330),
        Place("Mensa", -1830, 2620),
        Place("Bibliothek", -2190, 2760),
        Place("Sporthalle", -2640, 2880),
        Place("Wohnheim", -3020, 2600),
        Place("Botanischer Garten", -2740, 2270, .pole, wheelchair: 0),
        Place("Physik", -2270, 2320, .pole),
        Place("Informatik", -1450, 2760),
        Place("Chemie", -1090, 2980),
        Place("Laborhof", -690, 2860, .pole),
        Place("Gästehaus", -810, 2560, .pole, wheelchair: 0),
        Place("Innovationspark", -1240, 2400, .pole),
    ]

    private static let industry = [
        Place("Werkhof", 1680, 2740, wheelchair: 0),
        Place("Logistikpark", 2330, 2540),
        Place("Gewerbepark", 2900, 1620),
        Place("Industrie Mitte", 2930, 2290),
        Place("Bahnhof Industrie", 3370, 2390, station: "Seewil Industrie"),
        Place("Kläranlage", 3900, 2640, wheelchair: 2),
        Place("Recyclinghof", 4300, 3050, .pole, wheelchair: 0),
    ]
}
