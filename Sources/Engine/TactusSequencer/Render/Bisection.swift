/// Binary search.
enum Bisection {
  /// Returns the first index below `count` for which `isBefore` is false; `count` if there is none. The indices for
  /// which it is true must come first. O(log count).
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
