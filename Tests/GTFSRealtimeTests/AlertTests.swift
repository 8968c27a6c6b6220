import Testing
import TransitModel

@testable import GTFSRealtime

@Suite("Alerts as they are read and written")
struct AlertTests {
    private let time = UnixTime(seconds: 1_777_888_999)

    @Test func `all that an alert says is read again`() throws {
        var texts = AlertUpdate.Texts()
        texts.header = ["de": "Lift defekt", "fr": "Ascenseur en panne", "": "Lift"]
        texts.description = ["de": "Bis Freitag"]
        texts.url = ["de": "https://example.org/de", "fr": "https://example.org/fr"]
        texts.image = ["": "https://example.org/map.png"]
        texts.imageText = ["de": "Plan"]
        var classes = AlertUpdate.Classes()
        classes.cause = "MAINTENANCE"
        classes.effect = "ACCESSIBILITY_ISSUE"
        classes.severity = "SEVERE"
        let alert = AlertUpdate(
            id: "a", texts: texts, classes: classes,
            periods: [
                .init(start: time, end: time.advanced(bySeconds: 60)), .init(start: nil, end: time),
            ],
            subjects: [
                .init(agencyID: "1", routeID: "r", directionID: 1, stopID: "s"),
                .init(routeType: 3), .init(trip: TripReference(tripID: "t")),
            ])
        let bytes = try FeedWriter().write([TransitRealtime_FeedEntity(alert)], at: time)
        #expect(try RealtimeFeed.decode(bytes).alerts() == [alert])
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "", "map.png"])
    func `pictures are of the web`(address: String) throws {
        var entity = TransitRealtime_FeedEntity()
        entity.id = "a"
        var header = TransitRealtime_TranslatedString.Translation()
        header.text = "Works"
        entity.alert.headerText.translation = [header]
        var image = TransitRealtime_TranslatedImage.LocalizedImage()
        image.url = address
        image.mediaType = "image/png"
        entity.alert.image.localizedImage = [image]
        let bytes = try FeedWriter().write([entity], at: time)
        #expect(try RealtimeFeed.decode(bytes).alerts().map(\.texts.image) == [[:]])
    }

    @Test func `texts have no control characters and addresses are of the web`() throws {
        func texts(_ text: String) -> TransitRealtime_TranslatedString {
            var translation = TransitRealtime_TranslatedString.Translation()
            translation.text = text
            var texts = TransitRealtime_TranslatedString()
            texts.translation = [translation]
            return texts
        }
        var entity = TransitRealtime_FeedEntity()
        entity.id = "a"
        entity.alert.headerText = texts("Works\u{202e} \u{1b}[31m")
        entity.alert.descriptionText = texts("one\n\u{9b}two")
        entity.alert.url = texts("javascript:alert(1)")
        let bytes = try FeedWriter().write([entity], at: time)
        let read = try #require(RealtimeFeed.decode(bytes).alerts().first).texts
        #expect(read.header == ["": "Works [31m"])
        #expect(read.description == ["": "one\ntwo"])
        #expect(read.url.isEmpty)
        entity.alert.headerText = texts(String(repeating: "A", count: 1001))
        entity.alert.descriptionText = texts(String(repeating: "b", count: 10_001))
        entity.alert.url = texts("https://t.example/" + String(repeating: "c", count: 4096))
        let long = try FeedWriter().write([entity], at: time)
        let cut = try #require(RealtimeFeed.decode(long).alerts().first).texts
        #expect(cut.header[""] == String(repeating: "A", count: 999) + "…")
        #expect(cut.description[""]?.count == 10_000)
        #expect(cut.url.isEmpty)
    }

    @Test func `runs in no timetable are late against the source's own one`() throws {
        var entity = TransitRealtime_FeedEntity()
        entity.id = "u"
        entity.tripUpdate.trip.tripID = "extra"
        entity.tripUpdate.trip.scheduleRelationship = .new
        entity.tripUpdate.tripProperties.tripHeadsign = "Centre"
        var call = TransitRealtime_TripUpdate.StopTimeUpdate()
        call.stopID = "A"
        call.arrival.scheduledTime = time.seconds
        call.arrival.delay = 90
        entity.tripUpdate.stopTimeUpdate = [call]
        let bytes = try FeedWriter().write([entity], at: time)
        let update = try #require(RealtimeFeed.decode(bytes).tripUpdates().first)
        #expect(update.headsign == "Centre")
        #expect(update.calls.map(\.arrival) == [.at(time.advanced(bySeconds: 90))])
    }
}
