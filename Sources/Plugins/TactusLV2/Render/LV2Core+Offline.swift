import CLV2
import TactusLV2Atoms
import TactusPlugin

/// Offline rendering. The presets that a block selects are prepared before the block, so that no note is left out.
///
/// `run` must not wait or allocate, not even offline (`lv2:hardRTCapable`). But while a host is free-wheeling, it may
/// run scheduled work before `schedule_work` returns (`worker.h`); the work then takes effect in the same block. In a
/// host that runs the work later, the block is rendered as in real time.
///
/// After the header of a request (see `scheduleWork`):
///
///     16  one bit for each program number that messages of the block may select
///     32  for each changed port of a program or bank: the index of its parameter, and its value
///
extension LV2Core {
  /// The offset of the changed ports in a request.
  package static var changedPosition: Int { LV2Path.header &+ 16 }

  /// Schedules the preparation of the presets that the coming block selects, if the host is free-wheeling.
  ///
  /// No part of the instance is in use during the call of the host.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func schedulePresets(_ core: UnsafeMutablePointer<LV2Core>) {
    // plug-ins other than instruments have neither these parameters nor the port
    guard core.pointee.programParameters.count > 0, let schedule = core.pointee.schedule,
      let port = core.pointee.ports.freeWheeling, port.pointee > 0
    else { return }
    let message = core.pointee.properties.message
    let size = core.pointee.writeSelection(to: message)
    guard size > 0 else { return }
    _ = lv2_schedule_work(schedule, UInt32(truncatingIfNeeded: size), message)
  }

  /// Writes a request, and returns its size; 0 if the block selects no presets.
  private func writeSelection(to message: UnsafeMutableRawPointer) -> Int {
    let (low, high) = selectedPrograms
    var size = Self.changedPosition
    for position in 0..<programParameters.count {
      let index = programParameters[position]
      guard let port = ports.parameters[index] else { continue }
      let value = port.pointee
      guard value == value, value != lv2_load_number(lastPortValues + index) else { continue }
      message.storeBytes(of: Int32(truncatingIfNeeded: index), toByteOffset: size, as: Int32.self)
      message.storeBytes(of: value, toByteOffset: size &+ 4, as: Float.self)
      size &+= 8
    }
    guard low | high != 0 || size > Self.changedPosition else { return 0 }
    Self.address(message, .programs, token)
    message.storeBytes(of: low, toByteOffset: LV2Path.header, as: UInt64.self)
    message.storeBytes(of: high, toByteOffset: LV2Path.header &+ 8, as: UInt64.self)
    return size
  }

  /// One bit for each program number, 0…63 and 64…127, that the block's messages may select.
  private var selectedPrograms: (low: UInt64, high: UInt64) {
    var (low, high) = (UInt64(0), UInt64(0))
    var events = AtomReader(ports.input, atoms, frameCount: 1)
    while let event = events.next() {
      guard event.type == atoms.midiEvent, event.type != 0, event.size > 1 else { continue }
      let bytes = event.body.assumingMemoryBound(to: UInt8.self)
      let isExclusive = bytes[0] == 0xF0
      guard isExclusive || bytes[0] & 0xF0 == 0xC0 else { continue }
      // any byte of a system-exclusive message may be a program number
      for index in 1..<(isExclusive ? event.size : 2) {
        let bit = UInt64(1) &<< UInt64(bytes[index] & 63)
        if bytes[index] < 64 { low |= bit } else if bytes[index] < 128 { high |= bit }
      }
    }
    return (low, high)
  }
}
