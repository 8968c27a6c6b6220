/// The stops of the villages around the lake and of the railway lines.
enum Region {
    static let places = railway + westVillages + northVillages + eastVillages + lakeVillages

    private static let railway = [
        StopPlace(railway: "Weissbrugg", -26000, 5000, tracks: 2, zone: "50"),
        StopPlace(railway: "Nusswilen", -16500, 3300, tracks: 2, zone: "40"),
        StopPlace(railway: "Föhrlikon", -11500, 1700, tracks: 2, wheelchair: 2, zone: "30"),
        StopPlace(railway: "Quellikon", -7500, 900, tracks: 2, zone: "20"),
        StopPlace(railway: "Seewil West", -3300, 235, tracks: 2, zone: "10"),
        StopPlace(railway: "Seewil Ost", 2600, -265, tracks: 2, zone: "10"),
        StopPlace(railway: "Oberfeld", 4650, -490, tracks: 2, zone: "10"),
        StopPlace(railway: "Mooswilen", 8200, 300, tracks: 2, zone: "20"),
        StopPlace(railway: "Zinkwil", 12500, 900, tracks: 2, wheelchair: 0, zone: "30"),
        StopPlace(railway: "Grossrieden", 19000, 300, tracks: 3, zone: "40"),
        StopPlace(railway: "Thalstadt", 29000, 2300, tracks: 2, zone: "50"),
        StopPlace(railway: "Seewil Industrie", 3460, 2350, tracks: 2, zone: "10"),
        StopPlace(railway: "Birkenrüti", 4800, 5150, tracks: 2, zone: "20"),
        StopPlace(railway: "Dornfluh", 6000, 9000, tracks: 1, wheelchair: 2, zone: "30"),
        StopPlace(railway: "Krähstein", 5200, 13500, tracks: 1, zone: "40"),
        StopPlace(railway: "Seehalden", 1860, -2520, tracks: 2, zone: "10"),
        StopPlace(railway: "Erlenstad", 1520, -4750, tracks: 2, zone: "20"),
        StopPlace(railway: "Lauenried", 1180, -7500, tracks: 1, wheelchair: 2, zone: "30"),
        StopPlace(railway: "Pfaffenried", 330, -11250, tracks: 1, zone: "40"),
    ]

    private static let westVillages = [
        StopPlace(in: "Egghalde", "Dorf", -5450, -330, zone: "20"),
        StopPlace(in: "Egghalde", "Mühle", -6400, 120, zone: "20"),
        StopPlace(in: "Quellikon", "Bahnhof", -7480, 810, .kerbs, station: "Quellikon", zone: "20"),
        StopPlace(in: "Quellikon", "Oberdorf", -7900, 1560, zone: "20"),
        StopPlace(in: "Hinterberg", "Sennerei", -8350, 2240, wheelchair: 2, zone: "30"),
        StopPlace(in: "Hinterberg", "Kapelle", -8900, 2750, wheelchair: 2, zone: "30"),
        StopPlace(in: "Oberhaslen", "Waldhof", -3720, 3320, wheelchair: 2, zone: "20"),
        StopPlace(in: "Oberhaslen", "Haslenmoos", -4560, 4180, zone: "20"),
        StopPlace(in: "Oberhaslen", "Käserei", -4930, 4720, wheelchair: 2, zone: "20"),
        StopPlace(in: "Oberhaslen", "Dorfplatz", -5230, 5300, zone: "20"),
    ]

    private static let northVillages = [
        StopPlace(in: "Riedmatt", "Post", 1560, 4250, zone: "20"),
        StopPlace(in: "Riedmatt", "Gabelung", 1950, 4800, zone: "20"),
        StopPlace(in: "Riedmatt", "Oberdorf", 1600, 5600, wheelchair: 2, zone: "20"),
        StopPlace(in: "Riedmatt", "Alpenblick", 900, 6350, wheelchair: 2, zone: "20"),
        StopPlace(in: "Birkenrüti", "Säge", 3050, 5250, zone: "20"),
        StopPlace(in: "Birkenrüti", "Dorf", 4050, 5370, wheelchair: 1, zone: "20"),
        StopPlace(
            in: "Birkenrüti", "Bahnhof", 4730, 5130, .kerbs, station: "Birkenrüti", wheelchair: 1,
            zone: "20"),
    ]

    private static let eastVillages = [
        StopPlace(in: "Moosbach", "Linde", 5500, -890, zone: "20"),
        StopPlace(in: "Moosbach", "Schulhaus", 6500, -760, wheelchair: 1, zone: "20"),
        StopPlace(
            in: "Mooswilen", "Bahnhof", 8170, 210, .kerbs, station: "Mooswilen", wheelchair: 1,
            zone: "20"),
        StopPlace(in: "Mooswilen", "Kirche", 8560, 890, zone: "20"),
        StopPlace(in: "Oberzink", "Weid", 9400, 1650, wheelchair: 2, zone: "30"),
        StopPlace(in: "Oberzink", "Dorf", 10400, 2130, zone: "30"),
        StopPlace(in: "Zinkwil", "Ziegelhütte", 11550, 1650, zone: "30"),
        StopPlace(in: "Zinkwil", "Bahnhof", 12460, 980, .kerbs, station: "Zinkwil", zone: "30"),
    ]

    private static let lakeVillages = [
        StopPlace(
            in: "Seehalden", "Bahnhof", 1740, -2490, .kerbs, station: "Seehalden", wheelchair: 1,
            zone: "10"),
        StopPlace(in: "Seehalden", "See", 1480, -2620, zone: "10"),
        StopPlace(in: "Seehalden", "Kirche", 1600, -3050, wheelchair: 1, zone: "10"),
        StopPlace(in: "Erlenstad", "Rebberg", 1490, -3850, wheelchair: 2, zone: "20"),
        StopPlace(in: "Wyssgraben", "Rank", -3020, -3300, wheelchair: 2, zone: "20"),
        StopPlace(in: "Wyssgraben", "Dorf", -3200, -4150, wheelchair: 1, zone: "20"),
        StopPlace(in: "Wyssgraben", "Schiff", -2820, -4040, wheelchair: 2, zone: "20"),
        StopPlace(in: "Tannlikon", "Kreuz", -3250, -5250, zone: "20"),
        StopPlace(in: "Tannlikon", "Dorf", -3060, -6250, zone: "20"),
        StopPlace(in: "Tannlikon", "Schiff", -2720, -6330, wheelchair: 2, zone: "20"),
        StopPlace(in: "Erlenstad", "Bahnhof", 1430, -4720, station: "Erlenstad", zone: "20"),
        StopPlace(in: "Erlenstad", "Schiff", 1050, -4990, wheelchair: 2, zone: "20"),
        StopPlace(in: "Pfaffenried", "Schiff", -340, -10830, wheelchair: 1, zone: "40"),
    ]
}
