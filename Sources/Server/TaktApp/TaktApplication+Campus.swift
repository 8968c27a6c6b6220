package import Logging

extension TaktApplication {
    /// Assembles the parts that serve a campus from its operators' entries; nothing runs yet.
    ///
    /// Local times are in `timeZone`, a name of the tz database; `options` must name a data folder.
    /// `onListening` is called with the port once requests are accepted.
    ///
    /// - Throws: An error if the web app or stored data cannot be read.
    package init(
        campusIn timeZone: String, options: Options, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws {
        try self.init(
            CampusSupply(options, timeZone: timeZone, logger: logger), options: options,
            logger: logger, onListening: onListening)
    }
}
