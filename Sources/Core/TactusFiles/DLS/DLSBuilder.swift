/// A DLS bank as plain values, which can be created in code and written as a file; for tests and measurements.
package struct DLSBuilder: Sendable {
  package var name: String
  /// The level, 1 or 2, which determines the names of chunks.
  package var level = 2
  package var waves: [Wave] = []
  package var instruments: [Instrument] = []
  /// A condition for the whole bank; empty for none.
  package var condition: [UInt8] = []
  /// Whether the pool table is written.
  package var hasPoolTable = true

  package init(name: String) { self.name = name }

  /// The playback parameters of a wave or region.
  package struct Playback: Hashable, Sendable {
    package var unityNote: UInt16
    /// The tuning in cents.
    package var fineTune: Int16 = 0
    /// The gain in 0.1 dB, as 16.16 fixed point.
    package var gain: Int32 = 0
    package var loop: Range<Int>?
    /// Whether the loop is left when the key is released.
    package var endsAtRelease = false

    package init(unityNote: UInt16, loop: Range<Int>? = nil) { (self.unityNote, self.loop) = (unityNote, loop) }
  }

  /// A wave of 16-bit frames; it is written in the given format.
  package struct Wave: Sendable {
    package var name: String
    package var frames: [Int16]
    package var sampleRate: Int
    package var playback: Playback?
    /// The number of bits, 8, 16, 24 or 32.
    package var bits = 16
    /// The number of channels, which all have the same frames.
    package var channels = 1

    package init(name: String, frames: [Int16], sampleRate: Int, playback: Playback? = nil) {
      (self.name, self.frames, self.sampleRate, self.playback) = (name, frames, sampleRate, playback)
    }
  }

  /// A region of an instrument.
  package struct Region: Sendable {
    package var wave: Int
    package var keys = SoundFont.ValueRange.all
    package var velocities = SoundFont.ValueRange.all
    package var keyGroup: UInt16 = 0
    package var phaseGroup: UInt16 = 0
    /// Whether the region's pitch is that of its phase group; nil for the first channel.
    package var isPhaseMaster: Bool?
    /// The channel of a multichannel wave; 0 for none.
    package var channel: UInt32 = 0
    package var playback: Playback?
    package var connections: [DLSConnection] = []
    package var condition: [UInt8] = []

    package init(wave: Int, playback: Playback? = nil, connections: [DLSConnection] = []) {
      (self.wave, self.playback, self.connections) = (wave, playback, connections)
    }
  }

  /// An instrument.
  package struct Instrument: Sendable {
    package var name: String
    /// The bank: bits 0–6 the LSB, 8–14 the MSB, 31 set for a drum kit.
    package var locale: UInt32 = 0
    package var program: UInt32 = 0
    package var regions: [Region] = []
    package var connections: [DLSConnection] = []
    package var condition: [UInt8] = []

    package init(name: String, locale: UInt32 = 0, program: UInt32 = 0, regions: [Region] = []) {
      (self.name, self.locale, self.program, self.regions) = (name, locale, program, regions)
    }
  }
}
