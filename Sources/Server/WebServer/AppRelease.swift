import Crypto
import Foundation
import TransitModel

/// The files of one release of the web app, identified by one digest.
///
/// The files are served as immutable below `/release/<digest>/`, and the page and the service
/// worker refer to them by these addresses. A page that is already open keeps using its own files,
/// which its worker caches, when a newer release is served. Comments are removed from modules and
/// style sheets; line numbers stay the same.
struct AppRelease {
    /// 16 hexadecimal digits, which change when any file changes.
    let digest: String
    /// The page and the files that the app loads, by their paths from the root of the site.
    let files: [String: Data]
    /// The page, which refers to the release.
    var page: Data? { files[Self.page] }
    /// The missing third-party files that the app needs: icons, the map library.
    let lacking: [String]
    /// The service worker with the digest and the list of files; nil if the site has none.
    let worker: Data?
    /// The first parts of the app's addresses, as its worker lists them; nil if it lists none.
    let addresses: Set<Substring>?

    /// The folders whose files the app loads.
    private static let folders = ["/app/", "/engine/", "/icons/", "/vendor/"]
    private static let page = "/index.html"
    /// The files that `scripts/web-vendor` installs, by their paths from the root of the site.
    private static let vendored = [
        "/vendor/icons.svg", "/vendor/inter.woff2", "/vendor/maplibre-gl.css",
        "/vendor/maplibre-gl.js",
    ]
    /// The path of the service worker, which is not loaded as a part of a release.
    static let workerPath = "/service-worker.js"
    /// The worker's placeholder, which the server replaces with the release.
    private static let unwritten = #"const RELEASE = { digest: "", files: {} };"#

    init(_ contents: [String: Data]) {
        var (files, whole) = ([String: Data](), SHA256())
        var list: [String] = []
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            let isLoaded = Self.folders.contains { path.hasPrefix($0) }
            guard isLoaded || path == Self.page || path == Self.workerPath else { continue }
            let bytes = isLoaded ? Self.withoutComments(bytes, path: path) : bytes
            let digest = SHA256.hash(data: bytes)
            whole.update(data: Data("\(path)\n".utf8))
            whole.update(data: Data(digest))
            guard isLoaded else { continue }
            files[path] = bytes
            list.append("  \"\(path)\": \"\(Self.text(digest, bytes: 6))\",")
        }
        let digest = Self.text(whole.finalize(), bytes: 8)
        let lacking = Self.vendored.filter { contents[$0] == nil }
        files[Self.page] = contents[Self.page].map { page in
            let page =
                lacking.isEmpty
                ? page : Self.replacing("<html ", by: "<html data-lacks=\"vendor\" ", in: page)
            return ["/app/", "/vendor/"].reduce(page) { page, folder in
                Self.replacing("=\"\(folder)", by: "=\"/release/\(digest)\(folder)", in: page)
            }
        }
        self.lacking = lacking
        let written = """
            const RELEASE = { digest: "\(digest)", files: {
            \(list.joined(separator: "\n"))
            } };
            """
        worker = contents[Self.workerPath].map {
            Self.replacing(Self.unwritten, by: written, in: $0)
        }
        addresses = contents[Self.workerPath].flatMap(Self.addresses)
        self.digest = digest
        self.files = files
    }

    /// Returns the words of the worker's list of addresses; nil if there is none.
    private static func addresses(in worker: Data) -> Set<Substring>? {
        let text = String(decoding: worker, as: UTF8.self)
        guard let start = text.range(of: "const ADDRESSES = ["),
            let end = text[start.upperBound...].firstIndex(of: "]")
        else { return nil }
        let quoted = text[start.upperBound..<end].split(
            separator: "\"", omittingEmptySubsequences: false)
        return Set(quoted.indices.filter { $0 % 2 == 1 }.map { quoted[$0] })
    }

    /// Returns the path from the root of the site for an address below this release, nil for any
    /// other address.
    func path(of address: String) -> String? {
        let prefix = "/release/\(digest)"
        return address.hasPrefix(prefix + "/") ? String(address.dropFirst(prefix.count)) : nil
    }

    /// Returns a module or style sheet without the lines that are comments.
    ///
    /// A line within a string literal that begins like a comment is removed too; a test of the app
    /// finds such literals.
    static func withoutComments(_ bytes: Data, path: String) -> Data {
        guard path.hasPrefix("/app/"), path.hasSuffix(".js") || path.hasSuffix(".css") else {
            return bytes
        }
        var isInside = false
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line -> Substring in
                var rest = line.drop { $0 == " " }
                if !isInside, rest.hasPrefix("//"), path.hasSuffix(".js") { return "" }
                while isInside || rest.hasPrefix("/*") {
                    guard let end = rest.range(of: "*/") else {
                        isInside = true
                        return ""
                    }
                    isInside = false
                    rest = rest[end.upperBound...].drop { $0 == " " }
                }
                return rest
            }
        return Data(lines.joined(separator: "\n").utf8)
    }

    private static func replacing(_ old: String, by new: String, in bytes: Data) -> Data {
        Data(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
    }

    private static func text(_ digest: SHA256.Digest, bytes: Int) -> String {
        digest.prefix(bytes).hexText
    }
}
