package import Foundation
import HTTPTypes
package import Hummingbird

/// A file that is too large for memory, such as a map in one `.pmtiles` file; it is read in pieces
/// on request, usually by ranges.
package struct LargeFile: Sendable {
    private let path: String
    private let contentType: String
    private let tag: String?

    /// Serves the file at `path`; `tag` is the strong entity tag of its content where that is
    /// known.
    package init(path: String, contentType: String, tag: String? = nil) {
        self.path = path
        self.contentType = contentType
        self.tag = tag
    }

    /// Returns the whole file, the requested part, 304, or 416 if the part is beyond the end.
    ///
    /// - Throws: A problem with status 404 if the file is gone.
    package func response(
        to request: Request, cacheControl: String, files: FileIO, context: TaktRequestContext
    ) async throws -> Response {
        // Read each time, because such files are replaced while the server runs.
        guard var version = FileIdentity(path: path) else {
            throw Problem.notFound("The file of this address is gone.")
        }
        if let tag { version.tag = tag }
        var headers = HTTPFields()
        headers[.eTag] = version.tag
        headers[.acceptRanges] = "bytes"
        headers[.cacheControl] = cacheControl
        if let known = request.headers[.ifNoneMatch], EntityTags.match(version.tag, in: known) {
            return Response(status: .notModified, headers: headers)
        }
        switch RangeRequests.range(request, tag: version.tag, size: version.size) {
        case .whole:
            headers[.contentType] = contentType
            headers[.contentLength] = "\(version.size)"
            guard request.method != .head else {
                return Response(status: .ok, headers: headers)
            }
            return Response(
                status: .ok, headers: headers,
                body: try await files.loadFile(path: path, context: context))
        case .part(let part):
            var response = head(.part(part), version, cacheControl)
            response.body = try await files.loadFile(
                path: path, range: part.lowerBound...(part.upperBound - 1), context: context)
            return response
        case .unsatisfiable:
            return head(.unsatisfiable, version, cacheControl)
        }
    }

    private func head(
        _ range: RangeRequests.RequestedRange, _ version: FileIdentity, _ cacheControl: String
    ) -> Response {
        RangeRequests.head(
            of: range, size: version.size, tag: version.tag, contentType: contentType,
            cacheControl: cacheControl)
    }
}

/// The identity of a file's content.
///
/// The content is not hashed, since that would read gigabytes; replacing a file changes its
/// modification time or its inode number.
package struct FileIdentity: Equatable, Sendable {
    /// The size in bytes.
    package let size: Int
    /// When the content was last written.
    package let modified: Date
    /// A strong entity tag; another version of the file has another one.
    package fileprivate(set) var tag: String

    /// Reads a file's attributes, following symbolic links; nil for anything but a regular file.
    package init?(path: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.intValue,
            let time = attributes[.modificationDate] as? Date
        else { return nil }
        let number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
        let parts = [number, time.timeIntervalSince1970.bitPattern, UInt64(size)]
        self.size = size
        modified = time
        tag = "\"" + parts.map { String($0, radix: 36) }.joined(separator: "-") + "\""
    }
}
