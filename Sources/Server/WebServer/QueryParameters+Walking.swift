import HTTPServing

extension QueryParameters {
    /// Returns the walking speed in metres a second; nil if it is not stated.
    ///
    /// - Throws: A `Problem` unless it is 0.3 to 3.
    func walkingSpeed() throws(Problem) -> Double? {
        guard let text = text("walkingSpeed") else { return nil }
        guard let speed = Double(text), (0.3...3).contains(speed) else {
            throw .badParameter(
                "walkingSpeed", expected: "0.3 to 3 metres a second", given: text)
        }
        return speed
    }
}
