import CCLAP
import TactusRender

extension MusicalContext {
  /// What a host says of its transport; nothing known where it says nothing.
  ///
  /// Beats come in units of 2⁻³¹, which a floating-point number holds exactly up to four million of them.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  init(_ transport: UnsafePointer<CLAPTransport>?) {
    self.init()
    guard let transport else { return }
    let flags = Int(transport.pointee.flags)
    hasTransport = true
    isMoving = flags & CLAPTransportIsPlaying != 0
    isRecording = flags & CLAPTransportIsRecording != 0
    hasTempo = flags & CLAPTransportHasTempo != 0
    if hasTempo { (tempo, tempoSlope) = (transport.pointee.tempo, transport.pointee.tempoIncrement) }
    hasMeter = flags & CLAPTransportHasMeter != 0
    if hasMeter {
      (meterBeats, meterNoteValue) = (Int32(transport.pointee.meterBeats), Int32(transport.pointee.meterNoteValue))
    }
    guard flags & CLAPTransportHasBeats != 0 else { return }
    (hasBeat, beat) = (true, Self.beats(transport.pointee.beats))
    (hasBarStart, barStart) = (hasMeter, Self.beats(transport.pointee.barStart))
    isCycling = flags & CLAPTransportIsLooping != 0
    if isCycling {
      cycleStart = Self.beats(transport.pointee.loopStartBeats)
      cycleEnd = Self.beats(transport.pointee.loopEndBeats)
    }
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  private static func beats(_ fixed: Int64) -> Double { Double(fixed) * 0x1p-31 }
}
