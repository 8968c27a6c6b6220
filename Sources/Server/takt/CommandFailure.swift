import ArgumentParser
import Foundation
import JSONWriting

/// The exit statuses of commands, as in sysexits.h.
enum ExitStatus: Int32 {
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case ourFault = 70
    case inputOutput = 74
}

/// Prints one plain sentence on standard error and returns the exit code.
func fail(_ sentence: String, _ status: ExitStatus) -> ExitCode {
    FileHandle.standardError.write(Data("takt: \(sentence)\n".utf8))
    return ExitCode(status.rawValue)
}

/// Prints one JSON object on standard output, with sorted keys.
///
/// - Throws: An `EncodingError`.
func printJSON(_ value: some Encodable) throws {
    print(String(decoding: try JSONTextEncoder().encode(value), as: UTF8.self))
}
