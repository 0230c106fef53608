import CFluidSynth
import Tactus

/// A player of FluidSynth's interface: plays a list of songs live, and passes each event on its frame to a function of
/// the program or to the synthesizer.
///
///     ready ──play──► playing ──end of the last song, stop──► done ──play──► playing …
///
/// All of its state is protected by the lock of the synthesizer.
final class FluidPlayer: PointedObject, ClockFollower, @unchecked Sendable {  // the synthesizer's lock protects it
  let synth: FluidSynth
  private(set) var status = FLUID_PLAYER_READY
  private var songs: [PlayerSong] = []
  /// The index of the song that plays or is next.
  private var index = 0
  private var next = 0
  private var clock: PlayerClock?
  private(set) var tempo = PlayerTempo.file(factor: 1)
  /// The tempo that the program has set, in units of 10 ns per quarter note; nil if it has set none. The next tempo event
  /// of the song replaces it.
  private var songTempo: UInt32?
  /// The tick from which a stopped song continues.
  private var restTick: Int64 = 0
  private var soughtTick: Int64?
  /// The number of passes of the list that remain, including the current one; −1 repeats it forever.
  private var passes: Int32 = 1
  private var ending: Ending?
  private var lastReportedTick: Int64 = -1
  /// The sample rate of the clock.
  private var clockRate = 0
  let output: PlayerOutput
  var tickHandler: (function: handle_midi_tick_func_t, data: UnsafeMutableRawPointer?)?

  /// The wait, at the end of the last song, until its sound has ended.
  private struct Ending {
    var start: Int64
    /// The frame at which the wait ends even if there is still sound.
    var latest: Int64
    var silentSince: Int64?

    /// The longest time for which the sound of a released key may last, in seconds.
    static var mostSeconds: Int64 { 60 }
  }

  init(_ synth: FluidSynth) {
    self.synth = synth
    output = PlayerOutput(synth)
    // `begin` reads this setting; the observer makes it a real-time setting while there is a player
    synth.settings.observe(FluidSettings.realtimeNames(in: "player"), by: self) { _ in }
  }

  // MARK: The program's calls, under the lock

  func add(_ song: PlayerSong) { songs.append(song) }

  var hasSongs: Bool { !songs.isEmpty }
  /// The ticks per quarter note of the song, at 120 beats per minute if its ticks are parts of SMPTE frames; 0 without
  /// a song.
  var division: Int { songs.indices.contains(index) ? songs[index].tempoMap.timeBase.nominalTicksPerQuarter : 0 }
  var endTick: Int64 { songs.indices.contains(index) ? songs[index].endTick : 0 }

  /// The tick that is being played.
  var currentTick: Int64 {
    guard status == FLUID_PLAYER_PLAYING, let clock else { return restTick }
    return min(endTick, max(0, clock.tick(atFrame: synth.frame)))
  }

  /// The tempo in microseconds per quarter note.
  var microseconds: Int32 {
    if let clock { return clock.microseconds(atTick: currentTick) }
    return hasSong ? map.tempo(atTick: restTick).wholeMicroseconds : 500_000
  }

  private var hasSong: Bool { songs.indices.contains(index) }

  /// The tempo map with which the song plays.
  private var map: TempoMap {
    let song = songs[index]
    return tempo.map(songTempo.map { song.tempoMap(with: $0, beforeEventsFrom: next) } ?? song.tempoMap)
  }

  func play() {
    guard status != FLUID_PLAYER_PLAYING else { return }
    guard hasSongs else { return status = FLUID_PLAYER_DONE }
    if status == FLUID_PLAYER_DONE, clock == nil { index = 0 }
    let isNew = clock == nil
    status = FLUID_PLAYER_PLAYING
    ending = nil
    if isNew { begin(afterBlocks: 1) } else { start(at: restTick, afterBlocks: 0) }
  }

  func stop() {
    if status == FLUID_PLAYER_PLAYING {
      restTick = currentTick
      output.silence()
    }
    status = FLUID_PLAYER_DONE
  }

  func set(passes: Int32) { self.passes = passes }

  func set(tempo new: PlayerTempo) {
    tempo = new
    followTempo()
  }

  /// Sets the tempo until the song's next tempo event. A factor applies to it too; a constant tempo takes precedence.
  func set(songTempo tenNanoseconds: UInt32) {
    songTempo = tenNanoseconds
    followTempo()
  }

  private func followTempo() {
    guard hasSong else { return }
    clock?.change(to: map, sampleRate: synth.sampleRate, at: synth.frame)
  }

  /// Moves to a tick of the song when the next frame is rendered. Returns false if the tick is not in the song, or if the
  /// player is playing and an earlier seek is still pending. Before the player is started, it accepts every tick.
  func seek(to tick: Int64) -> Bool {
    guard tick >= 0, status != FLUID_PLAYER_PLAYING || soughtTick == nil,
      status == FLUID_PLAYER_READY || !hasSongs || tick <= endTick
    else { return false }
    soughtTick = tick
    return true
  }

  // MARK: Playing

  /// Starts the song at `index` from its beginning.
  private func begin(afterBlocks blocks: Int64) {
    if synth.settings.integer("player.reset-synth") != 0 { synth.reset() }
    songTempo = nil  // FluidSynth too starts each song, also the first, at its own tempo
    next = 0
    restTick = 0
    start(at: 0, afterBlocks: blocks)
  }

  /// Starts the clock. The song begins `blocks` blocks of 64 frames later: one block, because FluidSynth's player
  /// starts about 86 frames late, or none if the song follows another one.
  private func start(at tick: Int64, afterBlocks blocks: Int64) {
    clock = PlayerClock(map, sampleRate: synth.sampleRate, tick: tick, at: synth.frame + 64 * blocks)
    clockRate = synth.sampleRate
    lastReportedTick = tick - 1
  }

  /// Follows a change of the synthesizer's sample rate.
  private func followSampleRate(at frame: Int64) {
    guard clockRate != synth.sampleRate else { return }
    clockRate = synth.sampleRate
    clock?.change(to: map, sampleRate: clockRate, at: frame)
  }

  func send(dueAt frame: Int64) -> Int64 {
    guard status == FLUID_PLAYER_PLAYING, let now = clock else { return .max }
    followSampleRate(at: frame)
    if let tick = soughtTick {
      move(to: tick, at: frame)
    } else if let ending {
      return checkEnd(ending, at: frame)
    }
    reportTick(at: frame)
    sendEvents(dueAt: frame)
    guard status == FLUID_PLAYER_PLAYING else { return .max }
    guard soughtTick == nil else { return send(dueAt: frame) }
    let end = (clock ?? now).frame(atTick: endTick)
    if next >= songs[index].events.count, end <= frame {
      if passes != 1 || index + 1 < songs.count { return continueList(at: frame) }
      output.releaseAll()
      let ending = Ending(start: frame, latest: frame + Ending.mostSeconds * Int64(synth.sampleRate))
      return checkEnd(ending, at: frame)
    }
    return max(frame + 1, nextDue(end, at: frame))
  }

  private func nextDue(_ end: Int64, at frame: Int64) -> Int64 {
    guard let clock else { return .max }
    let events = songs[index].events
    let due = next < events.count ? clock.frame(atTick: events[next].tick) : end
    return tickHandler == nil ? due : min(due, clock.frame(atTick: clock.tick(atFrame: frame) + 1))
  }

  private func sendEvents(dueAt frame: Int64) {
    while status == FLUID_PLAYER_PLAYING, soughtTick == nil, let clock, next < songs[index].events.count {
      let due = songs[index].events[next]
      guard clock.frame(atTick: due.tick) <= frame else { return }
      next += 1
      send(due)
    }
  }

  private func send(_ event: PlayerSong.Event) {
    if event.isTempo { songTempo = nil }
    output.send(event.content)
  }

  private func reportTick(at frame: Int64) {
    guard let tickHandler, let clock else { return }
    let tick = min(endTick, clock.tick(atFrame: frame))
    guard tick > lastReportedTick else { return }
    lastReportedTick = tick
    _ = tickHandler.function(tickHandler.data, Int32(clamping: tick))
  }

  /// Moves to a tick: ends all sound, and sends all events before the tick except notes.
  private func move(to tick: Int64, at frame: Int64) {
    soughtTick = nil
    let target = min(tick, endTick)
    ending = nil
    output.silence()
    let events = songs[index].events
    if target < (clock?.tick(atFrame: frame) ?? 0) { next = 0 }
    while status == FLUID_PLAYER_PLAYING, next < events.count, events[next].tick < target {
      let event = events[next]
      next += 1
      if !event.isNote { send(event) }
    }
    clock = PlayerClock(map, sampleRate: synth.sampleRate, tick: target, at: frame + 64)
    lastReportedTick = target - 1
  }

  /// After the end of the last song, waits until its sound has ended, and then for two more seconds, as FluidSynth
  /// does.
  private func checkEnd(_ ending: Ending, at frame: Int64) -> Int64 {
    var ending = ending
    // only every 64 frames, so that the end does not depend on the length of the calls
    let isChecked = (frame - ending.start) % 64 == 0
    let isSilent = synth.synth.core.pointee.soundingVoices() == 0
    if ending.silentSince == nil, isChecked, isSilent || frame >= ending.latest { ending.silentSince = frame }
    self.ending = ending
    guard let silentSince = ending.silentSince else { return frame + 64 - (frame - ending.start) % 64 }
    let end = silentSince + 2 * Int64(synth.sampleRate)
    guard frame >= end else { return end }
    self.ending = nil
    finish()
    return .max
  }

  private func finish() {
    restTick = currentTick
    clock = nil
    status = FLUID_PLAYER_DONE
  }

  /// Continues on this frame with the next song of the list, or after the last song with the first.
  private func continueList(at frame: Int64) -> Int64 {
    index += 1
    if index == songs.count {
      index = 0
      if passes > 0 { passes -= 1 }
    }
    begin(afterBlocks: 0)
    // Without this delay, songs of no length would be repeated forever within one frame.
    if let clock, clock.frame(atTick: endTick) < frame + 64 { start(at: 0, afterBlocks: 1) }
    return send(dueAt: frame)
  }
}
