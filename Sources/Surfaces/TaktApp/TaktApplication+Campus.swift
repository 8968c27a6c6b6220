package import Logging
import ServiceLifecycle
import WebServer

extension TaktApplication {
    /// Puts the parts together that serve a campus as its operators enter it; nothing runs yet.
    ///
    /// Times of day are those of `timeZone`, a name of the tz database; `options` must name a data
    /// folder. `onListening` is told the port once requests can come.
    package init(
        campusIn timeZone: String, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        // What cannot be read is told before anything runs.
        _ = try options.operatorGate()
        let current = NetworkSwitch()
        let server = WebServer(options.server, showing: current, logger: logger)
        self.init(
            services: [
                server.service(onPort: onListening),
                CampusServing(options, timeZone: timeZone, current: current, logger: logger),
            ], settings: options.server, logger: logger)
    }
}
