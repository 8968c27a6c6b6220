import APISchema
package import Riders
package import Secrets
package import TransitModel

/// The state of a rider's logger; for a new one, also its address and credentials.
package struct RiderLoggerAnswer: Encodable, Sendable {
    let linked: Bool
    /// Whether it also records a travel diary; nil if none is linked.
    let diary: Bool?
    let since: String?
    let lastFix: String?
    /// The token, which is sent only once.
    let token: String?
    let ownTracks: String?
    let overland: String?

    /// Describes a rider's logger; nil if none is linked.
    ///
    /// `lastFix` is the time of the phone's last fix; nil if there was none lately.
    package init(_ logger: RiderLogger?, lastFix: UnixTime? = nil) {
        self.init(logger, token: nil, home: "", lastFix: lastFix)
    }

    /// Describes a logger that was just linked: with its new token, if it got one, and the server's
    /// address.
    package init(
        _ logger: RiderLogger?, token: BearerToken?, home: String, lastFix: UnixTime? = nil
    ) {
        linked = logger != nil
        diary = logger?.isDiary
        since = logger.map { TransitTimeZone.utc.iso8601($0.created) }
        self.lastFix = logger == nil ? nil : lastFix.map(TransitTimeZone.utc.iso8601)
        self.token = token?.text
        ownTracks = token.map { _ in home + APIPaths.ownTracks }
        overland = token.map { _ in home + APIPaths.overland }
    }
}

extension RiderSchemas {
    /// The schemas of the answers above.
    static let loggers: [String: String] = [
        "RiderLogger": """
        linked:flag! diary:flag since:text lastFix:text token:text ownTracks:text overland:text
        """
    ]
}
