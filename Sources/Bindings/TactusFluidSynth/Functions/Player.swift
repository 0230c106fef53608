import CFluidSynth
import Tactus

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Players.

/// Runs the body of a function of a player under the lock; fails if the pointer is NULL.
private func callPlayer(_ player: OpaquePointer?, _ body: (FluidPlayer) -> Bool) -> Int32 {
  readPlayer(player) { result(body($0)) }
}

private func readPlayer(_ player: OpaquePointer?, _ body: (FluidPlayer) -> Int32) -> Int32 {
  guard let player = FluidPlayer.object(player) else { return failed }
  return player.synth.withLock { body(player) }
}

@_cdecl("new_fluid_player")
package func new_fluid_player(_ synth: OpaquePointer?) -> OpaquePointer? {
  guard let synth = FluidSynth.object(synth) else { return nil }
  let player = FluidPlayer(synth)
  synth.add(follower: player)
  return player.retainedPointer
}

@_cdecl("delete_fluid_player")
package func delete_fluid_player(_ player: OpaquePointer?) {
  guard let object = FluidPlayer.object(player) else { return }
  object.synth.withLock { object.stop() }
  object.synth.remove(follower: object)
  object.synth.settings.forgetObserver(object)
  FluidPlayer.release(player)
}

/// Adds a song to the list. Logs an error and fails if the file is not a song.
@_cdecl("fluid_player_add")
package func fluid_player_add(_ player: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> Int32 {
  guard let path, case let name = FileName.text(of: path) else { return failed }
  return add(to: player) {
    let mapped = try FileBytes.open(name)
    // copied, so that the file may change while it plays
    return FileBytes(copying: mapped.bytes, name: name)
  }
}

@_cdecl("fluid_player_add_mem")
package func fluid_player_add_mem(_ player: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int32 {
  guard let bytes, count >= 0 else { return failed }
  return add(to: player) {
    FileBytes(copying: UnsafeRawBufferPointer(start: bytes, count: count), name: "song in memory")
  }
}

private func add(to player: OpaquePointer?, _ bytes: () throws -> FileBytes) -> Int32 {
  guard let player = FluidPlayer.object(player) else { return failed }
  do {
    let song = try PlayerSong(bytes())
    player.synth.prepare(song.programs)
    player.synth.withLock { player.add(song) }
    return ok
  } catch {
    log(FLUID_ERR, "\(error)")
    return failed
  }
}

@_cdecl("fluid_player_play")
package func fluid_player_play(_ player: OpaquePointer?) -> Int32 {
  callPlayer(player) {
    $0.play()
    return true
  }
}

@_cdecl("fluid_player_stop")
package func fluid_player_stop(_ player: OpaquePointer?) -> Int32 {
  callPlayer(player) {
    $0.stop()
    return true
  }
}

/// Waits until the player has finished. Another thread must render.
@_cdecl("fluid_player_join")
package func fluid_player_join(_ player: OpaquePointer?) -> Int32 {
  guard let player = FluidPlayer.object(player) else { return failed }
  while player.synth.withLock({ player.status }) == FLUID_PLAYER_PLAYING { usleep(5_000) }
  return ok
}

@_cdecl("fluid_player_set_loop")
package func fluid_player_set_loop(_ player: OpaquePointer?, _ count: Int32) -> Int32 {
  callPlayer(player) {
    $0.set(passes: count == 0 ? 1 : count)
    return true
  }
}

@_cdecl("fluid_player_set_tempo")
package func fluid_player_set_tempo(_ player: OpaquePointer?, _ kind: Int32, _ value: Double) -> Int32 {
  callPlayer(player) {
    switch (Int(kind), value) {
    case (FLUID_PLAYER_TEMPO_INTERNAL, 0.001...1_000): $0.set(tempo: .file(factor: value))
    case (FLUID_PLAYER_TEMPO_EXTERNAL_BPM, 1...60_000_000): $0.set(tempo: .constant(microseconds: 60_000_000 / value))
    case (FLUID_PLAYER_TEMPO_EXTERNAL_MIDI, 1...60_000_000): $0.set(tempo: .constant(microseconds: value))
    default: return false
    }
    return true
  }
}

/// Sets the tempo, which the next tempo event of the song replaces. FluidSynth has deprecated this function.
@_cdecl("fluid_player_set_midi_tempo")
package func fluid_player_set_midi_tempo(_ player: OpaquePointer?, _ tempo: Int32) -> Int32 {
  callPlayer(player) {
    guard tempo > 0 else { return false }
    $0.set(songTempo: UInt32(clamping: Int64(tempo) * 100))
    return true
  }
}

/// Sets the tempo, which the next tempo event of the song replaces. FluidSynth has deprecated this function.
@_cdecl("fluid_player_set_bpm")
package func fluid_player_set_bpm(_ player: OpaquePointer?, _ tempo: Int32) -> Int32 {
  tempo > 0 ? fluid_player_set_midi_tempo(player, 60_000_000 / tempo) : failed
}

/// Sets the function that receives the events instead of the synthesizer; with NULL, nobody receives them.
@_cdecl("fluid_player_set_playback_callback")
package func fluid_player_set_playback_callback(
  _ player: OpaquePointer?, _ function: handle_midi_event_func_t?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  callPlayer(player) {
    $0.output.receiver = function.map { .function(PlayerOutput.Handler(function: $0, data: data)) } ?? .nobody
    return true
  }
}

@_cdecl("fluid_player_set_tick_callback")
package func fluid_player_set_tick_callback(
  _ player: OpaquePointer?, _ function: handle_midi_tick_func_t?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
  callPlayer(player) {
    $0.tickHandler = function.map { (function: $0, data: data) }
    return true
  }
}

@_cdecl("fluid_player_get_status")
package func fluid_player_get_status(_ player: OpaquePointer?) -> Int32 { readPlayer(player) { Int32($0.status) } }

@_cdecl("fluid_player_get_current_tick")
package func fluid_player_get_current_tick(_ player: OpaquePointer?) -> Int32 {
  readPlayer(player) { Int32(clamping: $0.currentTick) }
}

@_cdecl("fluid_player_get_total_ticks")
package func fluid_player_get_total_ticks(_ player: OpaquePointer?) -> Int32 {
  readPlayer(player) { Int32(clamping: $0.endTick) }
}

/// The ticks per quarter note of the song. FluidSynth has this function since version 2.3.2.
@_cdecl("fluid_player_get_division")
package func fluid_player_get_division(_ player: OpaquePointer?) -> Int32 {
  readPlayer(player) { Int32(clamping: $0.division) }
}

@_cdecl("fluid_player_get_bpm")
package func fluid_player_get_bpm(_ player: OpaquePointer?) -> Int32 {
  readPlayer(player) { 60_000_000 / max(1, $0.microseconds) }
}

@_cdecl("fluid_player_get_midi_tempo")
package func fluid_player_get_midi_tempo(_ player: OpaquePointer?) -> Int32 { readPlayer(player) { $0.microseconds } }

@_cdecl("fluid_player_seek")
package func fluid_player_seek(_ player: OpaquePointer?, _ tick: Int32) -> Int32 {
  callPlayer(player) { $0.seek(to: Int64(tick)) }
}

extension PlayerTempo {
  /// A constant tempo in microseconds per quarter note.
  static func constant(microseconds: Double) -> PlayerTempo {
    .constant(tenNanoseconds: UInt32(min(Double(UInt32.max), max(1, (microseconds * 100).rounded(.down)))))
  }
}

extension FluidSynth {
  /// Reads the samples of the presets that a song plays before it begins, so that its program changes do not have to.
  func prepare(_ programs: [ProgramUse]) {
    let bank = withLock { fonts.bank }
    for use in programs {
      let number = use.channel == 9 ? 128 : Int(use.bankMSB)
      bank.prepareLogging(bank: number, program: Int(use.program))
    }
  }
}
