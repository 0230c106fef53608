/// The part of a plug-in that works in addition to its MIDI effects.
enum PluginKernel {
  /// A synthesizer after the effects.
  case sampler(SamplerKernel)
  /// No such part: the output of the effects goes to the host.
  case effects
  /// A sequencer before the effects, whose output goes to the host. Incoming events pass through the effects, too.
  case sequencer(SequencerKernel)
}
