/// Finding a place in what is sorted.
enum Bisection {
  /// The first index below `count` that is not before the place, where all that are before it come first; `count` if all
  /// are. O(log count).
  @inline(__always)
  static func first(below count: Int, notBefore isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low &+ (high &- low) / 2
      if isBefore(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
