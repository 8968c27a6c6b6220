/// What the text of a saved connection says at a glance: when its reminders are, and how long its
/// routes take at most.
///
/// After a start some hundred thousand connections lie there and few of them matter now; reading
/// all of them takes most of the time. Looks for the members' names in the text that the store
/// wrote, which has no blanks; within strings quotes are escaped, so that nothing there is taken
/// for a member.
struct ReminderScan {
    /// Minutes of the day, in the text's order.
    private(set) var minutes: [Int] = []
    /// All rides and changes of all routes together, in seconds.
    private(set) var seconds = 0

    private static let minute = Array("\"minute\":".utf8)
    private static let ride = Array("\"seconds\":".utf8)
    private static let changes = Array("\"changeSeconds\":[".utf8)
    /// Longer numbers are no seconds.
    private static let maximumDigits = 9

    /// Looks over a text.
    /// - Complexity: linear in its length.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        for place in bytes.indices where bytes[place] == UInt8(ascii: "\"") {
            if Self.begins(Self.minute, bytes, place) {
                minutes.append(Self.number(bytes, place + Self.minute.count).value)
            } else if Self.begins(Self.ride, bytes, place) {
                seconds += Self.number(bytes, place + Self.ride.count).value
            } else if Self.begins(Self.changes, bytes, place) {
                seconds += Self.sum(bytes, place + Self.changes.count)
            }
        }
    }

    /// Whether a reminder may matter at a minute of the day, on some day.
    ///
    /// True is no promise: a connection is left out only if all of its reminders are surely over,
    /// or begin to matter more than `aheadMinutes` from now. `afterMinutes` is how long a route is
    /// watched after it should be there.
    func mayMatter(at minute: Int, aheadMinutes: Int, afterMinutes: Int) -> Bool {
        minutes.contains { reminder in
            (-1...1).contains { day in
                let left = reminder + day * 1440 - minute
                return left <= aheadMinutes && left >= -(afterMinutes + seconds / 60 + 1)
            }
        }
    }

    private static func begins(_ name: [UInt8], _ bytes: [UInt8], _ place: Int) -> Bool {
        guard place + name.count < bytes.count else { return false }
        for offset in name.indices where bytes[place + offset] != name[offset] { return false }
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
        var (sum, place) = (0, start)
        while place < bytes.count, bytes[place] != UInt8(ascii: "]") {
            let (value, end) = number(bytes, place)
            sum += value
            place = max(end, place + 1)
        }
        return sum
    }
}
