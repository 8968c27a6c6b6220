/// A language in which riders and diary users are addressed.
package enum MessageLanguage: String, CaseIterable, Sendable {
    case de
    case en
    case fr
    case it
}
