import Foundation

/// The most memory that the program has used so far, in bytes; 0 if the system does not say.
func peakMemoryBytes() -> Int {
    var usage = rusage()
    guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    // Linux counts in kilobytes.
    return usage.ru_maxrss * 1024
}
