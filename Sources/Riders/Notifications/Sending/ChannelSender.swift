package import HTTPFetching
package import TransitModel

/// Sends messages over every kind of channel, one attempt each.
///
/// It stores nothing about riders. The outbox repeats attempts.
package struct ChannelSender: Sendable {
    /// The operator's settings.
    package struct Settings: Sendable {
        /// The URL of the rider's app, where messages without a link lead.
        package var home: String
        /// A `mailto:` or `https:` address at which push services can reach the operator.
        package var contact: String
        /// The addresses that riders may give.
        ///
        /// Use `anywhere` only where all riders are trusted, for ntfy and webhooks in the local
        /// network.
        package var reach = AddressReach.publicInternet
        /// The time limit of one attempt over HTTP.
        package var timeout = Duration.seconds(15)
        /// The sender's mailbox.
        package var mailSender = ""
        /// The app's name, which mail programs show instead of that mailbox.
        package var appName = "Takt"
        /// The address of the operator's imprint, at the end of each mail; nil for none.
        package var imprint: String?

        /// The defaults for an app at `home`.
        package init(home: String, contact: String) {
            self.home = home
            self.contact = contact
        }
    }

    package let settings: Settings
    /// What the rider's app passes to `pushManager.subscribe`, in base64url.
    package let applicationServerKey: String
    private let webPush: WebPushPosting
    private let http: HTTPSender
    let mailServer: MailServer?
    private let clock: any WallClock

    /// Creates a sender.
    ///
    /// The clock is real time even where the timetable's is simulated, because signatures are
    /// checked by others.
    ///
    /// Without `mailServer` it refuses mail.
    package init(
        settings: Settings, key: VapidKey, fetcher: HTTPFetcher, mailServer: MailServer?,
        clock: any WallClock = SystemWallClock()
    ) {
        self.settings = settings
        self.mailServer = mailServer
        self.clock = clock
        applicationServerKey = key.applicationServerKey
        webPush = WebPushPosting(
            tokens: VapidTokens(key: key, contact: settings.contact), home: settings.home)
        http = HTTPSender(fetcher: fetcher, reach: settings.reach, timeout: settings.timeout)
    }

    /// The kinds of channel that this server supports.
    package var kinds: [ChannelKind] {
        ChannelKind.allCases.filter { $0 != .email || mailServer != nil }
    }

    /// Why riders may not use this address, in a sentence; nil if they may.
    ///
    /// Host names are resolved, so that none leads into a private network.
    package func problem(of address: ChannelAddress) async -> String? {
        guard kinds.contains(address.kind) else { return "This server sends no mail." }
        guard let url = address.url else { return nil }
        do {
            try await http.fetcher.check(url, reach: settings.reach)
            return nil
        } catch {
            return error.plainWords
        }
    }

    /// Sends a message that expires at `expires`.
    package func send(
        _ message: RiderMessage, to address: ChannelAddress, expires: UnixTime
    ) async -> SendOutcome {
        let now = clock.now()
        let left = Int(clamping: expires.seconds - now.seconds)
        guard left > 0 else { return .refused("The message came too late.") }
        if case .email(let mailbox) = address {
            return await mail(message, to: mailbox, key: address.key, now: now)
        }
        guard let posting = posting(message, to: address, secondsLeft: left, now: now) else {
            return .refused("The message cannot be written for this channel.")
        }
        return await http.send(posting)
    }

    private func posting(
        _ message: RiderMessage, to address: ChannelAddress, secondsLeft: Int, now: UnixTime
    ) -> Posting? {
        switch address {
        case .webPush(let address):
            webPush.posting(
                message, to: address, timeToLiveSeconds: secondsLeft, nowSeconds: now.seconds)
        case .ntfy(let address):
            NtfyPosting.posting(message, to: address)
        case .webhook(let address):
            WebhookPosting.posting(
                message, to: address, expiresSeconds: now.seconds + Int64(secondsLeft),
                nowSeconds: now.seconds)
        case .email:
            nil
        }
    }
}
