/// Places that people look for, by name.
enum TownLandmarks {
    /// A named place of a kind; `tags` are OpenStreetMap's, such as `amenity=library`.
    private static func spot(
        _ name: String, _ key: String, _ value: String, _ x: Double, _ y: Double
    ) -> DemoFeature {
        DemoFeature(Point(x, y), [key: value, "name": name])
    }

    static let all =
        culture + schools + shops + [
            DemoFeature(
                Point(14, -300), ["place": "square", "name": "Rathausplatz"]),
            DemoFeature(Point(-30, -75), ["place": "square", "name": "Bahnhofplatz"]),
            DemoFeature(Point(30, -550), ["place": "square", "name": "Seeplatz"]),
        ]

    private static let culture = [
        spot("Rathaus", "amenity", "townhall", 45, -318),
        spot("Stadttheater", "amenity", "theatre", 365, -88),
        spot("Stadtbibliothek", "amenity", "library", -180, -280),
        spot("Museum am See", "tourism", "museum", 130, -520),
        spot("Kunsthaus", "tourism", "museum", -420, -395),
        spot("Kursaal", "amenity", "arts_centre", -560, -640),
        spot("Kino Scala", "amenity", "cinema", 205, -365),
        spot("Münster", "amenity", "place_of_worship", 265, -265),
        spot("Kirche Oberfeld", "amenity", "place_of_worship", 3925, -720),
        spot("Sternwarte", "tourism", "attraction", 1165, 1735),
        spot("Wasserturm", "tourism", "attraction", 1030, 625),
        spot("Hochwacht", "tourism", "viewpoint", 1790, 1535),
        spot("Seeburg", "tourism", "museum", 1215, -1300),
    ]

    private static let schools = [
        spot("Technikum", "amenity", "college", 1145, 1115),
        spot("Schulhaus Feld", "amenity", "school", -110, 790),
        spot("Schulhaus Lindmatt", "amenity", "school", -3900, -125),
        spot("Schulhaus Gartenstadt", "amenity", "school", 2080, -545),
        spot("Schulhaus Nordheim", "amenity", "school", 1240, 3470),
        spot("Frauenklinik", "amenity", "hospital", 1690, 565),
        spot("Klinik Sonnmatt", "amenity", "hospital", 2730, 1040),
    ]

    private static let shops = [
        spot("Markthalle", "amenity", "marketplace", -290, -365),
        spot("Hauptpost", "amenity", "post_office", -370, -75),
        spot("Bahnhof-Apotheke", "amenity", "pharmacy", 60, -130),
        spot("Löwen-Apotheke", "amenity", "pharmacy", -120, -345),
        spot("Ring-Apotheke", "amenity", "pharmacy", 440, 1310),
        spot("Kaufhaus Seewil", "shop", "department_store", 50, -210),
        spot("Quartierladen Tannenplatz", "shop", "supermarket", -740, 725),
        spot("Quartierladen Schachen", "shop", "supermarket", -2790, -160),
        spot("Quartierladen Oberfeld", "shop", "supermarket", 4560, -600),
        spot("Bäckerei Korn", "shop", "bakery", -215, -350),
        spot("Café am Quai", "amenity", "cafe", 60, -620),
        spot("Gasthof Bären", "amenity", "restaurant", 160, -300),
        spot("Hotel Seeblick", "tourism", "hotel", 240, -585),
        spot("Freibad Oberfeld", "leisure", "sports_centre", 3990, -1340),
        spot("Eishalle", "leisure", "sports_centre", 765, 2380),
        spot("Polizei Seewil", "amenity", "police", 410, -230),
    ]
}
