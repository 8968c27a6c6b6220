package import Logging

extension TaktApplication {
    /// Puts the parts together that serve a campus as its operators enter it; nothing runs yet.
    ///
    /// Times of day are those of `timeZone`, a name of the tz database; `options` must name a data
    /// folder. `onListening` is told the port once requests can come.
    package init(
        campusIn timeZone: String, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        try self.init(
            CampusSupply(options, timeZone: timeZone, logger: logger), options: options,
            logger: logger, onListening: onListening)
    }
}
