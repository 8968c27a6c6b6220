import Foundation

/// A colour of the screen: red, green and blue from 0 to 255.
package struct ScreenColour: Sendable, Equatable {
    let red, green, blue: Double

    /// Parses a text such as `#8a1c4a`; nil if it is invalid.
    package init?(_ text: String) {
        let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard text.hasPrefix("#"), digits.count == 6, text.count == 7 else { return nil }
        let parts = stride(from: 0, to: 6, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) }
        self.init(red: parts[0], green: parts[1], blue: parts[2])
    }

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    static let black = ScreenColour(red: 0, green: 0, blue: 0)
    static let white = ScreenColour(red: 255, green: 255, blue: 255)

    /// The colour as in `#8a1c4a`.
    package var hex: String {
        "#"
            + [red, green, blue].map { part in
                let text = String(Int(part.rounded()), radix: 16)
                return text.count < 2 ? "0" + text : text
            }.joined()
    }

    /// Returns a mixture with another colour, whose share is from 0 to 1.
    func mixed(with other: ScreenColour, share: Double) -> ScreenColour {
        func mix(_ one: Double, _ two: Double) -> Double {
            (one + (two - one) * share).rounded()
        }
        return ScreenColour(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// The relative luminance, from 0 to 1 (WCAG 2.2).
    private var luminance: Double {
        func linear(_ part: Double) -> Double {
            let share = part / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast with another colour, from 1 to 21 (WCAG 2.2).
    func contrast(with other: ScreenColour) -> Double {
        let (high, low) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }
}

/// The tones that the app's accent has in its light and its dark theme.
///
/// They have the hue of the operator's colour, darkened or lightened as far as texts in the accent
/// are legible on each background.
struct AccentColours: Equatable {
    /// The tones of one theme.
    struct Tones: Equatable {
        let accent: ScreenColour
        /// The background of chosen and emphasised parts.
        let soft: ScreenColour
    }

    let light: Tones
    let dark: Tones

    /// The lowest contrast of texts (WCAG 2.2, level AA).
    static let minimumContrast = 4.5
    /// The backgrounds of texts: `--paper`, `--surface` and `--sunken` of `app/app.css`.
    static let lightGrounds = ["#f6f5f2", "#ffffff", "#eae8e3"].compactMap { ScreenColour($0) }
    static let darkGrounds = ["#15171a", "#202429", "#2b3036"].compactMap { ScreenColour($0) }
    private static let step = 0.02

    init(_ colour: ScreenColour) {
        light = Self.tones(colour, towards: .black, softBy: (.white, 0.88), on: Self.lightGrounds)
        dark = Self.tones(
            colour, towards: .white, softBy: (Self.darkGrounds[0], 0.8), on: Self.darkGrounds)
    }

    /// Returns the tones that are nearest to the colour; the end of the way is always legible.
    private static func tones(
        _ colour: ScreenColour, towards end: ScreenColour,
        softBy soft: (ground: ScreenColour, share: Double), on grounds: [ScreenColour]
    ) -> Tones {
        var share = 0.0
        while true {
            let accent = colour.mixed(with: end, share: min(1, share))
            let tones = Tones(
                accent: accent, soft: accent.mixed(with: soft.ground, share: soft.share))
            let isLegible = (grounds + [tones.soft]).allSatisfy {
                accent.contrast(with: $0) >= minimumContrast
            }
            if isLegible || share >= 1 { return tones }
            share += step
        }
    }

    /// The rule that replaces the accent in the app's style sheet.
    var styleRule: String {
        """

        :root {
          --accent: light-dark(\(light.accent.hex), \(dark.accent.hex));
          --accent-soft: light-dark(\(light.soft.hex), \(dark.soft.hex));
        }

        """
    }
}
