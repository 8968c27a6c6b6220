import Logging

extension Logger {
    /// A logger for service groups, which logs nothing below `info`.
    ///
    /// Below that level, a group describes each of its services with all of its properties,
    /// including the keys of live sources.
    var forServices: Logger {
        var logger = self
        logger.logLevel = max(logLevel, .info)
        return logger
    }
}
