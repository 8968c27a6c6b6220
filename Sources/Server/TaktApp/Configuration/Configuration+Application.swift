import HTTPServing
import Simulation
import WebServer

extension TaktApplication.Options {
    /// Creates the options for a configuration; the caller opens the network.
    package init(_ configuration: Configuration) {
        self.init()
        server.host = configuration.listen.host
        server.port = configuration.listen.port
        server.maximumConnections = configuration.limits.connections
        server.maximumPerAddress = configuration.limits.connectionsPerAddress
        server.proxies = TrustedProxies(configuration.proxies)
        server.idleSeconds = Int(configuration.limits.idle.components.seconds)
        newRidersPerHour = configuration.limits.newRiders
        maximumStreams = configuration.limits.streams
        requestLimits = RequestLimits(
            perSecond: configuration.limits.requests, proxies: TrustedProxies(configuration.proxies)
        )
        networkName = configuration.name
        feeds = FeedRefresh.Settings(configuration)
        extracts = StreetsRefresh.Settings(configuration)
        webFolder = configuration.web
        branding = configuration.branding
        messages.branding = configuration.branding
        geocoder = configuration.geocoder
        geocoderPace = configuration.geocoderPace
        dataFolder = configuration.data
        historyDays = configuration.historyDays
        operatorTokenFile = configuration.operatorTokenFile
        diary = configuration.diary
        diaryHome = configuration.publicURL
        riderDays = configuration.riderDays
        messages.home =
            configuration.publicURL
            ?? "http\(configuration.tlsCertificate == nil ? "" : "s")://localhost:\(configuration.listen.port)"
        if let contact = configuration.pushContact {
            messages.contact = contact
        } else if let url = configuration.publicURL, url.hasPrefix("https://") {
            messages.contact = url
        }
        store = configuration.store
        nearbyPause = configuration.nearbyPause
        messages.reach = configuration.pushReach
        messages.mail = configuration.mail
        sources = configuration.sources.filter { $0.kind != .simulate }
        if let source = configuration.sources.first(where: { $0.kind == .simulate }) {
            var settings = SimulationSettings()
            if let every = source.every {
                settings.fixIntervalSeconds = Double(every.components.seconds)
            }
            simulation = settings
        }
    }
}
