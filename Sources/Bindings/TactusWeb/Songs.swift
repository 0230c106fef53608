import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusSequencer
import TactusSynth

/// A song as JavaScript holds it.
final class WebSong {
  let file: MIDIFile
  /// The gain in decibels that the song needs.
  let gain: Double

  init(_ file: MIDIFile, gain: Double = 0) { (self.file, self.gain) = (file, gain) }
}

/// Reads a MIDI file from bytes, which it takes over; null if it cannot be read.
@_cdecl("web_song_open")
package func openSong(_ bytes: UnsafeMutableRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
  do throws(MIDIFileError) {
    return hold(WebSong(try MIDIFile(reading: FileBytes(taking: bytes, count, name: "song"))))
  } catch { return fail(error.description) }
}

/// Returns the demo song.
@_cdecl("web_song_demo")
package func demoSong() -> UnsafeMutableRawPointer {
  hold(WebSong(Builtins.makeDemoSong(), gain: Builtins.demoGain))
}

/// Compiles a song; nil, with an error, if it cannot be played.
///
/// - Parameter quality: 0 draft, 1 live, 2 best.
func bouncer(
  _ bank: UnsafeMutableRawPointer, _ song: UnsafeMutableRawPointer, rate: Int32, quality: Int32
) -> Bouncer? {
  let song = held(song, WebSong.self)
  var settings = BounceSettings()
  settings.sampleRate = Int(rate)
  settings.synth.gain = song.gain
  settings.synth.interpolation = interpolation(quality)
  do throws(BounceError) {
    return try Bouncer(song.file, bank: held(bank, SoundBank.self), settings: settings, choice: .concatenated)
  } catch {
    give(error.description)
    return nil
  }
}

/// Returns the interpolation of a quality.
func interpolation(_ quality: Int32) -> SynthSettings.Interpolation {
  quality == 0 ? .linear : quality == 1 ? .cubic : .sinc
}
