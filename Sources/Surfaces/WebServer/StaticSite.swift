import Foundation
import HTTPTypes
package import Hummingbird

/// The files of the web app, read once and served from memory.
///
/// Paths without a file answer with the app's shell, so that every address of the app can be opened
/// and reloaded; only the API's paths never do.
package struct StaticSite: EndpointGroup {
    private let files: [String: CachedBody]
    private let shell: CachedBody?

    /// What the site may hold at most, in bytes.
    package static let maximumBytes = 64 * 1024 * 1024
    private static let shellName = "index.html"

    /// Why a folder cannot be served.
    package enum Failure: Error, CustomStringConvertible {
        case noFolder(String)
        case tooLarge(String)

        /// One sentence for people.
        package var description: String {
            switch self {
            case .noFolder(let path):
                "The web app's folder '\(path)' has no index.html; name it with --web."
            case .tooLarge(let path):
                "The web app's folder '\(path)' holds more than "
                    + "\(StaticSite.maximumBytes / 1_048_576) MB."
            }
        }
    }

    /// Reads every file below `folder`; names that begin with a dot are left out.
    package init(folder: String) throws {
        var files: [String: CachedBody] = [:]
        var total = 0
        guard let walker = FileManager.default.enumerator(atPath: folder) else {
            throw Failure.noFolder(folder)
        }
        for case let name as String in walker {
            let parts = name.split(separator: "/")
            guard !parts.contains(where: { $0.hasPrefix(".") }),
                let bytes = FileManager.default.contents(atPath: folder + "/" + name)
            else { continue }
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(
                atPath: folder + "/" + name, isDirectory: &isFolder)
            if isFolder.boolValue { continue }
            total += bytes.count
            guard total <= Self.maximumBytes else { throw Failure.tooLarge(folder) }
            let (type, isText) = MediaTypes.ofFile(named: name)
            files["/" + name] = CachedBody(bytes, contentType: type, isText: isText)
        }
        guard let shell = files["/" + Self.shellName] else { throw Failure.noFolder(folder) }
        self.files = files
        self.shell = shell
    }

    /// Adds the files and the shell.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("**") { request, _ in try answer(request) }
        router.get("/") { request, _ in try answer(request) }
    }

    private func answer(_ request: Request) throws(Problem) -> Response {
        let path = request.uri.path
        if let file = files[path] {
            return RangeRequests.response(
                file, to: request, cacheControl: Self.cacheControl(path))
        }
        let last = path.split(separator: "/").last ?? ""
        let isAppPath = !last.contains(".") && !path.contains("..") && !Self.isReserved(path)
        let wantsPage =
            request.headers[.accept].map {
                $0.contains("text/html") || $0.contains("*/*")
            } ?? true
        guard isAppPath, wantsPage, let shell else {
            throw .notFound("There is nothing at '\(path.prefix(100))'.")
        }
        return shell.response(to: request)
    }

    /// Paths that never answer with the shell.
    private static func isReserved(_ path: String) -> Bool {
        ["/api", "/health", "/v1", "/gtfs-rt", "/metrics"].contains {
            path == $0 || path.hasPrefix($0 + "/")
        }
    }

    /// Third-party files are pinned by hash and change with releases only; our own are asked for
    /// again each time and mostly answered "not modified".
    private static func cacheControl(_ path: String) -> String {
        path.hasPrefix("/vendor/") ? "public, max-age=86400" : "no-cache"
    }
}

/// The media types of the web app's files.
enum MediaTypes {
    /// The media type of a file by its name, and whether it is text worth compressing.
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
        default: ("application/octet-stream", false)
        }
    }
}

/// Answers requests for a part of a file (RFC 9110, one range).
enum RangeRequests {
    /// The whole file, the part asked for, or 416 if it lies beyond the end.
    static func response(
        _ file: CachedBody, to request: Request, cacheControl: String
    ) -> Response {
        let size = file.bytes.readableBytes
        guard let header = request.headers[.range], request.method == .get,
            let wanted = range(header, size: size)
        else {
            var response = file.response(to: request, cacheControl: cacheControl)
            response.headers[.acceptRanges] = "bytes"
            return response
        }
        var headers = HTTPFields()
        headers[.eTag] = file.tag
        headers[.acceptRanges] = "bytes"
        headers[.cacheControl] = cacheControl
        guard let part = wanted.part,
            let slice = file.bytes.getSlice(at: part.lowerBound, length: part.count)
        else {
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentType] = file.contentType
        headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        headers[.contentLength] = "\(part.count)"
        return Response(
            status: .partialContent, headers: headers, body: ResponseBody(byteBuffer: slice))
    }

    /// The bytes that a `Range` header asks for: nil if it is to be ignored, `part` nil if none of
    /// them exist.
    static func range(_ header: String, size: Int) -> (part: Range<Int>?, Void)? {
        guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let count = Int(ends[1]), count >= 0 else { return nil }
            return (count == 0 || size == 0 ? nil : max(0, size - count)..<size, ())
        }
        guard let first = Int(ends[0]), first >= 0 else { return nil }
        let last = ends[1].isEmpty ? size - 1 : Int(ends[1]) ?? -1
        guard last >= first || first >= size else { return nil }
        return (first < size ? first..<min(last, size - 1) + 1 : nil, ())
    }
}
