import NIOCore

extension IPAddress {
    /// The reach of the address, as this machine sees it.
    var scopeHere: AddressScope {
        let scope = scope
        guard scope == .publicInternet, isOwn else { return scope }
        return .ownAddress
    }

    /// Whether an interface of this machine has the address.
    private var isOwn: Bool {
        guard let devices = try? System.enumerateDevices() else { return false }
        return devices.contains { $0.address?.ipAddress.flatMap(IPAddress.init) == plain }
    }
}
