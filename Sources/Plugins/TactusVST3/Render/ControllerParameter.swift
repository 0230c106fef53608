import CVST3
import TactusMIDI

/// A MIDI controller of a channel as a hidden parameter: VST 3 has no events for controllers, and sends them as changes
/// of the parameters that `IMidiMapping` names.
///
/// - Thread: any
struct ControllerParameter {
  /// 0…127: controllers; then channel pressure, pitch bend and program change.
  let number: Int
  let channel: Int

  /// The number of parameters of a channel.
  static var countPerChannel: Int { 131 }
  static var count: Int { 16 * countPerChannel }
  /// The lowest id; those of the plug-ins' own parameters are lower.
  private static var firstID: UInt32 { 0x10_0000 }

  var id: UInt32 { Self.firstID &+ UInt32(truncatingIfNeeded: channel &<< 8 | number) }

  /// Creates the parameter of a controller; nil if there is none.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  init?(number: Int, channel: Int) {
    guard number >= 0, number < Self.countPerChannel, channel >= 0, channel < 16 else { return nil }
    (self.number, self.channel) = (number, channel)
  }

  /// Creates the parameter with this id; nil if it is no controller's.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  init?(id: UInt32) {
    guard id >= Self.firstID, id < Self.firstID &+ 16 * 256 else { return nil }
    self.init(number: Int(id & 255), channel: Int(id &>> 8 & 15))
  }

  /// The position among messages of the same frame, whose order a host does not state: the selection of a bank or of a
  /// registered parameter comes before the values and programs that depend on it.
  var order: Int {
    switch number {
    case 0, 32, 98...101: 0
    case 130: 2
    default: 1
    }
  }

  static var orders: Int { 3 }

  /// The number of steps between the values.
  var steps: Int { number == kPitchBend ? 16_383 : 127 }

  /// Returns the MIDI message for a value from 0 to 1.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func message(_ value: Double) -> ChannelMessage {
    let share = value > 0 ? value < 1 ? value : 1 : 0
    let whole = Int(share * Double(steps) + 0.5)
    let (low, channel) = (UInt8(truncatingIfNeeded: whole & 127), UInt8(truncatingIfNeeded: channel))
    switch number {
    case kAfterTouch: return ChannelMessage(status: 0xD0 | channel, low)
    case kPitchBend: return ChannelMessage(status: 0xE0 | channel, low, UInt8(truncatingIfNeeded: whole &>> 7))
    case kCtrlProgramChange: return ChannelMessage(status: 0xC0 | channel, low)
    default: return ChannelMessage(status: 0xB0 | channel, UInt8(truncatingIfNeeded: number), low)
    }
  }
}
