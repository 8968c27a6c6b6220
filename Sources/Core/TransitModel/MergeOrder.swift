/// A stable merge sort of the numbers 0..<count, whose caller compares the elements.
///
/// Unlike the standard library's sort it is compiled once, not once for each element type, which
/// matters to the size of the WebAssembly build:
///
///     while let pair = order.pair {
///         order.advance(swapping: isBefore(elements[pair.second], elements[pair.first]))
///     }
package struct MergeOrder {
    /// The numbers, in order once `pair` is nil.
    package private(set) var numbers: [Int]
    /// The numbers to compare next, as to whether the second must come first; nil at the end.
    package private(set) var pair: (first: Int, second: Int)?
    private var merged: [Int]
    /// The length of the sorted runs that are merged with one another.
    private var width = 1
    /// The next number of the left run, and that of the right one, which starts at `middle`.
    private var left = 0
    private var right = 0
    private var middle = 0
    private var end = 0
    /// Whether the runs' ends are compared first, since runs in order need no merging.
    private var isChecking = false

    /// - Complexity: O(count log count) comparisons, O(count) if the elements are in order.
    @inline(never)
    package init(count: Int) {
        numbers = Array(0..<count)
        merged = numbers
        startMerge(at: 0)
    }

    /// Takes the answer about `pair` and moves to the next one.
    @inline(never)
    package mutating func advance(swapping: Bool) {
        if isChecking {
            isChecking = false
            if swapping {
                pair = (numbers[left], numbers[right])
            } else {
                finishMerge()
            }
            return
        }
        let index = left + right - middle
        if swapping {
            merged[index] = numbers[right]
            right += 1
        } else {
            merged[index] = numbers[left]
            left += 1
        }
        if left == middle || right == end {
            finishMerge()
        } else {
            pair = (numbers[left], numbers[right])
        }
    }

    /// Copies what is left of both runs, and continues with the next two.
    private mutating func finishMerge() {
        var index = left + right - middle
        while left < middle {
            merged[index] = numbers[left]
            left += 1
            index += 1
        }
        while right < end {
            merged[index] = numbers[right]
            right += 1
            index += 1
        }
        startMerge(at: end)
    }

    private mutating func startMerge(at start: Int) {
        left = start
        while width < numbers.count {
            middle = min(left + width, numbers.count)
            end = min(middle + width, numbers.count)
            if middle < end {
                right = middle
                isChecking = width > 1
                pair = (numbers[isChecking ? middle - 1 : left], numbers[right])
                return
            }
            while left < end {
                merged[left] = numbers[left]
                left += 1
            }
            swap(&numbers, &merged)
            width *= 2
            left = 0
        }
        pair = nil
    }
}
