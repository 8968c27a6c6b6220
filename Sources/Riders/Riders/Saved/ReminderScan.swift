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

    /// Longer numbers are not durations.
    private static let maximumDigits = 9

    /// Scans a text.
    ///
    /// - Complexity: O(n) in its length.
    init(_ text: String) {
        let bytes = text.utf8.span
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\"") {
            let name = index + 1
            guard name < bytes.count else { return }
            // Most names and texts differ in their first letter.
            switch bytes[name] {
            case UInt8(ascii: "m"):
                guard let start = Self.end(of: "minute\":", bytes, name) else { continue }
                minutes.append(Self.number(bytes, start).value)
            case UInt8(ascii: "s"):
                guard let start = Self.end(of: "seconds\":", bytes, name) else { continue }
                seconds += Self.number(bytes, start).value
            case UInt8(ascii: "c"):
                guard let start = Self.end(of: "changeSeconds\":[", bytes, name) else { continue }
                seconds += Self.sum(bytes, start)
            default: continue
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

    /// Where a word ends that begins at an index; nil if another is there, or nothing follows.
    private static func end(
        of word: StaticString, _ bytes: Span<UInt8>, _ index: Int
    ) -> Int? {
        let end = index + word.utf8CodeUnitCount
        guard end < bytes.count else { return nil }
        return word.withUTF8Buffer { word in
            for offset in word.indices where bytes[index + offset] != word[offset] { return nil }
            return end
        }
    }

    private static func number(_ bytes: Span<UInt8>, _ start: Int) -> (value: Int, end: Int) {
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
    private static func sum(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var (sum, index) = (0, start)
        while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
            let (value, end) = number(bytes, index)
            sum += value
            index = max(end, index + 1)
        }
        return sum
    }
}
