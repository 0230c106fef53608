import TactusFiles
import TactusSynth

extension Trial {
  /// What a DLS bank adds to a trial's waves.
  package struct Downloadable: Sendable {
    /// The connections of the instrument.
    package var connections: [DLSConnection] = []
    /// The connections of the region.
    package var ownConnections: [DLSConnection] = []
    package var level = 2
    package var unityNote: UInt16 = 60
    /// The tuning in cents.
    package var fineTune: Int16 = 0
    /// The gain in 0.1 dB, as 16.16 fixed point.
    package var gain: Int32 = 0
    package var keyGroup: UInt16 = 0
    /// The number of bits of the waves.
    package var bits = 16

    package init(_ connections: [DLSConnection] = []) { self.connections = connections }

    /// Removes everything that changes the sound.
    mutating func omit() {
      var plain = Downloadable()
      plain.level = level
      self = plain
    }

    /// The bank, written to bytes and read back. Two waves are those of the left and the right channel.
    func bank(_ kinds: [TestWave]) throws -> SoundBank {
      var builder = DLSBuilder(name: "conformance")
      builder.level = level
      var instrument = DLSBuilder.Instrument(name: "instrument")
      instrument.connections = connections
      for kind in kinds {
        let channels = kind.channels
        for (index, frames) in channels.enumerated() {
          var playback = DLSBuilder.Playback(unityNote: unityNote, loop: kind.loop)
          (playback.fineTune, playback.gain) = (fineTune, gain)
          var wave = DLSBuilder.Wave(name: "wave", frames: frames, sampleRate: 48_000, playback: playback)
          wave.bits = bits
          var region = DLSBuilder.Region(wave: builder.waves.count, connections: ownConnections)
          if channels.count > 1 { (region.channel, region.phaseGroup) = (UInt32(index + 1), 1) }
          region.keyGroup = keyGroup
          builder.waves.append(wave)
          instrument.regions.append(region)
        }
      }
      builder.instruments = [instrument]
      let font = try SoundFont(FileBytes(copying: builder.write(), name: "conformance bank"))
      let bank = SoundBank(font)
      try bank.prepareAll()
      return bank
    }
  }
}
