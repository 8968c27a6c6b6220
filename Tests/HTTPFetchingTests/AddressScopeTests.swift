import HTTPFetching
import Testing

/// The classification of addresses as public or internal.
struct AddressScopeTests {
    @Test(arguments: [
        ("0.0.0.0", AddressScope.thisMachine), ("0.1.2.3", .thisMachine),
        ("127.0.0.1", .thisMachine), ("127.255.255.255", .thisMachine),
        ("10.0.0.0", .localNetwork), ("10.255.255.255", .localNetwork),
        ("172.16.0.0", .localNetwork), ("172.31.255.255", .localNetwork),
        ("192.168.0.1", .localNetwork), ("169.254.169.254", .linkLocal),
        ("100.64.0.0", .carrierNetwork), ("100.127.255.255", .carrierNetwork),
        ("192.0.0.1", .reserved), ("192.0.2.1", .documentation), ("192.88.99.1", .reserved),
        ("198.18.0.1", .reserved), ("198.19.255.255", .reserved),
        ("198.51.100.7", .documentation), ("203.0.113.9", .documentation),
        ("224.0.0.1", .multicast), ("239.255.255.255", .multicast),
        ("240.0.0.1", .reserved), ("255.255.255.255", .reserved),
    ])
    func `inner version 4 addresses are recognised`(text: String, scope: AddressScope) {
        #expect(IPAddress(text)?.scope == scope)
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.0.0.1",
        "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.0.1",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
    ])
    func `their neighbours are public`(text: String) {
        #expect(IPAddress(text)?.scope == .publicInternet)
    }

    @Test(arguments: [
        ("::", AddressScope.thisMachine), ("::1", .thisMachine), ("::2", .reserved),
        ("fc00::1", .localNetwork), ("fdff:ffff::1", .localNetwork), ("fec0::1", .localNetwork),
        ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("ff02::1", .multicast),
        ("2001:db8::1", .documentation), ("3fff:fff::1", .documentation),
        ("2001::1", .reserved), ("2001:1ff::1", .reserved), ("2002:7f00:1::", .reserved),
        ("64:ff9b:1::1", .reserved), ("100::1", .reserved), ("4000::1", .reserved),
        ("::127.0.0.1", .reserved),
    ])
    func `inner version 6 addresses are recognised`(text: String, scope: AddressScope) {
        #expect(IPAddress(text)?.scope == scope)
    }

    @Test(arguments: [
        ("::ffff:127.0.0.1", AddressScope.thisMachine), ("::ffff:10.1.2.3", .localNetwork),
        ("::ffff:a9fe:a9fe", .linkLocal), ("::ffff:8.8.8.8", .publicInternet),
        ("64:ff9b::192.168.1.1", .localNetwork), ("64:ff9b::8.8.8.8", .publicInternet),
    ])
    func `a version 4 address inside one of version 6 counts`(text: String, scope: AddressScope) {
        #expect(IPAddress(text)?.scope == scope)
    }

    @Test(arguments: ["2001:200::1", "2600::1", "2a00:1450:4001::1", "3ffe::1", "2003::1"])
    func `given out version 6 addresses are public`(text: String) {
        #expect(IPAddress(text)?.scope == .publicInternet)
    }

    @Test(arguments: ["", "127.1", "0x7f.0.0.1", "2130706433", "fe80::1%lo", "[::1]", "1.2.3.4 "])
    func `other spellings are no addresses and must be resolved`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: ["192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "::"])
    func `an address prints as it was written`(text: String) {
        #expect(IPAddress(text)?.description == text)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("10.0.0.2", "10.0.0.2", true), ("10.0.0.2", "10.0.0.3", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("0.0.0.0/0", "8.8.8.8", true),
        ("0.0.0.0/0", "2001:db8::1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ("2001:db8::/33", "2001:db8:8000::1", false), ("192.168.4.0/22", "192.168.7.9", true),
        ("192.168.4.0/22", "192.168.8.0", false),
    ])
    func `a range holds the addresses that begin like it`(
        range: String, address: String, isIn: Bool
    ) throws {
        #expect(
            try #require(AddressRange(range)).contains(try #require(IPAddress(address))) == isIn)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10/8", "a", "::/129", "1.2.3.4/8/9",
    ])
    func `what is no range is none`(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
