import Foundation
import Logging
import TransitModel

/// Prints a text without the characters that a terminal would obey, since names, ids and answers
/// come from feeds and servers.
func print(_ text: String, terminator: String = "\n") {
    Swift.print(ControlCharacters.leftOut(of: text, keepingLines: true), terminator: terminator)
}

/// Writes a text to standard error as it is.
///
/// What cannot be written, as to a file on a full disk, is lost: a command must not fail by that.
/// (`FileHandle.write(_:)` would stop the program.)
func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
}

/// Writes lines to standard output at once, for programs that wait for them; what cannot be
/// written is lost.
func writeAtOnce(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
}

/// Returns a logger to standard error, because scripts read standard output.
func standardErrorLogger(_ level: Logger.Level) -> Logger {
    var logger = Logger(label: "takt") {
        PlainLogHandler(StreamLogHandler.standardError(label: $0))
    }
    logger.logLevel = level
    return logger
}

/// Leaves control characters out of logs, so that a text from outside neither begins a line of its
/// own nor commands the terminal that shows it.
struct PlainLogHandler<Handler: LogHandler>: LogHandler {
    private var handler: Handler

    init(_ handler: Handler) {
        self.handler = handler
    }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue.mapValues(Self.plain) }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue.map(Self.plain) }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(ControlCharacters.leftOut(of: event.message.description))"
        event.metadata = event.metadata?.mapValues(Self.plain)
        handler.log(event: event)
    }

    private static func plain(_ value: Logger.MetadataValue) -> Logger.MetadataValue {
        switch value {
        case .string(let text): .string(ControlCharacters.leftOut(of: text))
        case .stringConvertible(let value):
            .string(ControlCharacters.leftOut(of: value.description))
        case .array(let values): .array(values.map(plain))
        case .dictionary(let values): .dictionary(values.mapValues(plain))
        }
    }
}
