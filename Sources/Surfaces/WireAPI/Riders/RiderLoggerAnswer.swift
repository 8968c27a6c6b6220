package import RiderAlerts
package import TokenIssuing
import TransitModel

/// Whether a phone's logger tells where a rider is; for a new one, where it sends to and what it shows.
package struct RiderLoggerAnswer: Encodable, Sendable {
    let linked: Bool
    /// It writes a travel diary too; nil if none is linked.
    let diary: Bool?
    let since: String?
    /// Told once.
    let token: String?
    let ownTracks: String?
    let overland: String?

    /// A rider's logger; nil if none is linked.
    package init(_ logger: RiderLogger?) {
        self.init(logger, token: nil, home: "")
    }

    /// A logger that was just linked: with its new token, if it got one, and where the server is.
    package init(_ logger: RiderLogger?, token: BearerToken?, home: String) {
        linked = logger != nil
        diary = logger?.isDiary
        since = logger.map { TransitTimeZone.utc.iso8601($0.created) }
        self.token = token?.text
        ownTracks = token.map { _ in home + APIPaths.ownTracks }
        overland = token.map { _ in home + APIPaths.overland }
    }
}
