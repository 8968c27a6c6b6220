import Foundation

/// Encodes values as JSON text with sorted keys and unescaped slashes.
///
/// The text equals that of Foundation's `JSONEncoder` with sorted keys and unescaped slashes, byte
/// for byte, except that keys other than plain ASCII are sorted by their bytes. Foundation first
/// builds dictionaries; this encoder writes each value in place, in a third of the time, and sorts
/// the members of an object at its end only if they were written out of order.
///
/// An object or a list ends when the enclosing one continues; writing into it afterwards is a
/// programming error. `Data`, `URL` and `Decimal`, which have their own forms in Foundation, are
/// refused.
package struct JSONTextEncoder: Sendable {
    package init() {}

    /// Returns the JSON text of a value.
    ///
    /// - Throws: An `EncodingError` if the value has no JSON form.
    package func encode(_ value: some Encodable) throws -> [UInt8] {
        let output = JSONOutput()
        try output.write(value, at: 0)
        return output.text.bytes
    }
}

/// The text to which all encoders of a value write.
///
/// Each call modifies it once, because every such access is checked for exclusivity at run time.
final class JSONOutput {
    var text = JSONText()

    /// Writes a complete value; `depth` is the number of open objects and lists around it.
    ///
    /// - Throws: An `EncodingError` if the value has no JSON form.
    func write<Value: Encodable>(_ value: Value, at depth: Int) throws {
        if Value.self == Data.self || Value.self == URL.self || Value.self == Decimal.self {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: [], debugDescription: "\(Value.self) has no form in these texts."))
        }
        let start = text.count
        try value.encode(to: JSONValueEncoder(output: self, depth: depth))
        text.finish(from: start, at: depth)
    }
}
