import Foundation

/// A JSON value from another system; every accessor returns the value or nil.
///
/// Servers of different versions write the same member as an integer, a fraction or a string; the
/// accessors accept all of them.
struct JSONNode {
    private let value: Any?

    private init(_ value: Any?) {
        self.value = value
    }

    /// Parses a text; nil if it is not JSON.
    init?(_ text: some Sequence<UInt8>) {
        guard
            let value = try? JSONSerialization.jsonObject(
                with: Data(text), options: .fragmentsAllowed)
        else { return nil }
        self.init(value)
    }

    subscript(_ member: String) -> JSONNode {
        JSONNode((value as? [String: Any])?[member])
    }

    var isNull: Bool { value == nil || value is NSNull }

    var isObject: Bool { value is [String: Any] }

    var array: [JSONNode]? { (value as? [Any])?.map { JSONNode($0) } }

    var string: String? { value as? String }

    /// A string, or a number as a string, since ids used to be numbers.
    var id: String? { string ?? integer.map { "\($0)" } }

    var double: Double? {
        let number = (value as? NSNumber)?.doubleValue ?? string.flatMap { Double($0) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// An integer, rounded if it has a fraction; nil beyond 2^53, where doubles are not exact.
    var integer: Int64? {
        double.flatMap { abs($0) <= 9_007_199_254_740_992 ? Int64($0.rounded()) : nil }
    }

    var bool: Bool? { (value as? NSNumber)?.boolValue }

    /// The x and y of a point.
    var point: MercatorPoint? {
        guard let pair = array, pair.count >= 2, let x = pair[0].double, let y = pair[1].double
        else { return nil }
        return MercatorPoint(x: x, y: y)
    }
}
