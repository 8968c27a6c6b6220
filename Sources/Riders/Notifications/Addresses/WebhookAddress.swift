/// A program that is told by HTTP.
package struct WebhookAddress: Sendable, Hashable {
    /// Where to post.
    package let url: String
    /// What both sides sign with: 16 to 256 printable letters.
    package let secret: String

    let web: WebAddress

    /// An address; throws what is wrong with it.
    package init(url: String, secret: String) throws(AddressProblem) {
        guard let web = WebAddress(url) else {
            throw AddressProblem(
                "A webhook is given by an address that begins with https:// or http://.")
        }
        guard (16...256).contains(secret.utf8.count),
            secret.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw AddressProblem("A webhook's secret is 16 to 256 letters without blanks.")
        }
        self.url = url
        self.secret = secret
        self.web = web
    }
}
