import TactusProcessors

/// The initial chain of a plug-in: one MIDI effect of each kind that the parameters control.
enum EffectRack {
  /// Returns the chain that precedes the synthesizer of an instrument, or the chain of a MIDI effect plug-in.
  ///
  /// - Parameter arpeggiates: whether the arpeggiator is on.
  static func chain(arpeggiates: Bool) -> ProcessorChain {
    chain([
      (.quantise(major), true), (.chordMemory(ChordMemory([0, 4, 7])), true), (.transpose(Transpose(0)), false),
      (.arpeggiator(Arpeggiator()), !arpeggiates), (.echo(Echo(.beats(0.5))), true), (.velocity(VelocityMap()), false),
      (.humanise(Humanise()), true),
    ])
  }

  /// The chain after a sequencer.
  static let afterSequencer = chain([
    (.quantise(major), true), (.transpose(Transpose(0)), false), (.velocity(VelocityMap()), false),
    (.humanise(Humanise()), true),
  ])

  private static let major = Quantise(Scale(root: 0, intervals: [0, 2, 4, 5, 7, 9, 11]))

  private static func chain(_ effects: [(effect: MIDIEffect, isBypassed: Bool)]) -> ProcessorChain {
    var chain = ProcessorChain()
    chain.links = effects.map { ProcessorChain.Link($0.effect, isBypassed: $0.isBypassed) }
    return chain
  }
}
