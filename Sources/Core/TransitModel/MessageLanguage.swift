/// A language that riders and diarists are spoken to in.
package enum MessageLanguage: String, CaseIterable, Sendable {
    case de
    case en
    case fr
    case it
}
