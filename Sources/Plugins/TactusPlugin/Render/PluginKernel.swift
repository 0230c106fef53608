/// The part of a plug-in that works in addition to its MIDI effects.
enum PluginKernel {
  /// A synthesizer after the effects.
  case sampler(SamplerKernel)
  /// Only the effects, without a synthesizer or a sequencer: their output goes to the host.
  case effects
  /// A sequencer before the effects, whose output goes to the host. Incoming events pass through the effects, too.
  case sequencer(SequencerKernel)
}
