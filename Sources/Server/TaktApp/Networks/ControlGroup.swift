/// The limits that Linux sets to a group of processes, of both versions (cgroups(7)).
enum ControlGroup {
    /// Returns the lowest memory limit of a process's groups and of those around them, in bytes;
    /// nil if there is none.
    ///
    /// `groups` is the content of `/proc/self/cgroup`. `read` returns the text of a file, nil if
    /// there is none: in a container, groups may be mounted without those around them.
    static func memoryBytes(_ groups: String, read: (String) -> String?) -> Int? {
        groups.split(separator: "\n").flatMap { line -> [Int] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let limit = limitFile(controllers: parts[1]) else { return [] }
            var names = parts[2].split(separator: "/")
            var limits: [Int] = []
            while true {
                let folder = ([limit.root] + names.map(String.init)).joined(separator: "/")
                // An unlimited group has the word "max", or a number beyond all memory.
                let text = read("\(folder)/\(limit.file)")?.split(whereSeparator: \.isWhitespace)
                if let bytes = text?.first.flatMap({ Int($0) }) { limits.append(bytes) }
                guard names.popLast() != nil else { return limits }
            }
        }.min()
    }

    /// Returns where the groups of a hierarchy are, and the name of the file with the limit; nil if
    /// the hierarchy does not control memory.
    ///
    /// That of version 2 lists no controllers.
    private static func limitFile(controllers: Substring) -> (root: String, file: String)? {
        if controllers.isEmpty { return ("/sys/fs/cgroup", "memory.max") }
        guard controllers.split(separator: ",").contains("memory") else { return nil }
        return ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
    }
}
