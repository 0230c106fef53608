import TactusFiles
import TactusMIDI
import TactusSynth

/// A tiny bank and the messages played on it, for one row of the table.
///
/// The bank has one preset with one instrument. Channel 1 starts at full volume, and the first voice has the highest
/// possible level; the measurement is what generators and messages subtract from it.
package struct Trial: Sendable {
  /// The zones of the instrument.
  package var layers: [Layer]
  /// The generators and modulators of the preset's zone.
  package var presetGenerators: [SoundFont.Generator] = []
  package var presetModulators: [SoundFont.Modulator] = []
  /// The contents of the instrument's global zone; both empty for none.
  package var globalGenerators: [SoundFont.Generator] = []
  package var globalModulators: [SoundFont.Modulator] = []
  /// The note, and the number of frames that it is held; nil for all.
  package var key: UInt8 = 60
  package var velocity: UInt8 = 127
  package var noteLength: Int?
  /// The messages before the note, on its own frame.
  package var before: [ChannelMessage] = []
  /// The messages during the note, with ascending frames.
  package var later: [(frame: Int, message: ChannelMessage)] = []
  /// The number of frames to render, and the sample rate.
  package var length = 4_800
  package var sampleRate = 48_000
  /// The effects; off unless they are measured.
  package var hasReverb = false
  package var hasChorus = false
  /// The default modulator on which the versions of the specification disagree.
  package var velocityFilter = VelocityFilter.off

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
    /// Nil for the wave's own loop.
    package var loop: Range<Int>?
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
