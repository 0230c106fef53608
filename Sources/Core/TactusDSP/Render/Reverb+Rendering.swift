/// What the audio thread does with a `Reverb`.
extension Reverb {
  /// Adds the answer to `count` frames of input to the outputs, which may be the inputs.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func render(
    inputLeft: UnsafePointer<Float>, inputRight: UnsafePointer<Float>, outputLeft: UnsafeMutablePointer<Float>,
    outputRight: UnsafeMutablePointer<Float>, count: Int
  ) {
    core.pointee.render(
      inputLeft: inputLeft, inputRight: inputRight, outputLeft: outputLeft, outputRight: outputRight, count: count)
  }

  /// Lets new settings hold from the next 64th frame on, by a ramp of about 40 ms; the last of several wins.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func set(_ settings: ReverbSettings) { core.pointee.set(settings) }

  /// Forgets all sound and counts frames from zero again; the settings stay.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func reset() { core.pointee.reset() }

  /// Whether everything has died away (below −180 dBFS) and nothing has come in since.
  /// - Thread: audio
  public var isSilent: Bool {
    @_noAllocation @_noLocks get { core.pointee.isSilent }
  }

  /// The peak (a factor, 1 is full scale) of input and output over at least as long as a sound takes through the
  /// longest path: what tells whether the tail has fallen below a threshold.
  /// - Thread: audio
  public var level: Float {
    @_noAllocation @_noLocks get { core.pointee.level }
  }
}
