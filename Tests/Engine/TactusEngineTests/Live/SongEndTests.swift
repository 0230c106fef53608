import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// When a player that has reached the end of its song is quiet.
@Suite struct SongEndTests {
  /// The effects ring out down to the level at which the tail of a bounce ends: half an LSB of 16 bits.
  @Test func effectsRingOut() throws {
    let bank = try SoundBank.sine([.init(.reverbEffectsSend, 1_000)])
    let player = try SongPlayer(Bouncer(MIDIFile.oneNote(ticks: 4_800), bank: bank))
    let renderer = try #require(player.synth.renderer)
    let played = PlayedSong(player)
    player.play()
    var (ringing, differences) = (0, 0)
    for _ in 0..<6_000 where !renderer.isQuiet(below: 0x1p-16) || ringing == 0 {
      played.render(256)
      if player.location.isQuiet != renderer.isQuiet(below: 0x1p-16) { differences += 1 }
      if player.location.isAtEnd, !player.location.isQuiet { ringing += 1 }
    }
    #expect(ringing > 20 && differences == 0, "\(ringing), \(differences)")
    #expect(player.location.isQuiet && player.location.isAtEnd)
  }
}
