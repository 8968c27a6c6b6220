import Foundation
import HTTPTypes
package import Hummingbird

/// The files of the web app, read once and served from memory; those that it loads as one release, so
/// that no file of one is ever loaded with those of another.
///
/// Paths without a file answer with the app's shell, so that every address of the app can be opened
/// and reloaded; only the API's paths never do.
package struct StaticSite: EndpointGroup {
    private enum Entry {
        case inMemory(CachedBody)
        case onDisk(LargeFile)
    }

    private let entries: [String: Entry]
    private let shell: CachedBody
    private let release: AppRelease
    /// The files of third parties that the app needs and that the folder does not have, by their paths in it; the
    /// app says so too.
    package var lacking: [String] { release.lacking.map { String($0.dropFirst()) } }
    /// What is served below the release's digest, by the path from the root of the site.
    private let released: [String: CachedBody]
    private let files = FileIO()

    /// What the site may hold in memory at most, in bytes.
    package static let maximumBytes = 64 * 1024 * 1024
    /// Larger files stay on disk, in bytes.
    package static let largestInMemory = 8 * 1024 * 1024
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
                    + "\(StaticSite.maximumBytes / 1_048_576) MB in small files."
            }
        }
    }

    /// Reads every file below `folder` but the large ones; names that begin with a dot are left out.
    ///
    /// `largestInMemory` bounds what is read of one file, in bytes.
    package init(folder: String, largestInMemory: Int = Self.largestInMemory) throws {
        var entries: [String: Entry] = [:]
        var contents: [String: Data] = [:]
        var total = 0
        guard let walker = FileManager.default.enumerator(atPath: folder) else {
            throw Failure.noFolder(folder)
        }
        for case let name as String in walker {
            let path = folder + "/" + name
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
                let size = FileVersion(path: path)?.size
            else { continue }
            if size > largestInMemory {
                let (type, _) = MediaTypes.ofFile(named: name)
                entries["/" + name] = .onDisk(LargeFile(path: path, contentType: type))
                continue
            }
            total += size
            guard total <= Self.maximumBytes else { throw Failure.tooLarge(folder) }
            contents["/" + name] = FileManager.default.contents(atPath: path)
        }
        release = AppRelease(contents)
        guard let page = release.page else { throw Failure.noFolder(folder) }
        contents["/" + Self.shellName] = page
        contents[AppRelease.workerPath] = release.worker
        for (path, bytes) in contents { entries[path] = .inMemory(Self.body(bytes, path)) }
        var released: [String: CachedBody] = [:]
        for (path, bytes) in release.files { released[path] = Self.body(bytes, path) }
        self.released = released
        self.entries = entries
        shell = Self.body(page, Self.shellName)
    }

    private static func body(_ bytes: Data, _ path: String) -> CachedBody {
        let (type, isText) = MediaTypes.ofFile(named: path)
        return CachedBody(bytes, contentType: type, isText: isText)
    }

    /// Adds the files and the shell.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("**") { request, context in try await answer(request, context) }
        router.get("/") { request, context in try await answer(request, context) }
    }

    private func answer(
        _ request: Request, _ context: TaktRequestContext
    ) async throws -> Response {
        let path = request.uri.path.removingPercentEncoding ?? request.uri.path
        if let own = release.path(of: path), let file = released[own] {
            return file.rangeResponse(to: request, cacheControl: Self.immutable)
        }
        let cacheControl = Self.cacheControl(path)
        switch entries[path] {
        case .inMemory(let file):
            return file.rangeResponse(to: request, cacheControl: cacheControl)
        case .onDisk(let file):
            return try await file.response(
                to: request, cacheControl: cacheControl, files: files, context: context)
        case nil:
            break
        }
        let isAppPath = !Self.isFileName(path) && !Self.isReserved(path)
        let wantsPage =
            request.headers[.accept].map {
                $0.contains("text/html") || $0.contains("*/*")
            } ?? true
        guard isAppPath, wantsPage else {
            throw Problem.notFound("There is nothing at '\(request.uri.path.prefix(100))'.")
        }
        return shell.response(to: request)
    }

    /// Whether a path without a file still names one, and never answers with the shell.
    ///
    /// Names in the folders of files do, and names with a dot at the top. Elsewhere a dot belongs to
    /// an id: `/lines/1.2` is an address of the app.
    private static func isFileName(_ path: String) -> Bool {
        let segments = path.split(separator: "/")
        guard let first = segments.first else { return false }
        return segments.count == 1 && first.contains(".")
            || folders.contains(first) || segments.contains("..")
    }

    /// The folders of the app's own files and of those it comes with.
    private static let folders: Set<Substring> = ["app", "icons", "release", "vendor"]

    /// Whether a path is for other software, and never answers with the shell.
    static func isReserved(_ path: String) -> Bool {
        reserved.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// Those that are served, and those that are kept free for protocols to come.
    private static let reserved = [
        "/api", "/health", "/metrics", "/v1", "/gtfs-rt", "/tracker-ws", "/history", "/eta",
        "/adminMessage", "/fusion", "/pub", "/overland",
    ]

    /// What is below a release's digest never changes.
    private static let immutable = "public, max-age=31536000, immutable"

    /// Without a digest, third-party files are pinned by hash and change with releases only; our own,
    /// the page and the worker first of all, are asked for again each time and mostly answered "not
    /// modified".
    private static func cacheControl(_ path: String) -> String {
        path.hasPrefix("/vendor/") ? "public, max-age=86400" : "no-cache"
    }
}
