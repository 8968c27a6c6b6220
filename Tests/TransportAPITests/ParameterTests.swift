import Testing
import TransitModel
import TransportAPI

/// Parameters as clients of the Transport API send them.
@Suite struct ParameterTests {
    @Test(arguments: [
        "via[]=A&via[]=B", "via%5B%5D=A&via%5B%5D=B", "via[0]=A&via[1]=B", "via=A&via=B",
        "via[]=A&x=1&via=B&via=",
    ])
    func `A list comes in three forms`(query: String) {
        #expect(OpendataParameters(query: query).list("via") == ["A", "B"])
    }

    @Test(arguments: [
        ("from=Z%C3%BCrich+HB", "Zürich HB"), ("from=Z%C3%BCrich%20HB", "Zürich HB"),
        ("from=A&from=B", "B"), ("from=a%2Bb%26c%3D", "a+b&c="), ("from=100%", "100%"),
        ("from=%zz", "%zz"), ("from=%ff", "\u{fffd}"), ("from=a=b", "a=b"),
    ])
    func `Texts are decoded as forms are`(query: String, text: String) {
        #expect(OpendataParameters(query: query).text("from") == text)
    }

    @Test(arguments: ["", "from", "from=", "&&&", "=x", "to=x"])
    func `What is absent or empty is nothing`(query: String) {
        #expect(OpendataParameters(query: query).text("from") == nil)
        #expect(OpendataParameters(query: nil).text("from") == nil)
    }

    @Test func `What is written is read again`() {
        let text = OpendataParameters.text([("from", "Zürich, HB & Co+"), ("via[]", "a/b")])
        let read = OpendataParameters(query: text)
        #expect(read.text("from") == "Zürich, HB & Co+")
        #expect(read.list("via") == ["a/b"])
    }

    // MARK: - Times of day

    @Test(arguments: [
        ("2026-11-20", "2026-11-20", ""), ("20.11.2026", "2026-11-20", ""),
        ("20261120", "2026-11-20", ""), ("2026-11-20 08:30", "2026-11-20", "08:30:00"),
        ("2026-11-20T08:30:15", "2026-11-20", "08:30:15"), ("8:30", "", "08:30:00"),
        ("2026-11-20T08:30:15.250", "2026-11-20", "08:30:15"), ("23:59:59", "", "23:59:59"),
    ])
    func `Days and times are read`(text: String, day: String, clock: String) throws {
        let instant = try #require(OpendataTimestamp(text: text))
        #expect(instant.day == ServiceDay(day).map { .on($0) })
        #expect((instant.clock?.description ?? "") == clock)
        #expect(instant.offsetSeconds == nil)
    }

    @Test(arguments: [
        ("2026-11-20T08:30:00+01:00", 3600), ("2026-11-20T08:30:00+0100", 3600),
        ("2026-11-20T08:30:00 01:00", 3600), ("2026-11-20T08:30Z", 0),
        ("2026-11-20T08:30:00-05:30", -19_800), ("2026-11-20T08:30:00.5Z", 0),
    ])
    func `An offset is read`(text: String, seconds: Int) throws {
        #expect(try #require(OpendataTimestamp(text: text)).offsetSeconds == seconds)
    }

    @Test func `Words and Unix seconds are read`() {
        #expect(OpendataTimestamp(text: "tomorrow 7:00")?.day == .fromToday(1))
        #expect(OpendataTimestamp(text: "Today")?.day == .fromToday(0))
        #expect(OpendataTimestamp(text: "now") == OpendataTimestamp())
        #expect(OpendataTimestamp(text: "@1700000000")?.unixSeconds == 1_700_000_000)
    }

    @Test(arguments: [
        "2026-13-01", "2026-02-30", "24:00", "8:60", "abc", "@", "@x", "@99999999999999",
        "2026-11-20T", "2026-11-20 x", "08:30 2026-11-20", "2026-11-20T08:30:00+99:99", "1.2",
        "2026-11-20T08:30:00+1", "-1:00", "１２:00",
    ])
    func `Anything else is no instant`(text: String) {
        #expect(OpendataTimestamp(text: text) == nil)
    }

    // MARK: - Connections

    private func connections(_ query: String) throws(OpendataRefusal) -> OpendataConnectionsQuery {
        try OpendataConnectionsQuery(OpendataParameters(query: query))
    }

    private func refusal(_ query: String) -> [String]? {
        do {
            _ = try connections("from=A&to=B&" + query)
            return nil
        } catch {
            return error.sentences
        }
    }

    @Test func `Everything about connections is read`() throws {
        let query = try connections(
            "from=A&to=B&via[]=C&date=2026-11-20&time=17:30&isArrivalTime=1&limit=3&page=2&bike=1"
                + "&transportations[]=train&transportations[]=tramway&direct=0&key=x")
        #expect(query.from == "A")
        #expect(query.to == "B")
        #expect(query.vias == ["C"])
        #expect(query.instant.day == ServiceDay("2026-11-20").map { .on($0) })
        #expect(query.instant.clock == ServiceTime(hours: 17, minutes: 30))
        #expect(query.isArrival)
        #expect(query.limit == 3)
        #expect(query.page == 2)
        #expect(query.bike)
        #expect(query.transportations == [.train, .tram])
    }

    @Test func `What is not said has the service's defaults`() throws {
        let query = try connections("from=A&to=B&isArrivalTime=0&limit=0&page=")
        #expect(query.limit == 4)
        #expect(query.page == 0)
        #expect(!query.isArrival)
        #expect(query.transportations.isEmpty)
        #expect(query.instant == OpendataTimestamp())
    }

    @Test(arguments: [
        ("limit=17", "Maximal value of argument `limit` is 16."),
        ("limit=99999999999999999999", "Maximal value of argument `limit` is 16."),
        ("limit=-1", "Minimal value of argument `limit` is 1."),
        ("limit=4.5", "Value of argument `limit` must be a whole number."),
        ("limit=four", "Value of argument `limit` must be a whole number."),
        ("page=11", "Maximal value of argument `page` is 10."),
        ("page=-11", "Minimal value of argument `page` is -10."),
        ("page=--", "Value of argument `page` must be a whole number."),
        ("via=1&via=2&via=3&via=4&via=5&via=6", "Invalid via count (max 5 allowed)."),
        ("date=soon", "Value of argument `date` must be as in 2012-03-25."),
        ("time=25:00", "Value of argument `time` must be as in 17:30."),
        ("datetime=x", "Value of argument `datetime` must be as in 2012-03-25 17:30."),
    ])
    func `What cannot be is refused in the service's words`(query: String, sentence: String) {
        #expect(refusal(query) == [sentence])
    }

    @Test func `All that is wrong is reported at once`() {
        #expect(refusal("limit=17&page=11")?.count == 2)
    }

    @Test func `Without both ends nothing is refused`() throws {
        #expect(try connections("from=A&limit=99").to == nil)
    }

    @Test(arguments: [
        ("isArrivalTime=true", true), ("isArrivalTime=false", false), ("isArrivalTime=2", false),
    ])
    func `Arrival is a number or a word`(query: String, isArrival: Bool) throws {
        #expect(try connections("from=A&to=B&" + query).isArrival == isArrival)
    }

    @Test func `A full datetime wins over date and time`() throws {
        let query = try connections(
            "from=A&to=B&datetime=2026-11-20T08:00&date=2020-01-01&time=1:00")
        #expect(query.instant.day == ServiceDay("2026-11-20").map { .on($0) })
        #expect(query.instant.clock == ServiceTime(hours: 8, minutes: 0))
    }

    @Test(arguments: [
        ("ice_tgv_rj", OpendataTransportation.train), ("ec_ic", .train), ("ir", .train),
        ("re_d", .train), ("s_sn_r", .train), ("arz_ext", .train), ("direct", .train),
        ("direct_sleeper", .train), ("tramway", .tram), ("tramway_underground", .tram),
        ("Train", .train), ("cableway", .cableway), ("ship", .ship), ("bus", .bus),
    ])
    func `Former names of means of transport are known`(
        name: String, means: OpendataTransportation
    ) {
        #expect(OpendataTransportation(name: name) == means)
    }

    @Test(arguments: [
        ("transportations=all&transportations=bus", []), ("transportations[]=rocket", []),
        ("transportations=bus,ship", [OpendataTransportation.bus, .ship]),
        ("transportations[]=ir&transportations[]=re_d", [.train]),
    ])
    func `Means of transport are a list without repeats`(
        query: String, means: [OpendataTransportation]
    ) throws {
        #expect(try connections("from=A&to=B&" + query).transportations == means)
    }

    @Test func `Every mode belongs to one means at most`() {
        var known = Set<TransitMode>()
        for means in OpendataTransportation.allCases {
            #expect(!means.modes.isEmpty)
            #expect(known.isDisjoint(with: means.modes))
            known.formUnion(means.modes)
        }
        #expect(known.count == TransitMode.allCases.count - 2)
    }

    // MARK: - Boards and places

    @Test(arguments: [
        ("limit=420", 420), ("limit=1", 1), ("limit=0", 40), ("", 40), ("limit=", 40),
    ])
    func `Boards are as long as asked for`(query: String, limit: Int) throws {
        let board = try OpendataStationboardQuery(OpendataParameters(query: "id=A&" + query))
        #expect(board.limit == limit)
    }

    @Test(arguments: ["limit=421", "limit=-1", "limit=x", "date=x", "datetime=2026-99-99"])
    func `Boards that cannot be are refused`(query: String) {
        #expect(throws: OpendataRefusal.self) {
            try OpendataStationboardQuery(OpendataParameters(query: "id=A&" + query))
        }
    }

    @Test func `The station's name wins over its id`() throws {
        let query = "station=A&id=B&type=arrival&date=2026-11-20&datetime=2026-11-21"
        let board = try OpendataStationboardQuery(OpendataParameters(query: query))
        #expect(board.station == "A")
        #expect(board.isArrival)
        #expect(board.instant.day == ServiceDay("2026-11-20").map { .on($0) })
        let byID = try OpendataStationboardQuery(OpendataParameters(query: "station=&id=B"))
        #expect(byID.station == nil && byID.id == "B")
    }

    @Test(arguments: ["x=a&y=1", "x=91&y=1", "x=1&y=181", "x=nan&y=1", "x=inf&y=1"])
    func `Points off the globe are refused`(query: String) {
        #expect(throws: OpendataRefusal.self) {
            try OpendataLocationsQuery(OpendataParameters(query: query))
        }
    }

    @Test func `A place's x is its latitude`() throws {
        let query = try OpendataLocationsQuery(
            OpendataParameters(query: "x=47.1&y=8.2&type=station&query=A"))
        #expect(query.latitude == 47.1)
        #expect(query.longitude == 8.2)
        #expect(query.kind == .station)
        let again = try OpendataLocationsQuery(
            OpendataParameters(query: OpendataParameters.text(query.parameters)))
        #expect(again == query)
    }
}
