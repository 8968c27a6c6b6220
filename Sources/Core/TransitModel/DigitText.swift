/// Formatting of times and dates from precomputed pairs of digits.
enum DigitText {
    /// Returns `2026-05-04`; nil for years that do not have four digits.
    static func day(_ day: ServiceDay) -> String? {
        let (year, month, date) = day.civil
        guard (0...9999).contains(year) else { return nil }
        let dash = UInt8(ascii: "-")
        return String(
            decoding: [
                tens(year / 100), ones(year / 100), tens(year % 100), ones(year % 100), dash,
                tens(month), ones(month), dash, tens(date), ones(date),
            ], as: UTF8.self)
    }

    /// Returns `20260504`; nil for years that do not have four digits.
    static func compactDay(_ day: ServiceDay) -> String? {
        let (year, month, date) = day.civil
        guard (0...9999).contains(year) else { return nil }
        return String(
            decoding: [
                tens(year / 100), ones(year / 100), tens(year % 100), ones(year % 100),
                tens(month), ones(month), tens(date), ones(date),
            ], as: UTF8.self)
    }

    /// Returns `08:03:00`; nil for times before the day and after its first hundred hours.
    static func time(_ time: ServiceTime) -> String? {
        let seconds = Int(time.seconds)
        guard (0..<360_000).contains(seconds) else { return nil }
        let colon = UInt8(ascii: ":")
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return String(
            decoding: [
                tens(hour), ones(hour), colon, tens(minute), ones(minute), colon, tens(second),
                ones(second),
            ], as: UTF8.self)
    }

    /// Returns a second of a local day as `2026-05-04T08:03:00+02:00`; nil for years that do not
    /// have four digits.
    static func instant(_ day: ServiceDay, second: Int, offsetSeconds: Int) -> String? {
        let (year, month, date) = day.civil
        guard (0...9999).contains(year) else { return nil }
        let (dash, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
        let (hour, minute) = (second / 3600, second / 60 % 60)
        let ahead = Int(offsetSeconds.magnitude)
        return String(
            decoding: [
                tens(year / 100), ones(year / 100), tens(year % 100), ones(year % 100), dash,
                tens(month), ones(month), dash, tens(date), ones(date), UInt8(ascii: "T"),
                tens(hour), ones(hour), colon, tens(minute), ones(minute), colon,
                tens(second % 60), ones(second % 60),
                offsetSeconds < 0 ? dash : UInt8(ascii: "+"),
                tens(ahead / 3600), ones(ahead / 3600), colon,
                tens(ahead / 60 % 60), ones(ahead / 60 % 60),
            ], as: UTF8.self)
    }

    private static func tens(_ number: Int) -> UInt8 { 48 + UInt8(truncatingIfNeeded: number / 10) }
    private static func ones(_ number: Int) -> UInt8 { 48 + UInt8(truncatingIfNeeded: number % 10) }
}

/// Returns `number` in decimal digits, padded with zeros on the left; negative numbers keep their
/// sign.
package func padded(_ number: Int, to width: Int) -> String {
    // The fast path for times and dates.
    if width == 2, twoDigits.indices.contains(number) { return twoDigits[number] }
    return padding(number, to: width)
}

private let twoDigits = (0..<100).map { padding($0, to: 2) }

private func padding(_ number: Int, to width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
}
