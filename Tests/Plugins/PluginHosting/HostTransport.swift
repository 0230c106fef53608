/// The transport that a host reports at a frame.
package struct HostTransport {
  package var tempo = 120.0
  package var increment = 0.0
  package var beat = 0.0
  package var isPlaying = true
  package var loop: Range<Double>?

  package init() {}

  /// The same transport this many frames later.
  package func after(_ frames: Int, rate: Double) -> HostTransport {
    var other = self
    guard isPlaying else { return other }
    let count = Double(frames)
    other.beat += (tempo + increment * count / 2) * count / (60 * rate)
    other.tempo += increment * count
    return other
  }
}
