/// All lines of the network.
///
/// A line consists of name, vehicle and colour, the calls as names of places (the path between them
/// follows the streets) and a timetable.
enum Lines {
    static let all = trams + trolleybuses + cityBuses + regionalBuses + trains + campus + night

    static let trams = [
        Line(
            name: "1", longName: "Lindmatt – Bahnhof – Oberfeld", vehicle: .tram, colour: "D8232A",
            courses: [
                Course(
                    [
                        "Lindmatt Dorf", "Lindmatt", "Bahnhof West", "Schachen", "Tramdepot",
                        "Gaswerk", "Lindenhof", "Westtor", "Postplatz",
                        Call("Bahnhof#A/B").waiting(30), "Theater", "Osttor", "Kantonsschule",
                        "Brauerei", "Gartenstadt", "Bahnhof Ost", "Sonnenberg",
                        "Oberfeld Kirche", "Oberfeld Zentrum",
                    ], .cityTram)
            ]),
        Line(
            name: "2", longName: "Ziegelei – Bahnhof – Riedhalde", vehicle: .tram,
            colour: "1B7F3B",
            courses: [
                Course(
                    [
                        "Ziegelei", "Strandbad", "Bootshafen", "Kursaal", "Seeplatz", "Rathaus",
                        Call("Bahnhof#C/D").waiting(30), "Theater", "Bahnhof Nord", "Messe",
                        "Ringplatz", "Stadion", "Eisfeld", "Neuhof", "Nordheim", "Tannrain",
                        "Riedhalde",
                    ], .cityTram.shifted(outbound: 2, inbound: 3)),
                // Before matches and concerts, trams from town terminate at the stadium.
                Course(
                    [
                        "Seeplatz", "Rathaus", Call("Bahnhof#C/D").waiting(30), "Theater",
                        "Bahnhof Nord", "Messe", "Ringplatz", "Stadion",
                    ],
                    Headways([
                        .saturday: [Headways.Band("18:34", "20:00", every: 7.5)],
                        .festival: [Headways.Band("21:04", "24:40", every: 15)],
                    ])),
            ]),
        Line(
            name: "3", longName: "Hofacker – Bergbahn – Bahnhof – Seehalden", vehicle: .tram,
            colour: "0067B1",
            courses: [
                Course(
                    [
                        "Hofacker", "Lindmatt Nord", "Sandgrube", "Weiher", "Rotacker", "Zeughaus",
                        "Pulverturm", "Bergbahn", "Tannenplatz", "Viadukt", "Postplatz",
                        Call("Bahnhof#A/B").waiting(30), "Rathaus", "Seeplatz", "Schifflände",
                        "Badhüsli", "Seeburg", "Halden", "Seehalden, Bahnhof",
                    ], .cityTram.shifted(outbound: 1, inbound: 4))
            ]),
        Line(
            name: "4", longName: "Tramdepot – Altstadt – Spital – Industrie", vehicle: .tram,
            colour: "924EB9", hasDistances: false,
            courses: [
                Course(
                    [
                        "Tramdepot", "Gaswerk", "Lindenhof", "Westtor", "Kornhaus", "Rathaus",
                        "Münster", "Osttor", "Theater", "Bahnhof Nord", "Messe", "Ringplatz",
                        "Technikum", "Spital Nord", "Kantonsspital", "Klinik Sonnmatt",
                        "Gewerbepark", "Industrie Mitte", "Bahnhof Industrie",
                    ], .cityTram.shifted(outbound: 4, inbound: 1)),
                // The first trams leave the depot for the hospital's early shift.
                Course(
                    loop: [
                        "Tramdepot", "Gaswerk", "Lindenhof", "Westtor", "Kornhaus", "Rathaus",
                        "Münster", "Osttor", "Theater", "Bahnhof Nord", "Messe", "Ringplatz",
                        "Technikum", "Spital Nord", "Kantonsspital",
                    ], Headways([.weekday: [Headways.Band("04:36", "04:40", every: 15)]])),
            ]),
    ]
}
