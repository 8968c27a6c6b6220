/// Scans the stored text of a connection for the times of its reminders and the longest duration of
/// its routes.
///
/// After a start there are some hundred thousand connections and few of them matter now; decoding
/// all would take most of the time. The scan looks for member names in the text that the store
/// wrote, which has no blanks. Quotes within strings are escaped, so strings cannot look like
/// members.
struct ReminderScan {
    /// Minutes of the day, in the text's order.
    private(set) var minutes: [Int] = []
    /// The duration of all rides and transfers of all routes together, in seconds.
    private(set) var seconds = 0

    private static let minute = Array("\"minute\":".utf8)
    private static let ride = Array("\"seconds\":".utf8)
    private static let transfers = Array("\"changeSeconds\":[".utf8)
    /// Longer numbers are not durations.
    private static let maximumDigits = 9

    /// Scans a text.
    ///
    /// - Complexity: O(n) in its length.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\"") {
            if Self.begins(Self.minute, bytes, index) {
                minutes.append(Self.number(bytes, index + Self.minute.count).value)
            } else if Self.begins(Self.ride, bytes, index) {
                seconds += Self.number(bytes, index + Self.ride.count).value
            } else if Self.begins(Self.transfers, bytes, index) {
                seconds += Self.sum(bytes, index + Self.transfers.count)
            }
        }
    }

    /// Whether a reminder may matter at a minute of the day, on some day.
    ///
    /// False is certain: all reminders are over, or begin to matter more than `aheadMinutes` from
    /// now. True is not. `afterMinutes` is how long a route is watched after its planned arrival.
    func mayMatter(at minute: Int, aheadMinutes: Int, afterMinutes: Int) -> Bool {
        minutes.contains { reminder in
            (-1...1).contains { day in
                let left = reminder + day * 1440 - minute
                return left <= aheadMinutes && left >= -(afterMinutes + seconds / 60 + 1)
            }
        }
    }

    private static func begins(_ name: [UInt8], _ bytes: [UInt8], _ index: Int) -> Bool {
        guard index + name.count < bytes.count else { return false }
        for offset in name.indices where bytes[index + offset] != name[offset] { return false }
        return true
    }

    private static func number(_ bytes: [UInt8], _ start: Int) -> (value: Int, end: Int) {
        var (value, end) = (0, start)
        while end < bytes.count, end - start < maximumDigits,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end])
        {
            value = value * 10 + Int(bytes[end] - UInt8(ascii: "0"))
            end += 1
        }
        return (value, end)
    }

    /// Adds up the numbers of a list.
    private static func sum(_ bytes: [UInt8], _ start: Int) -> Int {
        var (sum, index) = (0, start)
        while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
            let (value, end) = number(bytes, index)
            sum += value
            index = max(end, index + 1)
        }
        return sum
    }
}
