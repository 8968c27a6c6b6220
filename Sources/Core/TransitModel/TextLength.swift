extension String {
    /// Returns the text, or its beginning with an ellipsis as its last scalar if it has more than
    /// `maximum` scalars.
    ///
    /// Scalars are counted and not characters, as a single character may have thousands of accents.
    ///
    /// - Precondition: `maximum` is positive.
    /// - Complexity: Linear in `maximum`.
    package func beginning(scalars maximum: Int) -> String {
        guard utf8.count > maximum,
            let end = unicodeScalars.index(
                unicodeScalars.startIndex, offsetBy: maximum, limitedBy: unicodeScalars.endIndex),
            end != unicodeScalars.endIndex
        else { return self }
        return String(unicodeScalars[..<unicodeScalars.index(before: end)]) + "…"
    }
}
