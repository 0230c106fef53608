import TactusSynth

extension PluginCore {
  /// Sets which stereo outputs the host takes in this and later cycles, one bit for each; the sound of the others goes
  /// to the main output, and nothing is written to their channels.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func connect(outputs mask: UInt32) {
    guard case .sampler(let sampler) = kernel else { return }
    sampler.synth.pointee.connect(outputs: mask)
  }

  /// The maximum number of channels of an instrument.
  public static var mostOutputChannels: Int { 2 * SynthOutputs.drums.count }
}
