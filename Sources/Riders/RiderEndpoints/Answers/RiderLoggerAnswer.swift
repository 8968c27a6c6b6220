import APISchema
import JSONWriting
package import Riders
package import Secrets
package import TransitModel

/// The state of a rider's logger; for a new one, also its address and credentials.
package struct RiderLoggerAnswer: Encodable, Sendable {
    let linked: Bool
    let diary: Bool?
    let since: String?
    let lastFix: String?
    let token: String?
    let ownTracks: String?
    let overland: String?

    static let schema = JSONSchema(
        "RiderLogger",
        .flag("linked", "Whether there is one"),
        .flag("diary?", "Whether it also records a travel diary"),
        .text("since?"),
        .text("lastFix?", "When the phone was last somewhere"),
        .text("token?", "Sent only once"),
        .text("ownTracks? overland?", "The address for the logger, with its token"))

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
