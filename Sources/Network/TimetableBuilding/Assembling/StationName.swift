import Foundation

/// Names of stations as they are compared.
enum StationName {
    /// The letters and digits of a name in small letters without accents, the words apart by one space.
    static func folded(_ name: String) -> String {
        var folded = ""
        var isApart = false
        for scalar in name.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark: continue
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
                if isApart, !folded.isEmpty { folded += " " }
                isApart = false
                folded.unicodeScalars.append(scalar)
            default: isApart = true
            }
        }
        return folded
    }
}
