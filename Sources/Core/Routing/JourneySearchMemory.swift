#if !hasFeature(Embedded)
import Synchronization
#endif

/// A ``JourneySearch`` that threads can hand to one another, for one search at a time.
package final class JourneySearchMemory: @unchecked Sendable {
    #if hasFeature(Embedded)
    private var search: JourneySearch
    #else
    private let search: Mutex<JourneySearch>
    #endif

    /// Allocates working memory for searches on a day.
    package init(_ day: RoutingDay) {
        #if hasFeature(Embedded)
        search = JourneySearch(day)
        #else
        search = Mutex(JourneySearch(day))
        #endif
    }

    /// Calls `body` with the search, which no other thread uses meanwhile.
    package func withLock<Result: Sendable>(
        _ body: (inout JourneySearch) -> sending Result
    ) -> sending Result {
        #if hasFeature(Embedded)
        return body(&search)
        #else
        return search.withLock { body(&$0) }
        #endif
    }
}
