/// What browsers and shared caches may do with an answer, as values of `Cache-Control`.
package enum CachePolicy {
    /// Nobody keeps the answer: it is personal, of this moment, or an error.
    package static let none = "no-store"
    /// Everybody may keep the answer, but asks whether it is still the same before using it.
    package static let revalidated = "no-cache"
    /// The client's own cache may keep the answer and asks before using it; shared caches keep
    /// nothing, since the request says what somebody looked for, or who they are.
    package static let ofOneClient = "private, no-cache"
    /// Everybody may keep the answer for a year: its address changes with its content.
    package static let immutable = "public, max-age=31536000, immutable"
}
