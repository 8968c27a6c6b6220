/// The kind of vehicle on a route, as riders name it.
public enum TransitMode: String, Sendable, CaseIterable {
    case tram, subway, rail, bus, ferry, cableTram, aerialLift, funicular, trolleybus, monorail
    case coach, taxi, air, other

    /// Returns the mode of a GTFS `route_type`, basic (0...12) or extended (100...1702); nil if the
    /// number is in neither list.
    public init?(routeType: Int) {
        if let basic = Self.basic[routeType] {
            self = basic
            return
        }
        switch routeType {
        case 100..<200, 300..<400: self = .rail
        case 200..<300: self = .coach
        case 400..<405: self = .subway
        case 405: self = .monorail
        case 500..<700: self = .subway
        case 700..<800: self = .bus
        case 800: self = .trolleybus
        case 900..<1000: self = .tram
        case 1000..<1100, 1200..<1300: self = .ferry
        case 1100..<1200: self = .air
        case 1300..<1400: self = .aerialLift
        case 1400..<1500: self = .funicular
        case 1500..<1600: self = .taxi
        case 1600..<1703: self = .other
        default: return nil
        }
    }

    private static let basic: [Int: TransitMode] = [
        0: .tram, 1: .subway, 2: .rail, 3: .bus, 4: .ferry, 5: .cableTram, 6: .aerialLift,
        7: .funicular, 11: .trolleybus, 12: .monorail,
    ]
}

/// GTFS `location_type`.
public enum LocationType: UInt8, Sendable, CaseIterable {
    case stop = 0, station, entrance, node, boardingArea
}

/// Whether a wheelchair or a bicycle can be taken (GTFS 0, 1, 2).
public enum Accessibility: UInt8, Sendable, CaseIterable {
    case unknown = 0, yes, no
}

/// GTFS `pickup_type` and `drop_off_type`.
public enum BoardingRule: UInt8, Sendable, CaseIterable {
    case regular = 0, none, phoneAgency, coordinateWithDriver
}

/// GTFS `transfer_type`.
public enum TransferType: UInt8, Sendable, CaseIterable {
    case recommended = 0, timed, minimumTime, forbidden, inSeat, mustAlight
}

/// A 24-bit colour.
public struct RGBColour: Hashable, Sendable {
    /// `0xRRGGBB`.
    public let value: UInt32

    /// Creates a colour from the lower 24 bits.
    public init(_ value: UInt32) {
        self.value = value & 0xff_ffff
    }

    /// Reads `#D8232A` or `D8232A`; nil for anything else.
    package init?(hex text: some StringProtocol) {
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
        // A number of six digits may begin with a sign, a colour may not.
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.value = value
    }

    /// The colour as in `#D8232A`.
    public var hex: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Black or white, whichever has more contrast with this colour (WCAG relative luminance).
    public var contrasting: RGBColour {
        func linear(_ channel: UInt32) -> Double {
            let share = Double(channel & 0xff) / 255
            // Squaring replaces the exact power of 2.4; the result differs only near 0.18.
            return share * share
        }
        let luminance =
            0.2126 * linear(value >> 16) + 0.7152 * linear(value >> 8) + 0.0722 * linear(value)
        return luminance > 0.25 ? RGBColour(0) : RGBColour(0xff_ffff)
    }
}

#if !hasFeature(Embedded)
extension TransitMode: Codable {}
#endif
