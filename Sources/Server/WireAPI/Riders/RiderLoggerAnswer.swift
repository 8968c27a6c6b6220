package import Riders
package import Secrets
package import TransitModel

/// Whether a phone's logger tells where a rider is; for a new one, where it sends to and what it shows.
package struct RiderLoggerAnswer: Encodable, Sendable {
    let linked: Bool
    /// It writes a travel diary too; nil if none is linked.
    let diary: Bool?
    let since: String?
    let lastFix: String?
    /// Told once.
    let token: String?
    let ownTracks: String?
    let overland: String?

    /// A rider's logger; nil if none is linked.
    ///
    /// `lastFix` is when the phone was last somewhere; nil if it told nothing lately.
    package init(_ logger: RiderLogger?, lastFix: UnixTime? = nil) {
        self.init(logger, token: nil, home: "", lastFix: lastFix)
    }

    /// A logger that was just linked: with its new token, if it got one, and where the server is.
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
