import TactusFiles
import TactusMIDI
import TactusSynth

/// A tiny bank and the messages played on it, for one row of the table.
///
/// The bank has one preset with one instrument. Channel 1 starts at full volume, and the first voice has the highest
/// possible level; level measurements show by how much generators and messages reduce it.
package struct Trial: Sendable {
  /// The zones of the instrument.
  package var layers: [Layer]
  /// The generators of the preset's zone.
  package var presetGenerators: [SoundFont.Generator] = []
  /// The modulators of the preset's zone.
  package var presetModulators: [SoundFont.Modulator] = []
  /// The generators of the instrument's global zone. The zone exists if it has a generator or a modulator.
  package var globalGenerators: [SoundFont.Generator] = []
  /// The modulators of the instrument's global zone.
  package var globalModulators: [SoundFont.Modulator] = []
  /// The key of the note.
  package var key: UInt8 = 60
  /// The velocity of the note.
  package var velocity: UInt8 = 127
  /// The number of frames for which the note is held; nil if it is not released.
  package var noteLength: Int?
  /// The messages sent just before the note-on, on the same frame.
  package var before: [ChannelMessage] = []
  /// The messages during the note, with ascending frames.
  package var later: [(frame: Int, message: ChannelMessage)] = []
  /// The number of frames to render.
  package var length = 4_800
  /// The sample rate of the output.
  package var sampleRate = 48_000
  /// Whether reverb is on; only trials that measure reverb turn it on.
  package var hasReverb = false
  /// Whether chorus is on; only trials that measure chorus turn it on.
  package var hasChorus = false
  /// The default modulator from velocity to cutoff, on which the versions of the specification disagree.
  package var velocityFilter = VelocityFilter.off

  /// The bank as a DLS bank; nil for a SoundFont.
  package var downloadable: Downloadable?

  /// A zone of the instrument.
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

  /// The fields of the sample's header.
  package struct Recording: Hashable, Sendable {
    package var sampleRate = 48_000
    package var originalKey: UInt8 = 60
    package var correction: Int8 = 0
    /// The loop; nil for the wave's own loop.
    package var loop: Range<Int>?
    /// The low byte of every point of a 24-bit sample; nil for a 16-bit sample.
    package var lowByte: UInt8?
  }

  /// Creates a trial with one zone.
  ///
  /// - Parameter edit: changes the defaults.
  package init(
    _ wave: TestWave, _ generators: KeyValuePairs<GeneratorKind, Int16> = [:], _ modulators: [SoundFont.Modulator] = [],
    edit: (inout Trial) -> Void = { _ in }
  ) {
    layers = [Layer(wave, generators, modulators)]
    edit(&self)
  }
}
