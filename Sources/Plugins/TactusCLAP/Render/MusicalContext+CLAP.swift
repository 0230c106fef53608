import CCLAP
import TactusRender

extension MusicalContext {
  /// Creates the context from the host's transport event; without an event, all values are unset.
  ///
  /// Beats are in units of 2⁻³¹, which a double represents exactly up to four million beats.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  init(_ transport: UnsafePointer<clap_event_transport>?) {
    self.init()
    guard let transport else { return }
    let flags = Int(transport.pointee.flags)
    hasTransport = true
    isMoving = flags & CLAP_TRANSPORT_IS_PLAYING != 0
    isRecording = flags & CLAP_TRANSPORT_IS_RECORDING != 0
    hasTempo = flags & CLAP_TRANSPORT_HAS_TEMPO != 0
    if hasTempo { (tempo, tempoSlope) = (transport.pointee.tempo, transport.pointee.tempo_inc) }
    hasMeter = flags & CLAP_TRANSPORT_HAS_TIME_SIGNATURE != 0
    if hasMeter {
      (meterBeats, meterNoteValue) = (Int32(transport.pointee.tsig_num), Int32(transport.pointee.tsig_denom))
    }
    guard flags & CLAP_TRANSPORT_HAS_BEATS_TIMELINE != 0 else { return }
    (hasBeat, beat) = (true, Self.beats(transport.pointee.song_pos_beats))
    (hasBarStart, barStart) = (hasMeter, Self.beats(transport.pointee.bar_start))
    isCycling = flags & CLAP_TRANSPORT_IS_LOOP_ACTIVE != 0
    if isCycling {
      cycleStart = Self.beats(transport.pointee.loop_start_beats)
      cycleEnd = Self.beats(transport.pointee.loop_end_beats)
    }
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  private static func beats(_ fixed: Int64) -> Double { Double(fixed) * 0x1p-31 }
}
