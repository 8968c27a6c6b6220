/// The areas of the map: where people live and work, parks and woods.
enum TownAreas {
    /// An area on the ground; its points follow one another along its edge.
    struct Area: Sendable {
        let tags: [String: String]
        let ring: [Point]

        init(_ key: String, _ value: String, _ name: String? = nil, _ ring: [Point]) {
            tags = [key: value].merging(name.map { ["name": $0] } ?? [:]) { $1 }
            self.ring = ring
        }
    }

    static let all = built + parks + woods

    /// Parks, which no street crosses.
    static let parks = [
        Area(
            "leisure", "park", "Stadtpark",
            [
                Point(-890, -400), Point(-640, -390), Point(-620, -470), Point(-650, -590),
                Point(-760, -620), Point(-900, -650), Point(-950, -560), Point(-940, -450),
            ]),
        Area(
            "leisure", "park", "Rosenpark",
            [
                Point(1230, -500), Point(1480, -520), Point(1500, -660), Point(1380, -680),
                Point(1240, -640),
            ]),
        Area(
            "leisure", "park", "Uferpark",
            [
                Point(690, -720), Point(790, -790), Point(930, -990), Point(1070, -1220),
                Point(1020, -1260), Point(880, -1080), Point(690, -820),
            ]),
        Area(
            "landuse", "cemetery", "Friedhof Nord",
            [
                Point(-560, 1450), Point(-420, 1460), Point(-360, 1640), Point(-420, 1800),
                Point(-580, 1760), Point(-620, 1580),
            ]),
        Area(
            "leisure", "pitch", "Sportplatz Schützenhaus",
            [Point(-2480, -1010), Point(-2390, -1020), Point(-2380, -890), Point(-2470, -880)]),
        Area(
            "leisure", "stadium", "Stadion Seewil",
            [Point(550, 1850), Point(690, 1880), Point(660, 2010), Point(520, 1980)]),
        Area(
            "leisure", "pitch", nil,
            [Point(575, 1880), Point(655, 1897), Point(635, 1980), Point(555, 1963)]),
        Area(
            "leisure", "garden", "Botanischer Garten",
            [
                Point(-2900, 2300), Point(-2770, 2290), Point(-2600, 2310), Point(-2520, 2420),
                Point(-2600, 2600), Point(-2820, 2560), Point(-2920, 2440),
            ]),
        Area(
            "natural", "water", "Schwanenteich",
            [
                Point(-850, -500), Point(-800, -470), Point(-740, -490), Point(-730, -540),
                Point(-780, -560), Point(-840, -550),
            ]),
        Area(
            "natural", "beach", "Strandbad",
            [
                Point(-1420, -1060), Point(-1370, -1010), Point(-1460, -1060), Point(-1580, -1200),
                Point(-1600, -1260),
            ]),
    ]

    private static let woods = [
        Area(
            "natural", "wood", "Bergwald",
            [
                Point(-1290, 1370), Point(-1050, 1420), Point(-900, 1700), Point(-830, 2050),
                Point(-1050, 2300), Point(-1500, 2330), Point(-1700, 2230), Point(-2120, 2060),
                Point(-2450, 1900), Point(-2330, 1650), Point(-2320, 1350), Point(-2140, 1220),
                Point(-1700, 1330),
            ]),
        Area(
            "natural", "wood", "Haslenwald",
            [
                Point(-3300, 3050), Point(-3500, 3600), Point(-4150, 4000), Point(-4200, 4500),
                Point(-5300, 4300), Point(-5600, 3300), Point(-4700, 2500), Point(-3800, 2600),
            ]),
        Area(
            "natural", "wood", "Höchiwald",
            [
                Point(3000, -1800), Point(3500, -1700), Point(3900, -2300), Point(4500, -2900),
                Point(4300, -3600), Point(3600, -3600), Point(3200, -2900), Point(2900, -2300),
            ]),
        Area(
            "natural", "wood", "Riedwald",
            [
                Point(2000, 3200), Point(2900, 3300), Point(3100, 4200), Point(2600, 4800),
                Point(2000, 4300), Point(1800, 3700),
            ]),
        Area(
            "natural", "wood", nil,
            [
                Point(-6800, -800), Point(-5600, -1000), Point(-5000, -1900), Point(-5400, -3000),
                Point(-6600, -2800), Point(-7300, -1800),
            ]),
        Area(
            "natural", "wood", nil,
            [
                Point(5600, 1000), Point(6800, 900), Point(7400, 1800), Point(6900, 2900),
                Point(5800, 2700), Point(5200, 1800),
            ]),
    ]

    private static let built = [
        Area(
            "landuse", "residential", nil,
            [
                Point(-4800, -750), Point(-3900, -600), Point(-3000, -450), Point(-2750, -1350),
                Point(-2200, -1350), Point(-1450, -900), Point(-1000, -720), Point(500, -690),
                Point(900, -980), Point(1250, -1500), Point(1700, -1300), Point(2600, -1800),
                Point(3200, -1800), Point(3900, -1600), Point(5000, -1350), Point(5000, -300),
                Point(3200, -300), Point(2900, 400), Point(3000, 1300), Point(2100, 1800),
                Point(1200, 2000), Point(1400, 3700), Point(400, 4600), Point(0, 4200),
                Point(500, 3000), Point(-200, 2200), Point(-700, 1600), Point(-1400, 1400),
                Point(-2200, 1250), Point(-3000, 1150), Point(-4800, 1250), Point(-4700, 600),
                Point(-3700, 350), Point(-4800, -100),
            ]),
        Area(
            "landuse", "industrial", nil,
            [
                Point(1250, 2550), Point(1900, 2400), Point(2650, 1500), Point(3200, 1500),
                Point(3600, 2250), Point(4500, 2900), Point(4500, 3250), Point(3400, 2800),
                Point(2300, 2850), Point(1400, 3000),
            ]),
        Area(
            "landuse", "industrial", nil,
            [Point(-2250, -250), Point(-1750, -270), Point(-1760, -60), Point(-2260, -30)]),
        Area(
            "amenity", "university", "Hochschule Seewil",
            [
                Point(-2080, 2250), Point(-1350, 2330), Point(-560, 2500), Point(-560, 3000),
                Point(-1100, 3100), Point(-2000, 2950), Point(-2800, 3000), Point(-3120, 2700),
                Point(-3080, 2320), Point(-2700, 2180),
            ]),
        Area(
            "amenity", "hospital", "Kantonsspital Seewil",
            [
                Point(1830, 560), Point(2230, 540), Point(2400, 700), Point(2000, 850),
                Point(1850, 780),
            ]),
        Area(
            "amenity", "school", "Kantonsschule Seewil",
            [Point(1030, -350), Point(1190, -370), Point(1200, -460), Point(1050, -480)]),
    ]
}
