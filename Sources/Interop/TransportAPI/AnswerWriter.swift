import JSONWriting

/// Writes answers as JSON with the keys in the service's order.
///
/// A stationboard has some thousand objects. Writing bytes takes a tenth of the time of
/// `JSONEncoder`.
struct AnswerWriter {
    private var json: JSONWriter
    /// Encoded locations; a board writes each some hundred times.
    private var places: [OpendataLocation: [UInt8]] = [:]
    private var lastPlace: [UInt8] = []
    /// The text of the day and offset written last.
    private var day = OffsetTime.DayText()

    init(capacity: Int = 4096) {
        json = JSONWriter(capacity: capacity)
    }

    var bytes: [UInt8] { json.bytes }

    // MARK: - Objects and lists

    mutating func object(_ content: (inout AnswerWriter) -> Void) {
        json.open(UInt8(ascii: "{"))
        content(&self)
        json.close(UInt8(ascii: "}"))
    }

    mutating func list<Item>(_ items: [Item], _ write: (inout AnswerWriter, Item) -> Void) {
        json.open(UInt8(ascii: "["))
        for item in items { write(&self, item) }
        json.close(UInt8(ascii: "]"))
    }

    // MARK: - Fields

    /// Writes a nested value if the filter includes the field.
    mutating func field(
        _ name: String, _ fields: FieldFilter,
        _ write: (inout AnswerWriter, FieldFilter) -> Void
    ) {
        guard let below = fields[name] else { return }
        json.key(name)
        write(&self, below)
    }

    mutating func field(_ name: String, _ fields: FieldFilter, _ value: String?) {
        field(name, fields) { writer, _ in writer.value(value) }
    }

    mutating func field(_ name: String, _ fields: FieldFilter, _ value: Int?) {
        field(name, fields) { writer, _ in writer.value(value) }
    }

    mutating func field(_ name: String, _ fields: FieldFilter, _ value: OffsetTime?) {
        field(name, fields) { writer, _ in
            if let value { writer.value(value) } else { writer.null() }
        }
    }

    /// Writes degrees with up to six decimals; null for nil and values of 1000 or more.
    mutating func field(_ name: String, _ fields: FieldFilter, degrees: Double?) {
        field(name, fields) { writer, _ in writer.value(degrees: degrees) }
    }

    // MARK: - Values

    mutating func null() { json.null() }

    mutating func value(_ isTrue: Bool) { json.value(isTrue) }

    mutating func value(_ number: Int?) {
        if let number { json.value(number) } else { json.null() }
    }

    mutating func value(_ text: String?) {
        if let text { json.value(text) } else { json.null() }
    }

    mutating func value(_ time: OffsetTime) {
        json.separate()
        json.bytes.append(UInt8(ascii: "\""))
        time.append(to: &json.bytes, &day)
        json.bytes.append(UInt8(ascii: "\""))
    }

    private mutating func value(degrees: Double?) {
        guard let degrees, degrees.isFinite, abs(degrees) < 1000 else { return json.null() }
        let millionths = Int((degrees * 1e6).rounded())
        json.separate()
        if millionths < 0 { json.bytes.append(UInt8(ascii: "-")) }
        json.append(digits: millionths.magnitude / 1_000_000)
        var rest = millionths.magnitude % 1_000_000
        guard rest > 0 else { return }
        json.bytes.append(UInt8(ascii: "."))
        var unit: UInt = 100_000
        while rest > 0 {
            json.bytes.append(48 + UInt8(rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    // MARK: - Precomputed text

    /// Begins an object that ``raw(_:)`` continues and ``endRaw()`` ends.
    mutating func beginRaw() { json.open(UInt8(ascii: "{")) }

    mutating func endRaw() { json.close(UInt8(ascii: "}")) }

    /// Adds text that has its commas; the next value follows without one.
    mutating func raw(_ text: StaticString) { json.raw(text) }

    /// Writes a location with all its fields.
    mutating func value(_ place: OpendataLocation) {
        if let known = places[place] {
            lastPlace = known
        } else {
            var writer = AnswerWriter()
            place.write(to: &writer, .everything)
            lastPlace = writer.bytes
            places[place] = lastPlace
        }
        valueOfLastPlace()
    }

    /// Writes the location written last.
    mutating func valueOfLastPlace() { json.value(encoded: lastPlace) }
}
