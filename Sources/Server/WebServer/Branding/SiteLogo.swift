package import Foundation

/// An operator's logo.
package struct SiteLogo: Sendable, Equatable {
    /// The format of the file.
    enum Format: Equatable {
        case svg
        /// A square with this side in pixels.
        case png(pixels: Int)
    }

    let bytes: Data
    let format: Format

    /// The maximum size of the file, in bytes.
    package static let maximumBytes = 256 * 1024
    private static let pixels = 192...1024
    /// What a file must be, for people.
    package static let expected =
        "a file of at most \(maximumBytes / 1024) kB with an SVG image without scripts, or with a "
        + "square PNG image of \(pixels.lowerBound) to \(pixels.upperBound) pixels"

    /// Checks the content of a file; nil if it is no logo as ``expected``.
    package init?(_ bytes: Data) {
        guard bytes.count <= Self.maximumBytes else { return nil }
        if let pixels = Self.side(ofPNG: [UInt8](bytes.prefix(24))) {
            guard Self.pixels.contains(pixels) else { return nil }
            format = .png(pixels: pixels)
        } else {
            guard let text = String(validating: bytes, as: UTF8.self)?.lowercased(),
                text.contains("<svg"), text.contains("</svg>"), !text.contains("<script")
            else { return nil }
            format = .svg
        }
        self.bytes = bytes
    }

    /// Returns the width of a square image by the start of a PNG file (its signature and `IHDR`);
    /// nil for anything else, 0 for other shapes.
    private static func side(ofPNG start: [UInt8]) -> Int? {
        let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        guard start.count == 24, start.starts(with: signature),
            start[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        func number(_ range: Range<Int>) -> Int { start[range].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16..<20), number(20..<24))
        return width == height ? width : 0
    }

    /// The logo as an SVG image, which contains a PNG one.
    var svg: Data {
        guard case .png(let pixels) = format else { return bytes }
        return Data(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(pixels) \(pixels)">\
            <image width="\(pixels)" height="\(pixels)" \
            href="data:image/png;base64,\(bytes.base64EncodedString())"/></svg>
            """.utf8)
    }
}
