import HTTPFetching
import WebServer

extension ConfigurationKey {
    /// The keys of how an operator presents the app.
    static let look: [ConfigurationKey] = [
        text("look.name", "a name of at most 40 characters") { value, configuration in
            guard isName(value, maximum: 40) else { return false }
            configuration.look.name = value
            return true
        },
        text("look.colour", "a colour in quotes, as in \"#8a1c4a\"") { value, configuration in
            guard let colour = ScreenColour(value) else { return false }
            configuration.look.colour = colour
            return true
        },
        ConfigurationKey(name: "look.logo", notation: .text, expected: SiteLogo.expected) {
            value, folder, configuration in
            guard let path = resolvedPath(value, in: folder),
                let bytes = SmallFile.start(of: path, limit: SiteLogo.maximumBytes + 1),
                let logo = SiteLogo(bytes)
            else { return false }
            configuration.look.logo = logo
            return true
        },
        address("look.imprint", \.imprint),
        address("look.privacy", \.privacy),
    ]

    private static func address(
        _ name: String, _ target: any WritableKeyPath<SiteLook, String?> & Sendable
    ) -> ConfigurationKey {
        text(name, "an http or https address, as in https://town.example/legal") {
            value, configuration in
            guard HTTPFetcher.isAddress(value), value.utf8.count <= 300 else { return false }
            configuration.look[keyPath: target] = value
            return true
        }
    }
}
