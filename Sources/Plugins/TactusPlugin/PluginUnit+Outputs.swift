import TactusSynth

// The stereo outputs of an instrument. In most formats a plug-in has the outputs of its descriptor; where a host can
// choose them, as in CLAP, the choice is part of the state.

extension PluginUnit {
  /// The stereo outputs that the audio side renders; ``PluginDescriptor/outputs`` at first.
  /// - Thread: control, any number of threads
  public var outputs: SynthOutputs { contents.withLock { $0.outputs } }

  /// The stereo outputs that a restored state asks for; nil if they are those that are rendered.
  /// - Thread: control, any number of threads
  public var wantedOutputs: SynthOutputs? {
    contents.withLock { $0.wantedOutputs == $0.outputs ? nil : $0.wantedOutputs }
  }

  /// Renders other stereo outputs of an instrument, without a change of the state: for formats in which the host
  /// activates outputs one by one. Must not be called while a thread renders.
  /// - Thread: control
  public func prepare(outputs: SynthOutputs) {
    guard descriptor.kind == .instrument else { return }
    contents.withLock { $0.render(outputs) }
  }

  /// Chooses the stereo outputs of an instrument, and saves the choice in the state from now on. Must not be called
  /// while a thread renders. All sound ends.
  /// - Thread: control
  public func choose(_ outputs: SynthOutputs) {
    guard descriptor.kind == .instrument else { return }
    contents.withLock { $0.choose(outputs) }
    markChanged()
  }
}
