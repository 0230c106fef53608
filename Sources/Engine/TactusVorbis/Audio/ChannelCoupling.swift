/// Coupled channels: one contains the greater of two values, the other the difference (section 4.3.5 of the
/// specification).
enum ChannelCoupling {
  /// Replaces magnitudes and angles by the values of the two channels.
  static func separate(
    _ magnitudes: UnsafeMutablePointer<Float>, _ angles: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for index in 0..<count {
      let (magnitude, angle) = (magnitudes[index], angles[index])
      let other = (magnitude > 0) == (angle > 0) ? magnitude - angle : magnitude + angle
      if angle > 0 {
        angles[index] = other
      } else {
        (magnitudes[index], angles[index]) = (other, magnitude)
      }
    }
  }
}
