import ArgumentParser
import Foundation
import JSONWriting
import TransitModel

/// The exit statuses of commands, as in sysexits.h.
enum ExitStatus: Int32 {
    case usage = 64
    /// What was read is wrong, such as a row that names no stop of the network.
    case badData = 65
    /// What the command line names is not there: a file, a stop, a tile.
    case noInput = 66
    case unavailable = 69
    case ourFault = 70
    case inputOutput = 74
}

/// Prints one plain sentence on standard error and returns the exit code.
func fail(_ sentence: String, _ status: ExitStatus) -> ExitCode {
    warn(sentence)
    return ExitCode(status.rawValue)
}

/// Prints one plain sentence on standard error.
func warn(_ sentence: String) {
    let line = ControlCharacters.leftOut(of: sentence, keepingLines: true)
    writeError("takt: \(line)\n")
}

/// Prints one JSON object on standard output, with sorted keys; control characters are escaped.
///
/// - Throws: An `EncodingError`.
func printJSON(_ value: some Encodable) throws {
    let text = String(decoding: try JSONTextEncoder().encode(value), as: UTF8.self)
    // Only strings can hold those that the encoder does not escape itself.
    let escaped = text.unicodeScalars.map { scalar in
        scalar.value > 0x7e && ControlCharacters.isControl(scalar)
            ? "\\u" + String(format: "%04x", scalar.value) : String(scalar)
    }
    print(escaped.joined())
}
