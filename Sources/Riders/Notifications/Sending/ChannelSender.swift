package import HTTPFetching
package import TransitModel

/// Sends messages over every kind of channel, one attempt each.
///
/// It keeps no secret of a rider and writes nothing down. Trying again is the outbox's part.
package struct ChannelSender: Sendable {
    /// What the operator sets.
    package struct Settings: Sendable {
        /// The address of the rider's app, where messages without a link lead.
        package var home: String
        /// A `mailto:` or `https:` address by which push services reach the operator.
        package var contact: String
        /// Which addresses riders may give; `anywhere` only where all riders are trusted, for ntfy
        /// and webhooks in the local network.
        package var reach = AddressReach.publicInternet
        /// How long one attempt over HTTP may take.
        package var timeout = Duration.seconds(15)
        /// The mailbox that mail comes from.
        package var mailSender = ""
        /// What readers see in place of that mailbox.
        package var mailSenderName = "Takt"

        /// The defaults for an app at `home`.
        package init(home: String, contact: String) {
            self.home = home
            self.contact = contact
        }
    }

    let settings: Settings
    /// What the rider's app passes to `pushManager.subscribe`, base64url.
    package let applicationServerKey: String
    private let webPush: WebPushPosting
    private let http: HTTPSender
    let mailServer: MailServer?
    private let clock: any WallClock

    /// A sender; nil for `mailServer` refuses mail.
    ///
    /// The clock is real time, also where the timetable's is not: others check what is signed.
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

    /// The kinds of channel that this server can send over.
    package var kinds: [ChannelKind] {
        ChannelKind.allCases.filter { $0 != .email || mailServer != nil }
    }

    /// Why riders may not give this address, in a sentence; nil if they may.
    ///
    /// Names are looked up: none may lead to where strangers have no business.
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

    /// Sends a message that nobody needs any more after `expires`.
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
