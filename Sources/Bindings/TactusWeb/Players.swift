import Synchronization
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime

/// A sequencer with MIDI effects and a synthesizer that JavaScript plays live.
///
/// Its control side and its audio side run on one thread, that of the audio worklet, or on two threads if the module's
/// memory is shared. Then a worker calls the functions under "Control", and the audio worklet those under "Transport",
/// "State" and "Audio", which allocate nothing. The lock of the sequencer's requests is free at all times, because only the
/// audio worklet takes it.
final class WebPlayer {
  static let mostFrames = 4_096
  static let mostEvents = 1_024

  let live: LiveSequence
  let sampleRate: Int
  let block = WebBlock(channelCount: 2, frameCount: WebPlayer.mostFrames)
  let events = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: WebPlayer.mostEvents)
  var eventCount = 0
  var frame: Int64 = 0
  /// The tick at which the song ends; `Tick.max` for an endless one. The control side writes it.
  let end = Atomic<Tick>(.max)
  /// Whether playback continues after the end of the song, for recording. Only the audio side uses it.
  var isOpenEnded = false

  init(_ live: LiveSequence, sampleRate: Int) { (self.live, self.sampleRate) = (live, sampleRate) }

  deinit { events.deallocate() }
}

/// Creates a player without a bank and without a song; null if the settings are out of range.
@_cdecl("web_player_new")
package func newPlayer(_ rate: Int32, _ quality: Int32, _ polyphony: Int32) -> UnsafeMutableRawPointer? {
  var settings = SynthSettings()
  settings.interpolation = interpolation(quality)
  settings.polyphony = Int(polyphony)
  do throws(LiveSequence.Failure) {
    let live = try LiveSequence(
      MIDISequence(), sampleRate: Int(rate), synth: settings, mostTracks: SequencerSettings().mostTracks)
    return hold(WebPlayer(live, sampleRate: Int(rate)))
  } catch { return fail(error.description) }
}

// MARK: Control

/// Plays a bank from the next cycle onwards. Its presets are prepared by ``preparePreset(_:_:_:)``,
/// ``prepareSong(_:_:)`` and ``runControlTasks(_:)``.
@_cdecl("web_player_set_bank")
package func setBank(_ player: UnsafeMutableRawPointer, _ bank: UnsafeMutableRawPointer) {
  let sampler = held(player, WebPlayer.self).live.sampler
  sampler.publish(held(bank, SoundBank.self), isPrepared: true)
}

/// Decodes or generates the samples of a preset, so that it can sound.
@_cdecl("web_player_prepare_preset")
package func preparePreset(_ player: UnsafeMutableRawPointer, _ bank: Int32, _ program: Int32) {
  let sampler = held(player, WebPlayer.self).live.sampler
  _ = try? sampler.bank?.prepare(bank: Int(bank), program: Int(program))
}

/// Decodes or generates the samples that a sequence plays. Returns 0 if it cannot be played.
@_cdecl("web_player_prepare_song")
package func prepareSong(_ player: UnsafeMutableRawPointer, _ sequence: UnsafeMutableRawPointer) -> Int32 {
  let player = held(player, WebPlayer.self)
  guard let bank = player.live.sampler.bank, bank.needsPreparation else { return 1 }
  guard let song = song(sequence, Int32(player.sampleRate)) else { return 0 }
  defer { release(song) }
  do throws(BounceError) {
    let song = held(song, WebSong.self)
    var settings = BounceSettings()
    settings.sampleRate = player.sampleRate
    settings.maximumLength = 86_400
    let bouncer = try Bouncer(song.file, bank: bank, settings: settings, choice: .concatenated, tempoMap: song.tempoMap)
    _ = try? bouncer.prepareSamples(with: SerialWork(), on: ReusableSynth(), isLive: true)
    return 1
  } catch {
    give(error.description)
    return 0
  }
}

/// Plays another version of the song, or another song, from the next cycle onwards. Returns 0 if it has too many tracks.
@_cdecl("web_player_set_sequence")
package func setSequence(_ player: UnsafeMutableRawPointer, _ sequence: UnsafeMutableRawPointer) -> Int32 {
  let player = held(player, WebPlayer.self)
  let sequence = held(sequence, WebSequence.self)
  let (former, end) = (player.end.load(ordering: .relaxed), sequence.isEndless ? .max : sequence.end)
  // until the new version certainly plays, the later of both ends applies
  player.end.store(max(former, end), ordering: .relaxed)
  do throws(SequencerError) { try player.live.sequencer.publish(sequence.sequence) } catch {
    player.end.store(former, ordering: .relaxed)
    give(error.description)
    return 0
  }
  player.end.store(end, ordering: .releasing)
  var controls = player.live.sampler.controls
  if controls.gain != sequence.gain {
    controls.gain = sequence.gain
    player.live.sampler.set(controls)
  }
  return 1
}

/// Plays MIDI effects from the next cycle onwards; none for null. Returns 0 if the chain cannot be played.
@_cdecl("web_player_set_chain")
package func setChain(_ player: UnsafeMutableRawPointer, _ chain: UnsafeMutableRawPointer?) -> Int32 {
  let sampler = held(player, WebPlayer.self).live.sampler
  do throws(ChainError) {
    try sampler.publish(chain.map { held($0, WebChain.self).chain } ?? ProcessorChain())
    return 1
  } catch {
    give(error.description)
    return 0
  }
}

/// Frees banks that no longer sound, and prepares the presets that MIDI messages have selected.
@_cdecl("web_player_run_control_tasks")
package func runControlTasks(_ player: UnsafeMutableRawPointer) {
  _ = try? held(player, WebPlayer.self).live.sampler.runControlTasks()
}

// MARK: Transport

/// Silences everything, and resets all channels. Must not be called between ``send(_:_:_:_:_:)`` and a cycle.
@_cdecl("web_player_reset")
package func reset(_ player: UnsafeMutableRawPointer) { held(player, WebPlayer.self).live.sampler.reset() }

/// Plays from the current position.
@_cdecl("web_player_play")
package func play(_ player: UnsafeMutableRawPointer) { held(player, WebPlayer.self).live.sequencer.play() }

/// Stops, and releases the sequence's notes.
@_cdecl("web_player_pause")
package func pause(_ player: UnsafeMutableRawPointer) { held(player, WebPlayer.self).live.sequencer.stop() }

/// Releases all notes and pedals.
@_cdecl("web_player_panic")
package func panic(_ player: UnsafeMutableRawPointer) { held(player, WebPlayer.self).live.sequencer.panic() }

/// Moves to a tick.
@_cdecl("web_player_seek")
package func seek(_ player: UnsafeMutableRawPointer, _ tick: Double) {
  held(player, WebPlayer.self).live.sequencer.locate(wholeTick(tick))
}

/// Repeats the ticks from `start` to before `end`; nothing if both are equal.
@_cdecl("web_player_loop")
package func loop(_ player: UnsafeMutableRawPointer, _ start: Double, _ end: Double) {
  held(player, WebPlayer.self).live.sequencer.cycle(end > start ? wholeTick(start)..<wholeTick(end) : nil)
}

/// Switches the steps that play only in fills on or off.
@_cdecl("web_player_fill")
package func fill(_ player: UnsafeMutableRawPointer, _ isOn: Int32) {
  held(player, WebPlayer.self).live.sequencer.fill(isOn != 0)
}

/// Converts a number of JavaScript to a tick.
func wholeTick(_ value: Double) -> Tick {
  value.isFinite ? Tick(min(max(value, -0x1p53), 0x1p53)) : 0
}

// MARK: State

/// The tick that is played next.
@_cdecl("web_player_tick")
package func playerTick(_ player: UnsafeMutableRawPointer) -> Double {
  Double(held(player, WebPlayer.self).live.sequencer.report().playhead.tick)
}

/// Whether the sequencer plays: 1, or 0; −1 if it has reached the song's end.
@_cdecl("web_player_state")
package func playerState(_ player: UnsafeMutableRawPointer) -> Int32 {
  let player = held(player, WebPlayer.self)
  let playhead = player.live.sequencer.report().playhead
  let end = player.end.load(ordering: .relaxed)
  return playhead.isRolling ? 1 : playhead.tick >= end && end > 0 ? -1 : 0
}

/// The number of sounding voices.
@_cdecl("web_player_voices")
package func playerVoices(_ player: UnsafeMutableRawPointer) -> Int32 {
  Int32(held(player, WebPlayer.self).live.sampler.synth.voiceCount)
}

// MARK: Audio

/// Adds a MIDI message to the next cycle, at an offset in frames. Offsets ascend. Returns 0 if there is no room.
@_cdecl("web_player_send")
package func send(
  _ player: UnsafeMutableRawPointer, _ offset: Int32, _ status: Int32, _ data1: Int32, _ data2: Int32
) -> Int32 {
  let player = held(player, WebPlayer.self)
  guard player.eventCount < WebPlayer.mostEvents else { return 0 }
  let message = ChannelMessage(
    status: UInt8(truncatingIfNeeded: status), UInt8(truncatingIfNeeded: data1 & 127),
    UInt8(truncatingIfNeeded: data2 & 127), port: 0)
  player.events[player.eventCount] = TimedEvent(offset: offset, message: message)
  player.eventCount += 1
  return 1
}

/// Renders the next cycle, at most 4,096 frames. The right channel's samples are 4,096 floats after the left one's.
@_cdecl("web_player_render")
package func render(_ player: UnsafeMutableRawPointer, _ frames: Int32) -> UnsafeMutablePointer<Float> {
  let player = held(player, WebPlayer.self)
  let count = min(max(0, Int(frames)), WebPlayer.mostFrames)
  let cycle = RenderCycle(firstFrame: player.frame, frameCount: count)
  let end = player.end.load(ordering: .acquiring)
  let stop: Tick = player.isOpenEnded || end == 0 ? .max : end
  player.live.sequencer.core.pointee.stopTick = stop
  _ = player.live.core.pointee.render(
    cycle, transport: LiveTransport(), input: EventList(rebasing: player.events[..<player.eventCount]),
    into: player.block.frames(count))
  // the sequencer continues if it was moved beyond the end, where nothing plays; only now its ticks are those of `stop`
  let playhead = player.live.sequencer.report().playhead
  if playhead.isRolling, playhead.tick > stop { player.live.sequencer.stop() }
  player.eventCount = 0
  player.frame &+= Int64(count)
  return player.block.samples
}
