import CVST3
import TactusRender

extension MusicalContext {
  /// Creates the context from the host's; without it, all values are unset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  init(_ context: UnsafePointer<ProcessContext>?) {
    self.init()
    guard let context else { return }
    let state = Int(context.pointee.state)
    hasTransport = true
    isMoving = state & kPlaying != 0
    isRecording = state & kRecording != 0
    hasTempo = state & kTempoValid != 0
    if hasTempo { tempo = context.pointee.tempo }
    hasMeter = state & kTimeSigValid != 0
    if hasMeter {
      (meterBeats, meterNoteValue) = (context.pointee.timeSigNumerator, context.pointee.timeSigDenominator)
    }
    guard state & kProjectTimeMusicValid != 0 else { return }
    (hasBeat, beat) = (true, context.pointee.projectTimeMusic)
    hasBarStart = state & kBarPositionValid != 0
    if hasBarStart { barStart = context.pointee.barPositionMusic }
    isCycling = state & kCycleActive != 0 && state & kCycleValid != 0
    if isCycling { (cycleStart, cycleEnd) = (context.pointee.cycleStartMusic, context.pointee.cycleEndMusic) }
  }
}
