import CTactusHostCalls
import TactusRender

/// The transport state of the host, as far as the host provides it.
struct HostContext {
  /// `AUHostTransportStateFlags`
  private static var changed: UInt64 { 1 }
  private static var moving: UInt64 { 2 }
  private static var recording: UInt64 { 4 }
  private static var cycling: UInt64 { 8 }

  /// Queries the host's transport state. Values that the host does not write, or that are not finite, remain unset.
  static func ask(_ calls: UnsafePointer<TactusHostCalls>) -> MusicalContext {
    var context = MusicalContext()
    var time = TactusHostTime(tempo: .nan, meterBeats: .nan, beat: .nan, barStart: .nan, meterNoteValue: 0)
    if ctactus_host_time(calls, &time) { take(time, &context) }
    var transport = TactusHostTransport(flags: 0, samplePosition: .nan, cycleStart: .nan, cycleEnd: .nan)
    if ctactus_host_transport(calls, &transport) { take(transport, &context) }
    return context
  }

  private static func take(_ time: TactusHostTime, _ context: inout MusicalContext) {
    if time.tempo.isFinite { (context.hasTempo, context.tempo) = (true, time.tempo) }
    if time.beat.isFinite { (context.hasBeat, context.beat) = (true, time.beat) }
    if time.meterBeats >= 1, time.meterBeats <= 1_024, time.meterNoteValue >= 1, time.meterNoteValue <= 1_024 {
      context.hasMeter = true
      context.meterBeats = Int32(time.meterBeats)
      context.meterNoteValue = Int32(time.meterNoteValue)
    }
    // some hosts leave the bar's position at 0; it is used only if it is plausible
    if time.barStart.isFinite, context.hasBeat, time.barStart <= time.beat {
      (context.hasBarStart, context.barStart) = (true, time.barStart)
    }
  }

  private static func take(_ transport: TactusHostTransport, _ context: inout MusicalContext) {
    context.hasTransport = true
    context.isChanged = transport.flags & changed != 0
    context.isMoving = transport.flags & moving != 0
    context.isRecording = transport.flags & recording != 0
    guard transport.flags & cycling != 0, transport.cycleStart.isFinite, transport.cycleEnd.isFinite else { return }
    context.isCycling = transport.cycleEnd > transport.cycleStart
    (context.cycleStart, context.cycleEnd) = (transport.cycleStart, transport.cycleEnd)
  }
}
