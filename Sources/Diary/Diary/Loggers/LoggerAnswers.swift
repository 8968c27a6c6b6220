package import DiarySensing
package import Foundation

/// A server's replies to phones that set their recording precision to their sensing state.
///
/// Send settings only when the state changes. No reply ever turns sending or tracking off, because
/// such a phone could not be reached again.
package enum LoggerAnswer {
    /// Overland's reply to a stored batch; without it the phone sends the batch again.
    ///
    /// - Parameters:
    ///   - state: The phone's new state; nil if it has not changed.
    ///   - notice: A short text that the app shows, such as the line being ridden; nil for none.
    /// - Returns: The JSON body of the reply.
    package static func overland(changedTo state: SensingState? = nil, notice: String? = nil)
        -> Data
    {
        encoded(
            Overland(
                result: "ok",
                set: state.map { .init(main: .init(desiredAccuracy: accuracy(of: $0))) },
                geocode: notice.map { .init(fullName: $0) }))
    }

    /// Returns Overland's reply to a batch that is not stored: the app shows the sentence and sends
    /// the batch again.
    package static func overlandRefusal(_ sentence: String) -> Data {
        encoded(["error": sentence])
    }

    /// OwnTracks' reply to a stored message: a list of commands, empty if nothing changed.
    ///
    /// Android obeys it if its user enabled remote commands; iOS ignores it.
    package static func ownTracks(changedTo state: SensingState? = nil) -> Data {
        encoded(state.map { [OwnTracks(configuration: configuration(of: $0))] } ?? [])
    }

    private static func accuracy(of state: SensingState) -> String {
        switch state {
        case .activelyMoving: "10m"
        case .stopped: "100m"
        case .inFastVehicle: "1km"
        case .notMoving: "3km"
        }
    }

    /// OwnTracks has no accuracy setting, but a mode, a priority and an interval between fixes.
    ///
    /// On Android, mode "move" (2) uses GPS all the time; priority and interval apply in
    /// "significant" (1), where priority 2 is Wi-Fi and 1 is cells. Lower modes and priorities send
    /// nothing on their own.
    private static func configuration(of state: SensingState) -> OwnTracks.Configuration {
        switch state {
        case .activelyMoving: .init(monitoring: 2, locatorPriority: 3, locatorInterval: 10)
        case .stopped: .init(monitoring: 1, locatorPriority: 2, locatorInterval: 60)
        case .inFastVehicle: .init(monitoring: 1, locatorPriority: 1, locatorInterval: 60)
        case .notMoving: .init(monitoring: 1, locatorPriority: 1, locatorInterval: 300)
        }
    }

    private static func encoded(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and integers under fixed names always encode.
        return (try? encoder.encode(value)) ?? Data("{}".utf8)
    }

    private struct Overland: Encodable {
        let result: String
        let set: Settings?
        let geocode: Geocode?

        struct Settings: Encodable {
            let main: Main

            struct Main: Encodable {
                let desiredAccuracy: String

                private enum CodingKeys: String, CodingKey {
                    case desiredAccuracy = "desired_accuracy"
                }
            }
        }

        struct Geocode: Encodable {
            let fullName: String

            private enum CodingKeys: String, CodingKey {
                case fullName = "full_name"
            }
        }
    }

    private struct OwnTracks: Encodable {
        let type = "cmd"
        let action = "setConfiguration"
        let configuration: Configuration

        private enum CodingKeys: String, CodingKey {
            case type = "_type"
            case action, configuration
        }

        struct Configuration: Encodable {
            let type = "configuration"
            let monitoring: Int
            let locatorPriority: Int
            let locatorInterval: Int

            private enum CodingKeys: String, CodingKey {
                case type = "_type"
                case monitoring, locatorPriority, locatorInterval
            }
        }
    }
}
