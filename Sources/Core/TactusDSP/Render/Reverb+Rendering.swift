/// The audio side of a `Reverb`.
extension Reverb {
  /// Adds the reverb of `count` frames of input to the outputs, which may be the same memory as the inputs.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func render(
    inputLeft: UnsafePointer<Float>, inputRight: UnsafePointer<Float>, outputLeft: UnsafeMutablePointer<Float>,
    outputRight: UnsafeMutablePointer<Float>, count: Int
  ) {
    core.pointee.render(
      inputLeft: inputLeft, inputRight: inputRight, outputLeft: outputLeft, outputRight: outputRight, count: count)
  }

  /// Applies new settings at the next frame whose number is a multiple of 64, with a ramp of about 40 ms. If this is
  /// called several times before then, the last settings apply.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func set(_ settings: ReverbSettings) { core.pointee.set(settings) }

  /// Clears all sound and restarts the frame count at zero; the settings are kept.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func reset() { core.pointee.reset() }

  /// Whether the effect has decayed below −180 dBFS and there has been no input since.
  /// - Thread: audio
  public var isSilent: Bool {
    @_noAllocation @_noLocks get { core.pointee.isSilent }
  }

  /// The recent peak of input and output, over at least the longest delay of the effect; 1 is full scale. It shows
  /// whether the tail has fallen below a threshold.
  /// - Thread: audio
  public var level: Float {
    @_noAllocation @_noLocks get { core.pointee.level }
  }
}
