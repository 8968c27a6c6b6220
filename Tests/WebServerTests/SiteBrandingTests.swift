import FolderTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import WebServer

/// The operator's name, colour, logo and pages in the app's files.
@Suite struct SiteBrandingTests {
    private static let icon = #"<link rel="apple-touch-icon" href="/icons/takt-192.png">"# + "\n"
    private static let files = [
        "index.html": """
        <html><head><title>Takt</title>
        <meta name="application-name" content="Takt">
        \(icon)</head><noscript>Takt needs JavaScript.</noscript></html>
        """,
        "app/app.css": ":root { --accent: blue; }",
        "manifest.webmanifest": #"{"name": "Takt", "short_name": "Takt", "icons": [], "id": "/"}"#,
        "icons/takt.svg": "<svg>old</svg>", "icons/takt-192.png": "old",
    ]

    /// Returns the files of a site with a branding, by their paths; nil for missing ones.
    private func served(
        _ branding: SiteBranding, _ paths: [String]
    ) async throws -> [String: String] {
        let folder = TemporaryFolder()
        for (name, text) in Self.files { try folder.write(text, to: name) }
        let site = try StaticSite(folder: folder.path, branding: branding)
        return try await Application(router: WebServer.router([site])).test(.router) { client in
            var found: [String: String] = [:]
            for path in paths {
                let answer = try await client.execute(uri: path, method: .get)
                if answer.status == .ok { found[path] = String(buffer: answer.body) }
            }
            return found
        }
    }

    /// The start of a PNG file of a size.
    private func png(_ width: UInt8, _ height: UInt8) -> Data {
        Data(
            [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8) + [
                0, 0, 1, width, 0, 0, 1, height,
            ])
    }

    @Test func `without a branding the files are as they are`() async throws {
        let found = try await served(
            SiteBranding(), ["/app/app.css", "/manifest.webmanifest", "/icons/takt.svg", "/"])
        #expect(found["/app/app.css"] == Self.files["app/app.css"])
        #expect(found["/icons/takt.svg"] == Self.files["icons/takt.svg"])
        #expect(found["/"] == Self.files["index.html"])
        #expect(found["/manifest.webmanifest"] == Self.files["manifest.webmanifest"])
    }

    @Test func `name, colour and pages are in page, style and manifest`() async throws {
        var branding = SiteBranding()
        branding.name = "Seewil <on> time"
        branding.colour = ScreenColour("#8a1c4a")
        branding.imprint = "https://seewil.example/legal?a=1&b=2"
        let found = try await served(branding, ["/", "/app/app.css", "/manifest.webmanifest"])
        let page = try #require(found["/"])
        #expect(page.contains("<title>Seewil &lt;on&gt; time</title>"))
        #expect(page.contains(#"name="application-name" content="Seewil &lt;on&gt; time""#))
        #expect(
            page.contains(
                #"name="takt-imprint" content="https://seewil.example/legal?a=1&amp;b=2""#))
        #expect(!page.contains("takt-privacy") && page.contains("apple-touch-icon"))
        #expect(page.contains("<noscript>Seewil &lt;on&gt; time needs JavaScript."))
        #expect(found["/app/app.css"]?.contains("--accent: light-dark(#8a1c4a, ") == true)
        let manifest = try #require(
            try JSONSerialization.jsonObject(
                with: Data(found["/manifest.webmanifest", default: ""].utf8)) as? [String: Any])
        #expect(manifest["name"] as? String == "Seewil <on> time")
        #expect(manifest["short_name"] as? String == "Seewil <on>")
        #expect(manifest["theme_color"] as? String == "#8a1c4a" && manifest["id"] as? String == "/")
    }

    @Test func `a logo takes the place of all icons`() async throws {
        var branding = SiteBranding()
        let paths = ["/", "/icons/takt.svg", "/icons/takt-192.png", "/manifest.webmanifest"]
        branding.logo = SiteLogo(png(0, 0))
        var found = try await served(branding, paths)
        #expect(found["/icons/takt.svg"]?.contains("data:image/png;base64,iVBORw0KGgo") == true)
        #expect(found["/icons/takt-192.png"] != "old" && found["/icons/takt-192.png"] != nil)
        #expect(found["/manifest.webmanifest"]?.contains("256x256") == true)
        branding.logo = SiteLogo(Data("<svg>new</svg>".utf8))
        found = try await served(branding, paths)
        #expect(found["/icons/takt.svg"] == "<svg>new</svg>")
        // There is no other form of it, and another icon would be another's.
        #expect(found["/icons/takt-192.png"] == nil)
        #expect(found["/"]?.contains("apple-touch-icon") == false)
        #expect(found["/manifest.webmanifest"]?.contains("image/png") == false)
    }

    @Test func `a logo is an image of a fitting size without a script`() throws {
        #expect(SiteLogo(png(0, 0))?.format == .png(pixels: 256))
        #expect(SiteLogo(Data("<?xml version=\"1.0\"?><SVG></SVG>".utf8))?.format == .svg)
        for wrong in [
            png(0, 1), png(0, 0).prefix(20), Data(), Data("GIF89a".utf8),
            Data("<svg><script>alert(1)</script></svg>".utf8), Data("<svg>cut".utf8),
            Data("<svg></svg>".utf8) + Data(repeating: 32, count: SiteLogo.maximumBytes),
        ] {
            #expect(SiteLogo(wrong) == nil)
        }
        var small = png(0, 0)
        small[small.startIndex + 18] = 0
        small[small.startIndex + 22] = 0
        #expect(SiteLogo(small) == nil, "0 pixels")
    }

    @Test func `a colour is six digits`() {
        #expect(ScreenColour("#8a1C4a")?.hex == "#8a1c4a")
        for wrong in ["8a1c4a", "#8a1c4", "#8a1c4ab", "#8a1c4g", "red", "", "#", "#٣٣٣٣٣٣"] {
            #expect(ScreenColour(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `of any colour the tones are legible, and a legible one stays`() throws {
        #expect(try #require(ScreenColour("#0b57b8")).contrast(with: .white) > 6)
        #expect(AccentColours(try #require(ScreenColour("#0b57b8"))).light.accent.hex == "#0b57b8")
        for number in 0..<4096 {
            func part(_ shift: Int) -> Double { Double(number >> shift & 15) * 17 }
            let colours = AccentColours(
                ScreenColour(red: part(8), green: part(4), blue: part(0)))
            for (tones, grounds, onAccent) in [
                (colours.light, AccentColours.lightGrounds, "#ffffff"),
                (colours.dark, AccentColours.darkGrounds, "#0d1a26"),
            ] {
                let others = grounds + [tones.soft, try #require(ScreenColour(onAccent))]
                let least = others.map { tones.accent.contrast(with: $0) }.min() ?? 0
                #expect(least >= AccentColours.minimumContrast, "\(tones.accent.hex): \(least)")
            }
        }
    }
}
