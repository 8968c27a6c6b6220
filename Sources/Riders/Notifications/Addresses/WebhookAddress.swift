/// A URL that receives messages by HTTP POST.
package struct WebhookAddress: Sendable, Hashable {
    package let url: String
    /// The shared secret of the signature: 16 to 256 printable ASCII characters.
    package let secret: String

    let web: WebAddress

    /// Validates an address.
    ///
    /// - Throws: ``AddressProblem`` if the URL or the secret is invalid.
    package init(url: String, secret: String) throws(AddressProblem) {
        guard let web = WebAddress(url) else {
            throw AddressProblem(
                "A webhook is given by an address that begins with https:// or http://, without a "
                    + "name and password, of at most \(WebAddress.maximumLength) letters.")
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
