import Logging

extension Logger {
    /// What a group of services may log with: nothing below `info`.
    ///
    /// Below that a group describes each of its services with everything that it holds, the keys of live
    /// sources among it.
    var forServices: Logger {
        var logger = self
        logger.logLevel = max(logLevel, .info)
        return logger
    }
}
