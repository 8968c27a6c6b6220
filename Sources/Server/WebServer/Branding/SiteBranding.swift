import Foundation
import TransitModel

/// How an operator presents the app: its name, its colour, its logo, and where to read who runs it.
package struct SiteBranding: Sendable, Equatable {
    /// The app's name on screens, home screens and in messages.
    package var name = defaultName
    /// The colour of which the accent's tones are made; nil for the app's own.
    package var colour: ScreenColour?
    /// The logo; nil for the app's own.
    package var logo: SiteLogo?
    /// The address of the imprint (legal notice); nil if there is none.
    package var imprint: String?
    /// The address of the privacy policy; nil if there is none.
    package var privacy: String?

    package init() {}

    private static let defaultName = "Takt"
    /// The number of characters of a name that home screens show whole.
    private static let shownCharacters = 12
    private static let page = "/index.html"
    private static let manifest = "/manifest.webmanifest"
    private static let style = "/app/app.css"
    private static let vectorIcon = "/icons/takt.svg"
    private static let pixelIcons = [
        "/icons/takt-192.png", "/icons/takt-512.png", "/icons/takt-maskable-512.png",
    ]

    /// Changes the app's files, by their paths from the root of the site, before they become a
    /// release.
    func apply(to files: inout [String: Data]) {
        guard self != SiteBranding() else { return }
        applyLogo(to: &files)
        if let colour { files[Self.style]?.append(Data(AccentColours(colour).styleRule.utf8)) }
        files[Self.page] = files[Self.page].map(page)
        files[Self.manifest] = files[Self.manifest].map(manifest)
    }

    private func applyLogo(to files: inout [String: Data]) {
        guard let logo else { return }
        files[Self.vectorIcon] = logo.svg
        for path in Self.pixelIcons {
            if case .png = logo.format { files[path] = logo.bytes } else { files[path] = nil }
        }
    }

    private func page(_ bytes: Data) -> Data {
        var text = String(decoding: bytes, as: UTF8.self)
        func replace(_ old: String, by new: String) {
            text = text.replacingOccurrences(of: old, with: new)
        }
        let name = MarkupText.escaped(name)
        replace("<title>Takt</title>", by: "<title>\(name)</title>")
        replace("<noscript>Takt ", by: "<noscript>\(name) ")
        replace(
            #"name="application-name" content="Takt""#,
            by: #"name="application-name" content="\#(name)""#)
        let links = [("imprint", imprint), ("privacy", privacy)].compactMap { name, address in
            address.map {
                #"<meta name="takt-\#(name)" content="\#(MarkupText.escaped($0))">"# + "\n"
            }
        }
        replace("</head>", by: links.joined() + "</head>")
        if logo?.format == .svg {
            replace(#"<link rel="apple-touch-icon" href="/icons/takt-192.png">"# + "\n", by: "")
        }
        return Data(text.utf8)
    }

    private func manifest(_ bytes: Data) -> Data {
        guard var members = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any] else {
            return bytes
        }
        members["name"] = name
        members["short_name"] = String(name.prefix(Self.shownCharacters))
            .trimmingCharacters(in: .whitespaces)
        if let colour { members["theme_color"] = colour.hex }
        if let logo {
            var icons = [["src": Self.vectorIcon, "sizes": "any", "type": "image/svg+xml"]]
            if case .png(let pixels) = logo.format {
                icons.append([
                    "src": Self.pixelIcons[0], "sizes": "\(pixels)x\(pixels)", "type": "image/png",
                ])
            }
            members["icons"] = icons
        }
        return
            (try? JSONSerialization.data(
                withJSONObject: members,
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            )) ?? bytes
    }
}
