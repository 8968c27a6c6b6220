import ArgumentParser
import Foundation

/// How a command ends, as in sysexits.h.
enum ExitStatus: Int32 {
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case ourFault = 70
    case inputOutput = 74
}

/// Ends a command with one plain sentence on standard error.
func fail(_ sentence: String, _ status: ExitStatus) -> ExitCode {
    FileHandle.standardError.write(Data("takt: \(sentence)\n".utf8))
    return ExitCode(status.rawValue)
}

/// Prints one JSON object on standard output, keys in order.
func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
}
