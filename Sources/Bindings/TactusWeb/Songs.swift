import TactusEngine
import TactusFiles
import TactusProcessors
import TactusSequencer
import TactusSynth
import TactusTime

/// A song as JavaScript holds it.
final class WebSong {
  let file: MIDIFile
  /// The gain in decibels at which the song is rendered.
  let gain: Double
  /// The tempo map, if it is not the file's.
  let tempoMap: TempoMap?

  init(_ file: MIDIFile, gain: Double = 0, tempoMap: TempoMap? = nil) {
    (self.file, self.gain, self.tempoMap) = (file, gain, tempoMap)
  }
}

/// Compiles a song; nil, with an error, if it cannot be played.
///
/// - Parameter quality: 0 draft, 1 live, 2 best.
func bouncer(
  _ bank: UnsafeMutableRawPointer, _ song: UnsafeMutableRawPointer, rate: Int32, quality: Int32,
  chain: UnsafeMutableRawPointer?, reverbLevel: Double, chorusLevel: Double
) -> Bouncer? {
  let song = held(song, WebSong.self)
  var settings = BounceSettings()
  settings.sampleRate = Int(rate)
  settings.synth.gain = song.gain
  settings.chain = chain.map { held($0, WebChain.self).chain }
  settings.synth.interpolation = interpolation(quality)
  (settings.synth.reverbLevel, settings.synth.chorusLevel) = (reverbLevel, chorusLevel)
  do throws(BounceError) {
    return try Bouncer(
      song.file, bank: held(bank, SoundBank.self), settings: settings, choice: .concatenated,
      tempoMap: song.tempoMap)
  } catch {
    give(error.description)
    return nil
  }
}

/// Returns the metadata for audio files of a song.
func metadata(of song: UnsafeMutableRawPointer) -> AudioFileMetadata {
  var metadata = AudioFileMetadata(of: held(song, WebSong.self).file)
  metadata.software = "Tactus"
  return metadata
}

/// Returns the interpolation of a quality.
func interpolation(_ quality: Int32) -> SynthSettings.Interpolation {
  quality == 0 ? .linear : quality == 1 ? .cubic : .sinc
}
