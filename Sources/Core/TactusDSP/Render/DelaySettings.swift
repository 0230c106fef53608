/// A point at which a delay line is read.
package struct DelayTap: Hashable, Sendable {
  /// The delay in seconds: 0 … 1. At least one frame.
  package var time: Float
  /// The gain: −1 … 1.
  package var gain: Float

  @_noAllocation @_noLocks
  package init(time: Float = 0, gain: Float = 0) {
    self.time = time
    self.gain = gain
  }
}

/// The settings of a delay effect: two delay lines with feedback, and two taps for each output. Values outside a range
/// are clamped to it.
///
/// - Thread: any
package struct DelaySettings: Hashable, Sendable {
  /// How inputs, lines and outputs are connected.
  package enum Routing: Sendable {
    /// The mean of both inputs feeds one line, which both outputs read.
    case mono
    /// Each side has a line of its own.
    case stereo
    /// Each side has a line of its own, which the output and the feedback of the other side read.
    case crossed
    /// Each side has a line of its own; the feedback of each side reads the line of the other.
    case crossedFeedback
  }

  package var routing = Routing.mono
  /// The taps of the left output.
  package var left = DelayTap()
  package var leftSecond = DelayTap()
  /// The taps of the right output.
  package var right = DelayTap()
  package var rightSecond = DelayTap()
  /// The feedback into the left line, or into the only one; its gain is at most 0.985 in magnitude.
  package var leftFeedback = DelayTap()
  /// The feedback into the right line; its gain is at most 0.985 in magnitude.
  package var rightFeedback = DelayTap()
  /// The gain of each input: 0 … 1.
  package var leftInput: Float = 1
  package var rightInput: Float = 1
  /// The cutoff of the input's low-pass, in hertz; values of 20,000 and above turn it off.
  package var highCut: Float = 20_000
  /// The coefficient of a low-pass in the feedback at 44.1 kHz: 0.01 … 1, where 1 is no filter.
  package var feedbackDamping: Float = 1
  /// The gain of the output: 0 … 2.
  package var level: Float = 1
  /// The gain with which the output is also sent to the reverb: 0 … 2.
  package var reverbSend: Float = 0
  /// The gain with which the output is also sent to the chorus: 0 … 2.
  package var chorusSend: Float = 0

  /// Creates a silent delay.
  @_noAllocation @_noLocks
  package init() {}
}
