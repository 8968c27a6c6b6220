import HTTPFetching
import WebServer

extension ConfigurationKey {
    /// The keys of how an operator presents the app.
    static let branding: [ConfigurationKey] = [
        text(
            "look.name", "a name of at most 40 characters", { isName($0, maximum: 40) ? $0 : nil }
        ) { $1.branding.name = $0 },
        text("look.colour", "a colour in quotes, as in \"#8a1c4a\"", { ScreenColour($0) }) {
            $1.branding.colour = $0
        },
        ConfigurationKey(name: "look.logo", notation: .text, expected: SiteLogo.expected) {
            value, folder, configuration in
            guard let path = resolvedPath(value, in: folder),
                let bytes = SmallFile.start(of: path, limit: SiteLogo.maximumBytes + 1),
                let logo = SiteLogo(bytes)
            else { return false }
            configuration.branding.logo = logo
            return true
        },
        address("look.imprint") { $1.branding.imprint = $0 },
        address("look.privacy") { $1.branding.privacy = $0 },
    ]

    private static func address(
        _ name: String, _ take: @escaping @Sendable (String, inout Configuration) -> Void
    ) -> ConfigurationKey {
        text(
            name, "an http or https address, as in https://town.example/legal",
            { HTTPFetcher.isAddress($0) && $0.utf8.count <= 300 ? $0 : nil }, take)
    }
}
