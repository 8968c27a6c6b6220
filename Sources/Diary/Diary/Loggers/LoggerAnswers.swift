package import DiarySensing
package import Foundation

/// What a server answers to phones so that they record as precisely as their state asks.
///
/// Send settings only when the state changes. Nothing here ever switches sending or tracking off: a
/// phone so told is stranded.
package enum LoggerAnswer {
    /// Overland's answer to a batch that was stored; without it the phone sends the batch again.
    ///
    /// - Parameters:
    ///   - state: The state that the phone is to take over, nil if it has not changed.
    ///   - notice: A short text that the app shows, as the line being ridden; nil for none.
    /// - Returns: The body of the answer, JSON.
    package static func overland(changedTo state: SensingState? = nil, notice: String? = nil)
        -> Data
    {
        encoded(
            Overland(
                result: "ok",
                set: state.map { .init(main: .init(desiredAccuracy: accuracy(of: $0))) },
                geocode: notice.map { .init(fullName: $0) }))
    }

    /// OwnTracks' answer to a message that was stored: a list of commands, empty without a change.
    ///
    /// Android obeys it if its user switched remote commands on; iOS ignores it.
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

    /// OwnTracks knows no accuracy, but a mode, a priority and a pause between fixes.
    ///
    /// On Android "move" (2) asks the satellites all the time; priority and interval count in
    /// "significant" (1), where 2 is Wi-Fi and 1 is cells. Lower modes and priorities tell nothing
    /// by themselves.
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
        // Texts and whole numbers under fixed names: nothing in it can fail to encode.
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
