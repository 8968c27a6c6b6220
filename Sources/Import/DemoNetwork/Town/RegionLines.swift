/// Buses to the villages, trains, the ship, the funicular and the campus shuttles.
extension Lines {
    static let regionalBuses = [
        Line(
            name: "21", longName: "Bahnhof – Wyssgraben – Tannlikon", vehicle: .regionalBus,
            colour: "367B29",
            courses: [
                Course(
                    [
                        "Bahnhof#H/G", "Postplatz", "Westtor",
                        Call("Lindenhof").boardingOnly(), "Bootshafen", "Strandbad", "Ziegelei",
                        "Rebgut", Call("Wyssgraben, Rank").onRequest(), "Wyssgraben, Dorf",
                        Call("Tannlikon, Kreuz").onRequest(), "Tannlikon, Dorf",
                        "Tannlikon, Schiff",
                    ], .villageBus.meeting(at: "Bahnhof", outbound: 7, inbound: 24))
            ]),
        Line(
            name: "22", longName: "Seewil West – Quellikon – Hinterberg", vehicle: .regionalBus,
            colour: "A05A00", hasDistances: false,
            courses: [
                Course(
                    [
                        "Bahnhof West", "Lindmatt", "Lindmatt Dorf", "Egghalde, Dorf",
                        Call("Egghalde, Mühle").untimed(), Call("Quellikon, Bahnhof").waiting(120),
                        "Quellikon, Oberdorf", Call("Hinterberg, Sennerei").onRequest().untimed(),
                        "Hinterberg, Kapelle",
                    ], .villageBus.shifted(outbound: 9, inbound: 12))
            ]),
        Line(
            name: "23", longName: "Hochschulen – Oberhaslen", vehicle: .regionalBus,
            colour: "00728F", hasDistances: false,
            courses: [
                Course(
                    [
                        "Campus Tor", "Mensa", "Bibliothek", "Sporthalle",
                        Call("Wohnheim").alightingOnly(),
                        Call("Oberhaslen, Waldhof").onRequest().untimed(),
                        Call("Oberhaslen, Haslenmoos").onRequest().untimed(),
                        Call("Oberhaslen, Käserei").onRequest().untimed(),
                        "Oberhaslen, Dorfplatz",
                    ],
                    Headways([
                        .weekday: [Headways.Band("05:50", "21:00", every: 30)],
                        .saturday: [Headways.Band("06:50", "20:00", every: 60)],
                        .sunday: [Headways.Band("08:50", "19:00", every: 60)],
                    ]))
            ]),
        // Beyond the fork at Riedmatt, buses alternate between Birkenrüti and the hill.
        Line(
            name: "24", longName: "Bahnhof – Riedmatt – Birkenrüti / Alpenblick",
            vehicle: .regionalBus, colour: "B73795",
            courses: [
                Course(
                    [
                        "Bahnhof#E/F", "Theater", "Bahnhof Nord", "Messe", "Ringplatz", "Stadion",
                        "Neuhof", "Nordheim", "Riedmatt, Post", "Riedmatt, Gabelung",
                        "Birkenrüti, Säge", "Birkenrüti, Dorf", "Birkenrüti, Bahnhof",
                    ], .halfHourly.shifted(outbound: 5, inbound: 3)),
                Course(
                    [
                        "Bahnhof#E/F", "Theater", "Bahnhof Nord", "Messe", "Ringplatz", "Stadion",
                        "Neuhof", "Nordheim", "Riedmatt, Post", "Riedmatt, Gabelung",
                        Call("Riedmatt, Oberdorf").onRequest(), "Riedmatt, Alpenblick",
                    ], .halfHourly.shifted(outbound: 20, inbound: 19)),
            ]),
        Line(
            name: "25", longName: "Oberfeld – Mooswilen – Zinkwil", vehicle: .regionalBus,
            colour: "CD2C35",
            courses: [
                Course(
                    [
                        "Oberfeld Zentrum", "Moosbach, Linde", "Moosbach, Schulhaus",
                        Call("Mooswilen, Bahnhof").waiting(180), "Mooswilen, Kirche",
                        Call("Oberzink, Weid").onRequest(), "Oberzink, Dorf",
                        Call("Zinkwil, Ziegelhütte").onRequest(), "Zinkwil, Bahnhof",
                    ], .villageBus.meeting(at: "Mooswilen, Bahnhof", outbound: 16, inbound: 16))
            ]),
        Line(
            name: "26", longName: "Seehalden – Erlenstad", vehicle: .regionalBus,
            colour: "5B6F94",
            courses: [
                Course(
                    [
                        "Seehalden, Bahnhof", "Seehalden, Kirche", "Erlenstad, Rebberg",
                        "Erlenstad, Bahnhof", "Erlenstad, Schiff",
                    ], .villageBus.shifted(outbound: 8, inbound: 13))
            ]),
    ]

    static let trains = [
        Line(
            name: "S1", longName: "Nusswilen – Seewil – Grossrieden", vehicle: .suburbanTrain,
            colour: "0D6CCA",
            courses: [
                Course(
                    [
                        "Nusswilen#2/1", "Föhrlikon", "Quellikon", "Seewil West",
                        Call("Seewil#3/4").waiting(240), "Seewil Ost", "Oberfeld", "Mooswilen",
                        "Zinkwil", "Grossrieden#2/1",
                    ], .suburbanTrain.meeting(at: "Seewil", outbound: 2, inbound: 2)),
                Course(
                    [
                        "Quellikon#2/1", "Seewil West", Call("Seewil#6/7").waiting(60),
                        "Seewil Ost", "Oberfeld", "Mooswilen#2/1",
                    ], .rushHourTrain.meeting(at: "Seewil", outbound: 17, inbound: 16)),
            ]),
        Line(
            name: "S2", longName: "Seewil – Birkenrüti – Krähstein", vehicle: .suburbanTrain,
            colour: "1F8A4C",
            courses: [
                Course(
                    [
                        "Seewil#1/1", "Seewil Industrie", "Birkenrüti", "Dornfluh",
                        "Krähstein#1/1",
                    ], .suburbanTrain.meeting(at: "Seewil", outbound: 4, inbound: -4)),
                Course(
                    ["Seewil#1/1", "Seewil Industrie", "Birkenrüti#1/1"],
                    .rushHourTrain.meeting(at: "Seewil", outbound: 19, inbound: 12)),
            ]),
        Line(
            name: "S3", longName: "Föhrlikon – Seewil – Pfaffenried", vehicle: .suburbanTrain,
            colour: "C2410C",
            courses: [
                Course(
                    [
                        "Föhrlikon#2/1", "Quellikon", "Seewil West",
                        Call("Seewil#5/2").waiting(240), "Seehalden", "Erlenstad", "Lauenried",
                        "Pfaffenried#1/1",
                    ], .suburbanTrain.meeting(at: "Seewil", outbound: 3, inbound: 3))
            ]),
        Line(
            name: "RE", longName: "Weissbrugg – Seewil – Thalstadt", vehicle: .expressTrain,
            colour: "D51634",
            courses: [
                Course(
                    [
                        "Weissbrugg#2/1", "Nusswilen", Call("Seewil#6/7").waiting(180),
                        "Grossrieden#3/3", "Thalstadt#2/1",
                    ], .expressTrain.meeting(at: "Seewil", outbound: 1, inbound: 1))
            ]),
        Line(
            name: "Schiff", longName: "Seewil – Erlenstad – Pfaffenried", vehicle: .ship,
            colour: "0E7490",
            courses: [
                Course(
                    [
                        "Schiffsteg", "Seehalden, See", "Wyssgraben, Schiff", "Erlenstad, Schiff",
                        "Tannlikon, Schiff", "Pfaffenried, Schiff",
                    ],
                    Headways([
                        .weekday: [Headways.Band("08:10", "18:00", every: 120)],
                        .saturday: [Headways.Band("08:10", "19:00", every: 60)],
                        .sunday: [Headways.Band("08:10", "19:00", every: 60)],
                    ]).shifted(outbound: 0, inbound: 90)),
                // The round trip with fireworks on the days of the lake festival.
                Course(
                    loop: [
                        "Schiffsteg", "Seehalden, See", "Wyssgraben, Schiff", "Seehalden, See",
                        "Schiffsteg",
                    ], Headways([.festival: [Headways.Band("20:30", "23:00", every: 90)]])),
            ]),
        Line(
            name: "Bergbahn", longName: "Standseilbahn Tal – Hochschulen", vehicle: .funicular,
            colour: "BC441B", departures: .looseRhythm,
            courses: [
                Course(
                    [
                        "Bergbahn Talstation", "Bergbahn Mittelstation", "Bergbahn Bergstation",
                    ],
                    Headways([
                        .weekday: [
                            Headways.Band("06:00", "20:00", every: 6),
                            Headways.Band("20:00", "24:00", every: 12),
                        ],
                        .saturday: [Headways.Band("07:00", "24:00", every: 12)],
                        .sunday: [Headways.Band("08:00", "23:00", every: 12)],
                    ]))
            ]),
    ]

    static let campus = [
        Line(
            name: "West Campus", longName: "Shuttle Campus West", vehicle: .shuttle,
            colour: "0080FF",
            courses: [
                Course(
                    loop: [
                        Call("Mensa").showing("Sporthalle – Wohnheim"), "Bibliothek",
                        "Sporthalle", Call("Wohnheim").showing("Physik – Mensa"),
                        "Botanischer Garten", "Physik", "Mensa",
                    ],
                    Headways([
                        .weekday: [Headways.Band("06:45", "21:00", every: 10)],
                        .saturday: [Headways.Band("09:00", "18:00", every: 20)],
                    ]))
            ]),
        Line(
            name: "East Campus", longName: "Shuttle Campus Ost", vehicle: .shuttle,
            colour: "C2580A", departures: .exactRhythm,
            courses: [
                Course(
                    loop: [
                        Call("Campus Tor").showing("Laborhof"), "Mensa", "Informatik", "Chemie",
                        "Laborhof", Call("Gästehaus").showing("Campus Tor"), "Innovationspark",
                        "Mensa", "Campus Tor",
                    ],
                    Headways([
                        .weekday: [
                            Headways.Band("06:40", "09:40", every: 6),
                            Headways.Band("09:40", "20:40", every: 12),
                        ],
                        .saturday: [Headways.Band("09:00", "17:00", every: 24)],
                        .sunday: [Headways.Band("10:00", "17:00", every: 24)],
                    ]))
            ]),
    ]
}
