/// Positions of due events, in frames.
package struct DueFrame {
  /// Between frames.
  package let exact: Double

  /// The nearest frame; the later one of two that are equally near.
  package var nearest: Int { Int((exact + 0.5).rounded(.down)) }

  /// The position of a beat that a host's transport reaches, given its beat at a frame.
  package init(beat: Double, _ transport: HostTransport, at frame: Int = 0, _ rate: Double) {
    exact = Double(frame) + (beat - transport.beat) * 60 * rate / transport.tempo
  }

  /// Whether a frame is the nearest. Halfway between two it may be either: a host's beat is rounded to 2⁻³¹, which
  /// is less than a thousandth of a frame.
  package func isNearest(_ frame: Int) -> Bool { abs(Double(frame) - exact) <= 0.501 }
}
