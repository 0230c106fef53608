/// Joins consecutive blocks, each faded in and out by its window (section 4.3.8 of the specification).
///
/// The second half of a block mirrors the first N/4 values of its transform, the first half mirrors the others. So the
/// part of the output between the middles of two blocks follows from `early`, the first values of the block before, and
/// from the others of the block.
enum BlockOverlap {
  /// Writes the frames between the middles of two blocks: a quarter of the length of each.
  ///
  /// - Parameters:
  ///   - early: the first values of the previous block's transform, `before` of them
  ///   - values: the transform of the block, 2 · `after` values
  static func join(
    _ early: UnsafePointer<Float>, _ before: Int, _ values: UnsafePointer<Float>, _ after: Int,
    window: UnsafePointer<Float>, to frames: UnsafeMutablePointer<Float>
  ) {
    let reach = min(before, after)
    let last = values + 2 * after - 1
    let middle = frames + before
    // outwards from the point where both windows have the same height
    for distance in 0..<reach {
      let (p, c) = (early[distance], last[-distance])
      let (rising, falling) = (window[reach - 1 - distance], window[reach + distance])
      middle[-1 - distance] = c * rising - p * falling
      middle[distance] = -(p * rising + c * falling)
    }
    // where only one of the blocks sounds
    for distance in reach..<max(reach, before) { middle[-1 - distance] = -early[distance] }
    for distance in reach..<max(reach, after) { middle[distance] = -last[-distance] }
  }
}
