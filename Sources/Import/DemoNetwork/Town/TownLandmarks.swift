/// Places that people look for, by name.
enum TownLandmarks {
    /// A named place of a kind; `tags` are OpenStreetMap's, such as `amenity=library`.
    private static func spot(_ name: String, _ key: String, _ value: String, _ place: Point)
        -> DemoFeature
    {
        DemoFeature(place, [key: value, "name": name])
    }

    static let all =
        culture + schools + shops + [
            DemoFeature(
                Point(14, -300), ["place": "square", "name": "Rathausplatz"]),
            DemoFeature(Point(-30, -75), ["place": "square", "name": "Bahnhofplatz"]),
            DemoFeature(Point(30, -550), ["place": "square", "name": "Seeplatz"]),
        ]

    private static let culture = [
        spot("Rathaus", "amenity", "townhall", Point(45, -318)),
        spot("Stadttheater", "amenity", "theatre", Point(365, -88)),
        spot("Stadtbibliothek", "amenity", "library", Point(-180, -280)),
        spot("Museum am See", "tourism", "museum", Point(130, -520)),
        spot("Kunsthaus", "tourism", "museum", Point(-420, -395)),
        spot("Kursaal", "amenity", "arts_centre", Point(-560, -640)),
        spot("Kino Scala", "amenity", "cinema", Point(205, -365)),
        spot("Münster", "amenity", "place_of_worship", Point(265, -265)),
        spot("Kirche Oberfeld", "amenity", "place_of_worship", Point(3925, -720)),
        spot("Sternwarte", "tourism", "attraction", Point(1165, 1735)),
        spot("Wasserturm", "tourism", "attraction", Point(1030, 625)),
        spot("Hochwacht", "tourism", "viewpoint", Point(1790, 1535)),
        spot("Seeburg", "tourism", "museum", Point(1215, -1300)),
    ]

    private static let schools = [
        spot("Technikum", "amenity", "college", Point(1145, 1115)),
        spot("Schulhaus Feld", "amenity", "school", Point(-110, 790)),
        spot("Schulhaus Lindmatt", "amenity", "school", Point(-3900, -125)),
        spot("Schulhaus Gartenstadt", "amenity", "school", Point(2080, -545)),
        spot("Schulhaus Nordheim", "amenity", "school", Point(1240, 3470)),
        spot("Frauenklinik", "amenity", "hospital", Point(1690, 565)),
        spot("Klinik Sonnmatt", "amenity", "hospital", Point(2730, 1040)),
    ]

    private static let shops = [
        spot("Markthalle", "amenity", "marketplace", Point(-290, -365)),
        spot("Hauptpost", "amenity", "post_office", Point(-370, -75)),
        spot("Bahnhof-Apotheke", "amenity", "pharmacy", Point(60, -130)),
        spot("Löwen-Apotheke", "amenity", "pharmacy", Point(-120, -345)),
        spot("Ring-Apotheke", "amenity", "pharmacy", Point(440, 1310)),
        spot("Kaufhaus Seewil", "shop", "department_store", Point(50, -210)),
        spot("Quartierladen Tannenplatz", "shop", "supermarket", Point(-740, 725)),
        spot("Quartierladen Schachen", "shop", "supermarket", Point(-2790, -160)),
        spot("Quartierladen Oberfeld", "shop", "supermarket", Point(4560, -600)),
        spot("Bäckerei Korn", "shop", "bakery", Point(-215, -350)),
        spot("Café am Quai", "amenity", "cafe", Point(60, -620)),
        spot("Gasthof Bären", "amenity", "restaurant", Point(160, -300)),
        spot("Hotel Seeblick", "tourism", "hotel", Point(240, -585)),
        spot("Freibad Oberfeld", "leisure", "sports_centre", Point(3990, -1340)),
        spot("Eishalle", "leisure", "sports_centre", Point(765, 2380)),
        spot("Polizei Seewil", "amenity", "police", Point(410, -230)),
    ]
}
