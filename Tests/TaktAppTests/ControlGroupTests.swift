import Testing

@testable import TaktApp

/// The memory limits of control groups of both versions.
struct ControlGroupTests {
    private func limit(_ groups: String, _ files: [String: String]) -> Int? {
        ControlGroup.memoryBytes(groups) { files[$0] }
    }

    @Test func `the limit of a service's group counts, and a lower one around it`() {
        let group = "/sys/fs/cgroup/system.slice/takt.service/memory.max"
        let slice = "/sys/fs/cgroup/system.slice/memory.max"
        let groups = "0::/system.slice/takt.service\n"
        #expect(limit(groups, [group: "1000\n", slice: "max\n"]) == 1000)
        #expect(limit(groups, [group: "max\n", slice: "400\n"]) == 400)
        #expect(limit(groups, [group: "1000\n", slice: "400\n"]) == 400)
        #expect(limit(groups, [group: "max\n", slice: "max\n"]) == nil)
    }

    @Test func `a container finds its own limit at the root`() {
        let files = ["/sys/fs/cgroup/memory.max": "2000\n"]
        #expect(limit("0::/docker/0a1b\n", files) == 2000)
        #expect(limit("0::/\n", files) == 2000)
    }

    @Test func `version 1 has a hierarchy of its own for memory`() {
        let groups = "5:cpu,cpuacct:/takt\n4:memory:/takt\n1:name=systemd:/takt\n0::/takt\n"
        let files = [
            "/sys/fs/cgroup/memory/takt/memory.limit_in_bytes": "3000\n",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
            "/sys/fs/cgroup/cpu/takt/memory.limit_in_bytes": "1\n",
        ]
        #expect(limit(groups, files) == 3000)
    }

    @Test func `without groups there is no limit`() {
        #expect(limit("", [:]) == nil)
        #expect(limit("no colon\n", ["/sys/fs/cgroup/memory.max": "1\n"]) == nil)
    }
}
