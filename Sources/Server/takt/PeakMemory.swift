import Foundation

/// The peak memory use of the program, in bytes; 0 if the system does not report it.
func peakMemoryBytes() -> Int {
    var usage = rusage()
    guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
    // Linux reports kilobytes.
    return usage.ru_maxrss * 1024
}
