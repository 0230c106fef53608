import TactusProcessors
import TactusRender

/// Reads the settings of the arpeggiator from the control ports that a host has connected.
///
/// - Thread: audio
struct ControlPorts {
  private let buffers: UnsafeMutablePointer<UnsafePointer<Float>?>

  /// Creates ports in memory that holds a pointer for each port.
  init(_ buffers: UnsafeMutablePointer<UnsafePointer<Float>?>) { self.buffers = buffers }

  func connect(_ port: Int, to pointer: UnsafePointer<Float>?) {
    if port >= 0, port < ArpeggiatorPort.count { buffers[port] = pointer }
  }

  /// Returns the settings; the default applies if a port is not connected, or its value is NaN or implausibly large.
  func controls() -> ArpeggiatorControls {
    var controls = ArpeggiatorControls()
    controls.isBypassed = !isOn(ArpeggiatorPort.enabled, true)
    controls.order = order()
    controls.octaves = whole(ArpeggiatorPort.octaves, 1)
    controls.stepBeats = StepChoice.beats(whole(ArpeggiatorPort.rate, 11))
    controls.gate = number(ArpeggiatorPort.gate, controls.gate)
    controls.swing = number(ArpeggiatorPort.swing, controls.swing)
    controls.isLatched = isOn(ArpeggiatorPort.latch, false)
    controls.pedalHolds = isOn(ArpeggiatorPort.pedalHolds, true)
    controls.restart = restart()
    controls.startsWithKey = isOn(ArpeggiatorPort.startsWithKey, false)
    controls.playsWhenStopped = isOn(ArpeggiatorPort.playsWhenStopped, true)
    controls.velocity = velocity()
    controls.seed = UInt64(max(0, whole(ArpeggiatorPort.seed, 0)))
    let channel = whole(ArpeggiatorPort.channel, 0)
    if channel >= 1, channel <= 16 { controls.channels = 1 &<< UInt16(channel &- 1) }
    return controls
  }

  private func number(_ port: Int, _ usual: Double) -> Double {
    guard let pointer = buffers[port] else { return usual }
    let value = Double(pointer.pointee)
    return abs(value) <= 0x1p30 ? value : usual
  }

  private func whole(_ port: Int, _ usual: Int) -> Int { Int(HostTickMap.floor(number(port, Double(usual)) + 0.5)) }

  private func isOn(_ port: Int, _ usual: Bool) -> Bool { number(port, usual ? 1 : 0) > 0.5 }

  private func order() -> ArpeggiatorPattern.Order {
    switch whole(ArpeggiatorPort.order, 0) {
    case 1: .down
    case 2: .upDown
    case 3: .upDownInclusive
    case 4: .downUp
    case 5: .asPlayed
    case 6: .random
    case 7: .chord
    default: .up
    }
  }

  private func restart() -> ArpeggiatorControls.Restart {
    switch whole(ArpeggiatorPort.restart, 1) {
    case 0: .position
    case 2: .everyKey
    case 3: .beats(whole(ArpeggiatorPort.restartBeats, 4))
    default: .firstKey
    }
  }

  private func velocity() -> ArpeggiatorControls.Velocity {
    switch whole(ArpeggiatorPort.velocity, 0) {
    case 1: .latest
    case 2: .fixed(UInt8(max(1, min(whole(ArpeggiatorPort.fixedVelocity, 100), 127))))
    default: .played
    }
  }
}
