import Crypto
import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
import TransitModel

/// The files of the web app, read once and served from memory.
///
/// The files that the app loads form one release, so that files of different releases are never
/// mixed.
///
/// The app's addresses, which its service worker lists, return its shell, so that they can be
/// opened and reloaded. Other paths without a file are not found: browsers get the shell too, which
/// says so. Without that list, each path without a file is an address of the app.
package struct StaticSite: EndpointGroup {
    private enum Entry {
        case inMemory(CachedBody)
        case onDisk(LargeFile)
    }

    private let entries: [String: Entry]
    private let shell: CachedBody
    /// Its files are entries too, so that each is compressed once.
    private let release: AppRelease
    /// The third-party files that the app needs and that are missing in the folder, by their paths
    /// in it; the app reports them too.
    package var lacking: [String] { release.lacking.map { String($0.dropFirst()) } }
    private let files = FileIO()

    /// The maximum size of the files in memory, in bytes.
    package static let maximumBytes = 64 * 1024 * 1024
    /// The maximum size of one file in memory, in bytes; larger ones stay on disk.
    package static let maximumBytesInMemory = 8 * 1024 * 1024
    private static let shellName = "index.html"

    /// The reasons why a folder cannot be served.
    package enum Failure: Error, CustomStringConvertible {
        case noFolder(String)
        case tooLarge(String)

        package var description: String {
            switch self {
            case .noFolder(let path):
                "The web app's folder '\(path)' has no index.html; name it with --web."
            case .tooLarge(let path):
                "The web app's folder '\(path)' has more than "
                    + "\(StaticSite.maximumBytes / 1_048_576) MB in small files."
            }
        }
    }

    /// Reads every file below `folder` except the large ones; names that begin with a dot are
    /// skipped.
    ///
    /// `modules` are the paths of modules in WebAssembly, which become parts of the app; `branding`
    /// changes some files. `maximumBytesInMemory` limits the size of a file that is read, in bytes.
    /// Files that `scripts/compress` wrote are the forms of other files for clients that accept
    /// Brotli.
    ///
    /// - Throws: A `Failure` if the folder has no `index.html` or its small files are too large,
    ///   and errors of reading files.
    package init(
        folder: String, modules: [String] = [], branding: SiteBranding = SiteBranding(),
        maximumBytesInMemory: Int = Self.maximumBytesInMemory
    ) throws {
        var entries: [String: Entry] = [:]
        var contents: [String: Data] = [:]
        var brotli: [String: Data] = [:]
        var total = 0
        guard let walker = FileManager.default.enumerator(atPath: folder) else {
            throw Failure.noFolder(folder)
        }
        for case let name as String in walker {
            let path = folder + "/" + name
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
                let size = FileIdentity(path: path)?.size
            else { continue }
            if size > maximumBytesInMemory {
                let (type, _) = MediaTypes.ofFile(named: name)
                entries["/" + name] = .onDisk(LargeFile(path: path, contentType: type))
                continue
            }
            total += size
            guard total <= Self.maximumBytes else { throw Failure.tooLarge(folder) }
            let bytes = FileManager.default.contents(atPath: path)
            if name.hasSuffix(Self.brotliSuffix) {
                brotli["/" + name] = bytes
            } else {
                contents["/" + name] = bytes
            }
        }
        for module in modules {
            guard let bytes = FileManager.default.contents(atPath: module) else { continue }
            let path = "/engine/" + URL(fileURLWithPath: module).lastPathComponent
            contents[path] = bytes
            brotli[Self.brotliName(of: bytes, path)] =
                FileManager.default.contents(atPath: Self.brotliName(of: bytes, module))
        }
        branding.apply(to: &contents)
        release = AppRelease(contents)
        guard let page = release.page else { throw Failure.noFolder(folder) }
        contents[AppRelease.workerPath] = release.worker
        contents.merge(release.files) { $1 }
        contents["/" + Self.shellName] = nil
        for (path, bytes) in contents { entries[path] = .inMemory(Self.body(bytes, path, brotli)) }
        shell = Self.body(page, "/" + Self.shellName, brotli)
        entries["/" + Self.shellName] = .inMemory(shell)
        self.entries = entries
    }

    /// `brotli` are the compressed forms by their paths.
    private static func body(
        _ bytes: Data, _ path: String, _ brotli: [String: Data]
    ) -> CachedBody {
        let (type, isText) = MediaTypes.ofFile(named: path)
        return CachedBody(
            bytes, contentType: type, isText: isText, brotli: brotli[brotliName(of: bytes, path)])
    }

    private static let brotliSuffix = ".br"

    /// Returns the path of a file's compressed form: with the start of the file's SHA-256, so that
    /// the form of another version is never sent.
    private static func brotliName(of bytes: Data, _ path: String) -> String {
        "\(path).\(SHA256.hash(data: bytes).prefix(8).hexText)\(brotliSuffix)"
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("**") { request, context in try await answer(request, context) }
        router.get("/") { request, context in try await answer(request, context) }
    }

    private func answer(
        _ request: Request, _ context: TaktRequestContext
    ) async throws -> Response {
        let path = request.uri.path.removingPercentEncoding ?? request.uri.path
        if let own = release.path(of: path), release.files[own] != nil,
            case .inMemory(let file) = entries[own]
        {
            return file.rangeResponse(to: request, cacheControl: CachePolicy.immutable)
        }
        // Files without a digest, above all the page and the worker, change with releases.
        let cacheControl = CachePolicy.revalidated
        switch entries[path] {
        case .inMemory(let file):
            return file.rangeResponse(to: request, cacheControl: cacheControl)
        case .onDisk(let file):
            return try await file.response(
                to: request, cacheControl: cacheControl, files: files, context: context)
        case nil:
            break
        }
        let first = path.split(separator: "/").first
        let isScreen = first.flatMap { release.addresses?.contains($0) } ?? true
        let wantsPage =
            request.headers[.accept].map {
                $0.contains("text/html") || isScreen && $0.contains("*/*")
            } ?? isScreen
        guard !Self.isFileName(path), !Self.isReserved(path), wantsPage else {
            throw Problem.notFound("There is nothing at '\(request.uri.path.prefix(100))'.")
        }
        var page = shell.response(to: request)
        if !isScreen, page.status == .ok { page.status = .notFound }
        // Programs that do not accept a page get a problem here.
        page.headers[.vary] = "Accept, Accept-Encoding"
        return page
    }

    /// Returns whether a path without a file still names a file, and must not return the shell.
    ///
    /// This is true in the folders of files and for top-level names with a dot. Elsewhere a dot
    /// belongs to an id: `/lines/1.2` is an address of the app.
    private static func isFileName(_ path: String) -> Bool {
        let segments = path.split(separator: "/")
        guard let first = segments.first else { return false }
        return segments.count == 1 && first.contains(".")
            || folders.contains(first) || segments.contains("..")
    }

    /// The folders of the app's own and third-party files.
    private static let folders: Set<Substring> = ["app", "engine", "icons", "release", "vendor"]

    /// Returns whether a path is reserved for other software, and must not return the shell.
    static func isReserved(_ path: String) -> Bool {
        reserved.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// The paths that are served, and those reserved for future protocols.
    private static let reserved = [
        "/api", "/health", "/metrics", "/v1", "/gtfs-rt", "/tracker-ws", "/history", "/eta",
        "/adminMessage", "/fusion", "/pub", "/overland",
    ]
}
