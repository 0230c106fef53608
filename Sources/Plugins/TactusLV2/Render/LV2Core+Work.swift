import CLV2
import TactusPlugin

/// Messages to and from the host's worker: sixteen bytes, then a path.
///
///     0   kind of work
///     4   in replies, the latency
///     8   in requests, the token of the instance, because the host may have freed it when the work runs
///
/// A request of the kind `programs` has no path: see `schedulePresets`.
extension LV2Core {
  /// The offset of the latency in a reply.
  package static let latencyPosition = 4
  /// The offset of the token in a request.
  package static let tokenPosition = 8

  /// Schedules pending work. Requests for which the host has no room are repeated in the next cycle.
  ///
  /// A host that renders offline may run the work, and deliver the reply, before this call returns; no part of the
  /// instance is in use during the call.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func scheduleWork(_ core: UnsafeMutablePointer<LV2Core>) {
    guard let schedule = core.pointee.schedule else { return }
    if core.pointee.needsMainThreadRun {
      let message = core.pointee.properties.message
      let hasNewContents = core.pointee.hasNewContents
      address(message, hasNewContents ? .contents : .mainThreadTasks, core.pointee.token)
      (core.pointee.needsMainThreadRun, core.pointee.hasNewContents) = (false, false)
      if lv2_schedule_work(schedule, UInt32(LV2Path.header), message) != 0 {
        (core.pointee.needsMainThreadRun, core.pointee.hasNewContents) = (true, hasNewContents)
      }
    }
    if core.pointee.properties.bank.isRequested {
      let isScheduled = request(schedule, .bank, core.pointee.properties.bank.requested, core.pointee.token)
      if isScheduled { core.pointee.properties.bank.isRequested = false }
    }
    if core.pointee.properties.document.isRequested {
      let isScheduled = request(schedule, .document, core.pointee.properties.document.requested, core.pointee.token)
      if isScheduled { core.pointee.properties.document.isRequested = false }
    }
  }

  /// Requests that the host read the names of keys and presets again, if they may have changed.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func requestNames(_ core: UnsafeMutablePointer<LV2Core>) {
    guard core.pointee.hasNewNames else { return }
    core.pointee.hasNewNames = false
    if let names = core.pointee.names { lv2_update_names(names) }
  }

  private static func request(
    _ schedule: UnsafePointer<LV2_Worker_Schedule>, _ work: LV2Properties.Work, _ path: LV2Path, _ token: UInt64
  ) -> Bool {
    address(UnsafeMutableRawPointer(path.memory), work, token)
    return lv2_schedule_work(schedule, UInt32(truncatingIfNeeded: LV2Path.header &+ path.count), path.memory) == 0
  }

  /// Writes the header of a request.
  static func address(_ message: UnsafeMutableRawPointer, _ work: LV2Properties.Work, _ token: UInt64) {
    message.storeBytes(of: UInt64(work.rawValue), as: UInt64.self)
    message.storeBytes(of: token, toByteOffset: tokenPosition, as: UInt64.self)
  }

  /// Processes a reply of the worker.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func receiveReply(_ data: UnsafeRawPointer, count: Int) {
    guard count >= LV2Path.header else { return }
    latency = data.loadUnaligned(fromByteOffset: Self.latencyPosition, as: Float.self)
    let kind = data.load(as: UInt8.self)
    if kind != LV2Properties.Work.mainThreadTasks.rawValue { properties.isStateChanged = true }
    let (path, size) = (data + LV2Path.header, count &- LV2Path.header)
    if kind == LV2Properties.Work.bank.rawValue {
      properties.setCurrent(.bank, path, count: size)
      hasNewNames = true
    }
    if kind == LV2Properties.Work.document.rawValue { properties.setCurrent(.document, path, count: size) }
  }
}
