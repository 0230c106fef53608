import CLV2
import TactusPlugin

/// What goes to the host's worker and comes back: eight bytes (the kind of work; the latency, in answers), then a path.
extension LV2Core {
  /// Where the latency stands in an answer.
  package static let latencyPlace = 4

  /// Asks for the work that there is. What the host has no room for is asked for again in the next cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func askForWork() {
    guard let schedule else { return }
    if isAttentionWanted {
      properties.message.storeBytes(of: UInt64(LV2Properties.Work.attention.rawValue), as: UInt64.self)
      isAttentionWanted = lv2_schedule_work(schedule, UInt32(LV2Path.header), properties.message) != 0
    }
    if properties.bank.isWanted {
      properties.bank.isWanted = !Self.ask(schedule, .bank, properties.bank.wanted)
    }
    if properties.document.isWanted {
      properties.document.isWanted = !Self.ask(schedule, .document, properties.document.wanted)
    }
  }

  private static func ask(_ schedule: UnsafePointer<LV2WorkerSchedule>, _ work: LV2Properties.Work, _ path: LV2Path)
    -> Bool
  {
    path.memory[0] = work.rawValue
    return lv2_schedule_work(schedule, UInt32(truncatingIfNeeded: LV2Path.header &+ path.count), path.memory) == 0
  }

  /// Takes a worker's answer.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func takeAnswer(_ data: UnsafeRawPointer, count: Int) {
    guard count >= LV2Path.header else { return }
    latency = data.loadUnaligned(fromByteOffset: Self.latencyPlace, as: Float.self)
    let kind = data.load(as: UInt8.self)
    if kind != LV2Properties.Work.attention.rawValue { properties.isStateChanged = true }
    let (path, size) = (data + LV2Path.header, count &- LV2Path.header)
    if kind == LV2Properties.Work.bank.rawValue { properties.know(.bank, path, count: size) }
    if kind == LV2Properties.Work.document.rawValue { properties.know(.document, path, count: size) }
  }
}
