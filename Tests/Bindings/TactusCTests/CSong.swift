import CTactus
import Tactus
import TestSupport

/// A random song and bank, as handles of the C interface and as values of the engine.
final class CSong {
  let song: OpaquePointer
  let bank: OpaquePointer
  let file: MIDIFile
  let soundBank: SoundBank

  init(_ random: inout SeededGenerator) throws {
    let font = try random.font(isWild: false)
    let songBytes = try random.score(length: 4_000, density: 10, isWild: false).song.written()
    let bankBytes = Array(font.file.bytes)
    file = try MIDIFile(reading: FileBytes(copying: songBytes, name: "song"))
    soundBank = SoundBank(font)
    song = try handle(tactus_song_open_bytes(songBytes, songBytes.count))
    bank = try handle(tactus_bank_open_bytes(bankBytes, bankBytes.count, nil, nil))
  }

  deinit {
    tactus_song_free(song)
    tactus_bank_free(bank)
  }

  /// The settings of the C interface for a short tail.
  static var settings: tactus_settings {
    var settings = tactus_settings()
    _ = tactus_settings_init(&settings, UInt32(MemoryLayout<tactus_settings>.size))
    (settings.sample_rate, settings.tail, settings.gain) = (22_050, 0.1, -12)
    (settings.reverb_level, settings.chorus_level) = (-4.5, 3)
    return settings
  }

  /// The same settings for the engine.
  static var bounceSettings: BounceSettings {
    var settings = BounceSettings()
    (settings.sampleRate, settings.tail, settings.synth.gain) = (22_050, .seconds(0.1), -12)
    (settings.synth.reverbLevel, settings.synth.chorusLevel) = (-4.5, 3)
    return settings
  }
}

/// The description of the last failure.
struct CFailure: Error, CustomStringConvertible {
  let description = String(cString: tactus_error())
}

/// Returns a handle, or throws the failure.
func handle(_ handle: OpaquePointer?) throws -> OpaquePointer {
  guard let handle else { throw CFailure() }
  return handle
}

/// Planar memory for blocks.
final class Channels {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  let count: Int

  init(_ count: Int, frames: Int) {
    self.count = count
    pointers = .allocate(capacity: count)
    for channel in 0..<count {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, frames))
      samples.initialize(repeating: .nan, count: max(1, frames))
      pointers[channel] = samples
    }
  }

  deinit {
    for channel in 0..<count { pointers[channel]?.deallocate() }
    pointers.deallocate()
  }

  /// Calls `body` with the memory as a block of the engine.
  func withBlock(of frames: Int, _ body: (AudioBlock) -> Void) {
    pointers.withMemoryRebound(to: UnsafeMutablePointer<Float>.self, capacity: count) {
      body(AudioBlock(channels: $0, channelCount: count, frameCount: frames))
    }
  }

  func bits(_ channel: Int, _ frames: Int) -> [UInt32] {
    (0..<frames).map { (pointers[channel]?[$0] ?? .nan).bitPattern }
  }
}
