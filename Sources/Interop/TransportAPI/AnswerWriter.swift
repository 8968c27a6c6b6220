/// Writes answers as JSON with the keys in the service's order.
///
/// A stationboard has some thousand objects. Writing bytes takes a tenth of the time of
/// `JSONEncoder`.
struct AnswerWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false
    /// Encoded locations; a board writes each some hundred times.
    private var places: [OpendataLocation: [UInt8]] = [:]
    private var lastPlace: [UInt8] = []
    /// The text of the day and offset written last.
    private var day = OffsetTime.DayText()

    init(capacity: Int = 4096) {
        bytes.reserveCapacity(capacity)
    }

    // MARK: - Objects and lists

    mutating func object(_ content: (inout AnswerWriter) -> Void) {
        open(UInt8(ascii: "{"))
        content(&self)
        close(UInt8(ascii: "}"))
    }

    mutating func list<Item>(_ items: [Item], _ write: (inout AnswerWriter, Item) -> Void) {
        open(UInt8(ascii: "["))
        for item in items { write(&self, item) }
        close(UInt8(ascii: "]"))
    }

    private mutating func open(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: - Fields

    /// Writes a nested value if the filter includes the field.
    mutating func field(
        _ name: String, _ fields: FieldFilter,
        _ write: (inout AnswerWriter, FieldFilter) -> Void
    ) {
        guard let below = fields[name] else { return }
        key(name)
        write(&self, below)
    }

    mutating func field(_ name: String, _ fields: FieldFilter, _ value: String?) {
        guard fields[name] != nil else { return }
        key(name)
        self.value(value)
    }

    mutating func field(_ name: String, _ fields: FieldFilter, _ value: Int?) {
        guard fields[name] != nil else { return }
        key(name)
        self.value(value)
    }

    mutating func field(_ name: String, _ fields: FieldFilter, _ value: OffsetTime?) {
        guard fields[name] != nil else { return }
        key(name)
        guard let value else { return null() }
        comma()
        add(value)
    }

    /// Writes degrees with up to six decimals; null for nil and values of 1000 or more.
    mutating func field(_ name: String, _ fields: FieldFilter, degrees: Double?) {
        guard fields[name] != nil else { return }
        key(name)
        guard let degrees, degrees.isFinite, abs(degrees) < 1000 else { return null() }
        comma()
        var millionths = Int((degrees * 1e6).rounded())
        if millionths < 0 {
            bytes.append(UInt8(ascii: "-"))
            millionths = -millionths
        }
        append(number: millionths / 1_000_000)
        var rest = millionths % 1_000_000
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var unit = 100_000
        while rest > 0 {
            bytes.append(48 + UInt8(rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    private mutating func key(_ name: String) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: - Values

    mutating func null() {
        comma()
        bytes.append(contentsOf: "null".utf8)
    }

    mutating func value(_ isTrue: Bool) {
        comma()
        bytes.append(contentsOf: (isTrue ? "true" : "false").utf8)
    }

    mutating func value(_ number: Int?) {
        guard let number else { return null() }
        comma()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(number: Int(clamping: number.magnitude))
    }

    mutating func value(_ text: String?) {
        guard let text else { return null() }
        comma()
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if !bytes[start...].allSatisfy(Self.isPlain) {
            bytes.removeSubrange(start...)
            for byte in text.utf8 { append(escaping: byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func append(escaping byte: UInt8) {
        if Self.isPlain(byte) {
            bytes.append(byte)
        } else if byte >= 0x20 {
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        } else {
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }

    private mutating func append(number: Int) {
        // Two digits per call halve the number of calls.
        if number >= 100 { append(number: number / 100) }
        let (tens, ones) = (number / 10 % 10, number % 10)
        if number >= 10 { bytes.append(48 + UInt8(truncatingIfNeeded: tens)) }
        bytes.append(48 + UInt8(truncatingIfNeeded: ones))
    }
}

// MARK: - Precomputed text

extension AnswerWriter {
    /// Begins a value that only `add` writes, commas included.
    mutating func begin() { comma() }

    /// Ends the value begun by ``begin()``.
    mutating func finish() { needsComma = true }

    /// Writes a value without a leading comma.
    mutating func alone(_ write: (inout AnswerWriter) -> Void) {
        needsComma = false
        write(&self)
    }

    /// Adds raw JSON text.
    mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ number: Int?) { alone { $0.value(number) } }

    mutating func add(_ text: String?) { alone { $0.value(text) } }

    mutating func add(_ time: OffsetTime) {
        bytes.append(UInt8(ascii: "\""))
        time.append(to: &bytes, &day)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Adds a location with all its fields.
    mutating func add(_ place: OpendataLocation) {
        if let known = places[place] {
            lastPlace = known
        } else {
            let start = bytes.count
            alone { place.write(to: &$0, .everything) }
            lastPlace = Array(bytes[start...])
            bytes.removeSubrange(start...)
            places[place] = lastPlace
        }
        bytes.append(contentsOf: lastPlace)
    }

    /// Adds the location added last.
    mutating func addPlaceAgain() { bytes.append(contentsOf: lastPlace) }
}
