import CTactusShims

/// A decoded sample at a fixed address: written once on the control side, and only read afterwards.
struct DecodedSample {
  /// Set after the other fields have been written.
  private var flag: Int32 = 0
  /// The first sample point; points have 16 bits.
  private(set) var points: UnsafeRawPointer
  /// The number of points; 0 if the sample could not be decoded.
  private(set) var length: Int64 = 0

  init(silence: UnsafeRawPointer) { points = silence }

  /// Publishes the points; called once, on the control side.
  static func publish(_ points: UnsafeRawPointer, _ length: Int, at position: UnsafeMutablePointer<Self>) {
    position.pointee.points = points
    position.pointee.length = Int64(length)
    position.withMemoryRebound(to: Int32.self, capacity: 1) { ctactus_raise($0) }
  }

  /// Whether the points may be read.
  @inline(__always)
  static func isReady(_ position: UnsafePointer<Self>) -> Bool {
    UnsafeRawPointer(position).withMemoryRebound(to: Int32.self, capacity: 1) { ctactus_is_raised($0) != 0 }
  }
}
