import Foundation

/// Writes values as JSON text: keys in order, slashes as they are.
///
/// The text is the one that Foundation's `JSONEncoder` writes with sorted keys and unescaped slashes, to the byte, but
/// that keys other than plain ASCII are in the order of their bytes. That one puts everything into dictionaries first;
/// here each value is written where it belongs, in a third of the time, and only an object whose members did not come
/// in order is put in order when it ends.
///
/// An object or a list ends when the one around it goes on; writing into it afterwards is a mistake in the program.
/// `Data`, `URL` and `Decimal`, which have forms of their own in Foundation, are refused.
package struct JSONTextEncoder: Sendable {
    /// An encoder; it keeps nothing.
    package init() {}

    /// The text of a value.
    package func encode(_ value: some Encodable) throws -> [UInt8] {
        let output = JSONOutput()
        try output.write(value, at: 0)
        return output.text.bytes
    }
}

/// The text that all encoders of a value write.
///
/// Each call changes it once: the program checks every such access while it runs.
final class JSONOutput {
    var text = JSONText()

    /// Writes a value whole; `depth` objects and lists are open around it.
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
