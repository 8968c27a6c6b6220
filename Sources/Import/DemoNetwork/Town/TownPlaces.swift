/// The stops of the town by neighbourhood, in metres east and north of the main station.
enum Town {
    /// Every place of the network.
    static let places =
        centre + west + north + east + lakeside + hillside + campus + industry + Region.places

    private static let centre = [
        StopPlace(railway: "Seewil", 0, 0, tracks: 7, zone: "10"),
        StopPlace("Bahnhof", 0, -95, .bays(8), station: "Seewil"),
        StopPlace("Bahnhof Nord", 410, 150),
        StopPlace("Postplatz", -330, -115),
        StopPlace("Theater", 330, -115),
        StopPlace("Westtor", -520, -300, wheelchair: 2),
        StopPlace("Kornhaus", -250, -318, wheelchair: 2),
        StopPlace("Rathaus", 10, -335),
        StopPlace("Münster", 290, -322, wheelchair: 2),
        StopPlace("Osttor", 570, -275),
    ]

    private static let west = [
        StopPlace("Lindenhof", -950, -335),
        StopPlace("Gaswerk", -1500, -280),
        StopPlace("Tramdepot", -2100, -205),
        StopPlace("Schachen", -2750, -120),
        StopPlace("Bahnhof West", -3300, 120, station: "Seewil West"),
        StopPlace("Lindmatt", -3850, -170),
        StopPlace("Lindmatt Dorf", -4400, -520),
        StopPlace("Allmend", -2280, -690, wheelchair: 0),
        StopPlace("Schützenhaus", -2500, -1130, wheelchair: 2),
        StopPlace("Weiher", -2870, 560),
        StopPlace("Birkenweg", -2560, 930, wheelchair: 0),
        StopPlace("Rotacker", -2310, 480),
        StopPlace("Sandgrube", -3420, 590),
        StopPlace("Lindmatt Nord", -3950, 860),
        StopPlace("Hofacker", -4520, 1010, wheelchair: 0),
    ]

    private static let north = [
        StopPlace("Viadukt", -455, 190),
        StopPlace("Tannenplatz", -700, 690),
        StopPlace("Kaserne", -1200, 600),
        StopPlace("Zeughaus", -1750, 430),
        StopPlace("Pulverturm", -1520, 900),
        StopPlace("Bergbahn", -1130, 1240),
        StopPlace("Friedhof", -480, 1420),
        StopPlace("Ringplatz", 400, 1270),
        StopPlace("Feldschulhaus", -130, 745, wheelchair: 0),
        StopPlace("Messe", 450, 650),
        StopPlace("Wasserturm", 1000, 590),
        StopPlace("Technikum", 1100, 1080),
        StopPlace("Stadion", 520, 1800),
        StopPlace("Eisfeld", 720, 2350),
        StopPlace("Neuhof", 1000, 2900),
        StopPlace("Nordheim", 1180, 3500),
        StopPlace("Tannrain", 800, 3980),
        StopPlace("Riedhalde", 330, 4330),
        StopPlace("Sternwarte", 1130, 1700, wheelchair: 0),
        StopPlace("Hochwacht", 1760, 1500, wheelchair: 2),
        StopPlace("Steinacker", 2340, 1540, wheelchair: 0),
        StopPlace("Lehmgrube", -130, 1900, wheelchair: 0),
        StopPlace("Neubruch", -330, 2430, wheelchair: 0),
    ]

    private static let east = [
        StopPlace("Kantonsschule", 1000, -330),
        StopPlace("Brauerei", 1550, -425),
        StopPlace("Gartenstadt", 2050, -490),
        StopPlace("Bahnhof Ost", 2560, -400, station: "Seewil Ost"),
        StopPlace("Sonnenberg", 3200, -610),
        StopPlace("Oberfeld Kirche", 3900, -760),
        StopPlace("Oberfeld Zentrum", 4600, -640, station: "Oberfeld"),
        StopPlace("Ahornweg", 3340, -1050, wheelchair: 0),
        StopPlace("Freibad", 3950, -1290),
        StopPlace("Oberfeld Süd", 4620, -1180, wheelchair: 0),
        StopPlace("Frauenklinik", 1650, 520),
        StopPlace("Spital Nord", 1780, 850),
        StopPlace("Kantonsspital", 2280, 500),
        StopPlace("Klinik Sonnmatt", 2680, 1000),
        StopPlace("Volkshaus", 1150, -680),
        StopPlace("Rosengarten", 1680, -820, wheelchair: 0),
        StopPlace("Sonnhalde", 2300, -1130, wheelchair: 2),
        StopPlace("Aussicht", 2900, -1650, wheelchair: 2),
        StopPlace("Höchi", 3450, -2450, .pole, wheelchair: 0),
        StopPlace("Föhrenhof", 4150, -3350, .pole, wheelchair: 0),
    ]

    private static let lakeside = [
        StopPlace("Strandbad", -1520, -980),
        StopPlace("Bootshafen", -1120, -735),
        StopPlace("Kursaal", -590, -600),
        StopPlace("Seeplatz", 0, -590),
        StopPlace("Schifflände", 400, -625),
        StopPlace("Schiffsteg", 300, -715, .pole, station: "Schifflände"),
        StopPlace("Badhüsli", 820, -760),
        StopPlace("Seeburg", 1170, -1330),
        StopPlace("Halden", 1480, -1950),
        StopPlace("Ziegelei", -2120, -1530),
        StopPlace("Rebgut", -2700, -2430, .pole, wheelchair: 2),
    ]

    private static let hillside = [
        StopPlace("Bergbahn Talstation", -1190, 1290, .pole, station: "Bergbahn", wheelchair: 1),
        StopPlace("Bergbahn Mittelstation", -1480, 1800, .pole, wheelchair: 2),
        StopPlace("Bergbahn Bergstation", -1760, 2300, .pole, station: "Campus Tor"),
        StopPlace("Rebhang", -1960, 1040, wheelchair: 2),
        StopPlace("Steinbruch", -1960, 1700, wheelchair: 2),
    ]

    private static let campus = [
        StopPlace("Campus Tor", -1820, 2330),
        StopPlace("Mensa", -1830, 2620),
        StopPlace("Bibliothek", -2190, 2760),
        StopPlace("Sporthalle", -2640, 2880),
        StopPlace("Wohnheim", -3020, 2600),
        StopPlace("Botanischer Garten", -2740, 2270, .pole, wheelchair: 0),
        StopPlace("Physik", -2270, 2320, .pole),
        StopPlace("Informatik", -1450, 2760),
        StopPlace("Chemie", -1090, 2980),
        StopPlace("Laborhof", -690, 2860, .pole),
        StopPlace("Gästehaus", -810, 2560, .pole, wheelchair: 0),
        StopPlace("Innovationspark", -1240, 2400, .pole),
    ]

    private static let industry = [
        StopPlace("Werkhof", 1680, 2740, wheelchair: 0),
        StopPlace("Logistikpark", 2330, 2540),
        StopPlace("Gewerbepark", 2900, 1620),
        StopPlace("Industrie Mitte", 2930, 2290),
        StopPlace("Bahnhof Industrie", 3370, 2390, station: "Seewil Industrie"),
        StopPlace("Kläranlage", 3900, 2640, wheelchair: 2),
        StopPlace("Recyclinghof", 4300, 3050, .pole, wheelchair: 0),
    ]
}
