/// The media types of the web app's files.
enum MediaTypes {
    /// Returns the media type for a file name, and whether it is text worth compressing.
    static func ofFile(named name: String) -> (type: String, isText: Bool) {
        switch name.split(separator: ".").last?.lowercased() {
        case "html": ("text/html; charset=utf-8", true)
        case "js", "mjs": ("text/javascript; charset=utf-8", true)
        case "css": ("text/css; charset=utf-8", true)
        case "json", "map": ("application/json", true)
        case "geojson": ("application/geo+json", true)
        case "webmanifest": ("application/manifest+json", true)
        case "svg": ("image/svg+xml", true)
        case "txt", "md": ("text/plain; charset=utf-8", true)
        case "png": ("image/png", false)
        case "jpg", "jpeg": ("image/jpeg", false)
        case "webp": ("image/webp", false)
        case "ico": ("image/x-icon", false)
        case "woff2": ("font/woff2", false)
        // Not text, but it shrinks to a third.
        case "wasm": ("application/wasm", true)
        case "pmtiles": ("application/vnd.pmtiles", false)
        default: ("application/octet-stream", false)
        }
    }
}
