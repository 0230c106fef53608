/// Windows, overlaps and adds consecutive blocks (section 4.3.8 of the specification).
///
/// A block of N frames is symmetric: the first N/4 values of its transform determine its second half, the other N/4 its
/// first half. The output from the middle of one block to the middle of the next therefore needs values of both: the
/// first values of the earlier block, which are kept in `early`, and the other values of the later block.
enum BlockOverlap {
  /// Writes the frames between the middles of two blocks: a quarter of the first block's length plus a quarter of the
  /// second's.
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
    // both blocks sound: from the center of the crossfade outwards
    for distance in 0..<reach {
      let (p, c) = (early[distance], last[-distance])
      let (rising, falling) = (window[reach - 1 - distance], window[reach + distance])
      middle[-1 - distance] = c * rising - p * falling
      middle[distance] = -(p * rising + c * falling)
    }
    // only one block sounds
    for distance in reach..<max(reach, before) { middle[-1 - distance] = -early[distance] }
    for distance in reach..<max(reach, after) { middle[distance] = -last[-distance] }
  }
}
