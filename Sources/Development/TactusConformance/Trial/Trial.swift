import TactusFiles
import TactusMIDI
import TactusSynth

/// A tiny bank and what is played on it: everything that a row of the table sounds.
///
/// The bank has one preset with one instrument. Channel 1 starts at full volume, and the first voice that sounds is as
/// loud as a voice can be: what the generators and messages take away from that is what is measured.
package struct Trial: Sendable {
  /// The zones of the instrument.
  package var layers: [Layer]
  /// What the preset's zone adds.
  package var presetGenerators: [SoundFont.Generator] = []
  package var presetModulators: [SoundFont.Modulator] = []
  /// What a global zone of the instrument says; no such zone where both are empty.
  package var globalGenerators: [SoundFont.Generator] = []
  package var globalModulators: [SoundFont.Modulator] = []
  /// The note, and how many frames it is held; nil for all of them.
  package var key: UInt8 = 60
  package var velocity: UInt8 = 127
  package var noteLength: Int?
  /// Messages ahead of the note, on its own frame.
  package var before: [ChannelMessage] = []
  /// Messages while it sounds, with their frames, ascending.
  package var later: [(frame: Int, message: ChannelMessage)] = []
  /// How many frames are listened to, and how many there are in a second.
  package var length = 4_800
  package var sampleRate = 48_000
  /// The effects; off unless they are what is measured.
  package var hasReverb = false
  package var hasChorus = false
  /// The default modulator on which the versions disagree.
  package var velocityFilter = VelocityFilter.off

  /// One zone of the instrument.
  package struct Layer: Sendable {
    package var wave: TestWave
    package var generators: [SoundFont.Generator]
    package var modulators: [SoundFont.Modulator]
    package var keys = SoundFont.ValueRange.all
    package var velocities = SoundFont.ValueRange.all
    package var recording = Recording()

    package init(
      _ wave: TestWave, _ generators: KeyValuePairs<GeneratorKind, Int16> = [:],
      _ modulators: [SoundFont.Modulator] = []
    ) {
      self.wave = wave
      self.generators = generators.map { SoundFont.Generator($0.key, $0.value) }
      self.modulators = modulators
    }
  }

  /// What the sample's header says.
  package struct Recording: Hashable, Sendable {
    package var sampleRate = 48_000
    package var originalKey: UInt8 = 60
    package var correction: Int8 = 0
    /// The wave's own loop where this is nil.
    package var loop: Range<Int>?
    package var lowByte: UInt8?
  }

  /// A trial with one zone.
  ///
  /// - Parameter edit: what is unlike the defaults.
  package init(
    _ wave: TestWave, _ generators: KeyValuePairs<GeneratorKind, Int16> = [:], _ modulators: [SoundFont.Modulator] = [],
    edit: (inout Trial) -> Void = { _ in }
  ) {
    layers = [Layer(wave, generators, modulators)]
    edit(&self)
  }
}
