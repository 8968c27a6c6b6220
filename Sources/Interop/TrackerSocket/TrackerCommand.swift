/// A client's command on the tracker socket, one per text frame.
///
/// Words are separated by spaces and are case-sensitive; `name=value` arguments may come in any
/// order.
package enum TrackerCommand: Hashable, Sendable {
    /// Show the vehicles in a part of the map.
    case showArea(TrackerArea)
    /// Buffer messages until there are `count`, or for `milliseconds`.
    case buffer(count: Int, milliseconds: Int)
    /// Send the current content of a channel once.
    case get(TrackerChannelName, clientReference: String?)
    /// Send all further messages of a channel.
    case subscribe(TrackerChannelName)
    /// Stop sending messages of a channel.
    case unsubscribe(TrackerChannelName)
    /// Show no vehicles until the next area.
    case reset
    /// Request a `PONG`.
    case ping

    /// The maximum length in bytes of UTF-8; longer commands are ignored.
    package static let maximumBytes = 4096

    /// Parses a text; nil for unknown or malformed commands, which servers ignore.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let words = text.split { $0 == " " || $0 == "\r" || $0 == "\n" || $0 == "\t" }
            .map(String.init)
        guard let verb = words.first else { return nil }
        let arguments = Array(words.dropFirst())
        switch verb {
        case "PING": self = .ping
        case "RESET": self = .reset
        case "BBOX":
            guard let area = TrackerArea(arguments) else { return nil }
            self = .showArea(area)
        case "BUFFER":
            guard arguments.count == 2, let count = Int(arguments[0]), count >= 0,
                let milliseconds = Int(arguments[1]), milliseconds >= 0
            else { return nil }
            self = .buffer(count: count, milliseconds: milliseconds)
        case "GET":
            guard let name = arguments.first, arguments.count <= 3 else { return nil }
            self = .get(
                TrackerChannelName(name, reference: arguments.count > 1 ? arguments[1] : nil),
                clientReference: arguments.count > 2 ? arguments[2] : nil)
        case "SUB", "DEL":
            guard let name = arguments.first, arguments.count <= 3 else { return nil }
            let channel = TrackerChannelName(
                name, reference: arguments.count > 1 ? arguments[1] : nil)
            self = verb == "SUB" ? .subscribe(channel) : .unsubscribe(channel)
        default: return nil
        }
    }

    /// The command as a client sends it.
    package var text: String {
        switch self {
        case .showArea(let area): area.text
        case .buffer(let count, let milliseconds): "BUFFER \(count) \(milliseconds)"
        case .get(let channel, let reference):
            "GET \(channel)" + (reference.map { " \($0)" } ?? "")
        case .subscribe(let channel): "SUB \(channel)"
        case .unsubscribe(let channel): "DEL \(channel)"
        case .reset: "RESET"
        case .ping: "PING"
        }
    }
}

/// A channel as a client wrote it, with its reference if there was one.
package struct TrackerChannelName: Hashable, Sendable, CustomStringConvertible {
    /// For example `stopsequence_takt_12` or `station`.
    package let name: String
    /// The item on the channel, such as the number in `station 8503000`; nil for everything.
    package let reference: String?

    /// Creates a channel's name; neither part may contain spaces.
    package init(_ name: String, reference: String? = nil) {
        self.name = name
        self.reference = reference
    }

    /// The form in which messages name their source.
    package var description: String { reference.map { "\(name) \($0)" } ?? name }
}
