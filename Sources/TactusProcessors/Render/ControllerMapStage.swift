import Synchronization
import TactusMIDI
import TactusRender

/// What can be moved or set.
enum ControlPlace: BitwiseCopyable {
  case controller(UInt8)
  case controller14(UInt8)
  case channelPressure
  case keyPressure
  case pitchWheel
  case program
  case registered(UInt16)
  case nonRegistered(UInt16)
  case parameter(UInt8)
}

/// What ``ControllerMap`` knows of a channel.
struct ControlLine: BitwiseCopyable {
  var selection = ParameterSelection()
  /// The upper seven bits of a controller of 14 bits.
  var most: UInt8 = 0
  /// Whether the last value was at or above the threshold.
  var isAbove = false
  /// Whether it has been switched on.
  var isOn = false
}

/// ``ControllerMap`` at work.
struct ControllerMapStage: FunctionStage {
  var isBypassed: Bool
  let source: ControlPlace
  let target: ControlPlace
  /// A bit for each channel that is meant.
  let channels: UInt16
  let shape: ValueShape
  let low: UInt32
  let high: UInt32
  let isToggle: Bool
  /// Whether only the threshold counts.
  let isSwitch: Bool
  let threshold: UInt32
  let keepsSource: Bool
  /// 256 channels.
  let lines: UnsafeMutablePointer<ControlLine>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    for event in input { take(event.message, at: event.offset, cycle, &output) }
  }

  private func take(
    _ message: ChannelMessage, at offset: Int32, _ cycle: StageCycle, _ output: inout EventWriter
  ) {
    guard message.isForChannel, channels &>> UInt16(message.channel) & 1 == 1 else {
      output.write(message, at: offset)
      return
    }
    let line = lines + message.line
    let change = line.pointee.selection.take(message)
    guard !isBypassed, let value = value(of: message, change, line) else {
      output.write(message, at: offset)
      return
    }
    if keepsSource { output.write(message, at: offset) }
    guard let mapped = mapped(value, line) else { return }
    send(mapped, message, line, at: offset, cycle, &output)
  }

  /// The value of what is moved, 32 bits; nil if the message is something else.
  private func value(
    of message: ChannelMessage, _ change: ParameterChange?, _ line: UnsafeMutablePointer<ControlLine>
  ) -> UInt32? {
    let kind = message.status & 0xF0
    switch source {
    case .controller(let number): return kind == 0xB0 && message.data1 == number ? message.value32 : nil
    case .controller14(let number):
      guard kind == 0xB0 else { return nil }
      if message.isMIDI2 { return message.data1 == number ? message.value32 : nil }
      if message.data1 == number {
        line.pointee.most = message.data2
        return ValueScaling.up32(fourteenBits: UInt16(message.data2) &<< 7)
      }
      guard message.data1 == number &+ 32 else { return nil }
      return ValueScaling.up32(fourteenBits: UInt16(line.pointee.most) &<< 7 | UInt16(message.data2))
    case .channelPressure: return kind == 0xD0 ? message.value32 : nil
    case .keyPressure: return kind == 0xA0 ? message.value32 : nil
    case .pitchWheel: return kind == 0xE0 ? message.value32 : nil
    case .registered(let number): return parameter(message, change, isRegistered: true, number)
    case .nonRegistered(let number): return parameter(message, change, isRegistered: false, number)
    case .program, .parameter: return nil
    }
  }

  private func parameter(
    _ message: ChannelMessage, _ change: ParameterChange?, isRegistered: Bool, _ number: UInt16
  ) -> UInt32? {
    if let change {
      guard change.isRegistered == isRegistered, change.number == number else { return nil }
      return ValueScaling.up32(fourteenBits: change.value)
    }
    guard message.isMIDI2, message.status & 0xF0 == (isRegistered ? 0x20 : 0x30) else { return nil }
    let found = UInt16(message.data1) &<< 7 | UInt16(truncatingIfNeeded: message.word0 & 127)
    return found == number ? message.word1 : nil
  }

  /// What a value becomes; nil if nothing is to be sent.
  private func mapped(_ value: UInt32, _ line: UnsafeMutablePointer<ControlLine>) -> UInt32? {
    guard isSwitch else { return shape.value(value) }
    let wasAbove = line.pointee.isAbove
    line.pointee.isAbove = value >= threshold
    guard line.pointee.isAbove != wasAbove else { return nil }
    if isToggle {
      guard line.pointee.isAbove else { return nil }
      line.pointee.isOn.toggle()
    } else {
      line.pointee.isOn = line.pointee.isAbove
    }
    return line.pointee.isOn ? high : low
  }

  private func send(
    _ value: UInt32, _ message: ChannelMessage, _ line: UnsafeMutablePointer<ControlLine>, at offset: Int32,
    _ cycle: StageCycle, _ output: inout EventWriter
  ) {
    switch target {
    case .controller(let number): output.write(message.sibling(0xB0, number, value: value), at: offset)
    case .controller14(let number):
      output.write(message.sibling(0xB0, number, value: value), at: offset)
      if message.isMIDI1 {
        output.write(message.sibling(0xB0, number &+ 32, value: value &<< 7), at: offset)
      }
    case .channelPressure: output.write(message.sibling(0xD0, 0, value: value), at: offset)
    case .pitchWheel: output.write(message.sibling(0xE0, 0, value: value), at: offset)
    case .program: output.write(message.sibling(0xC0, 0, value: value), at: offset)
    case .registered(let number):
      line.pointee.selection.set(number, isRegistered: true, to: value, as: message, at: offset, &output)
    case .nonRegistered(let number):
      line.pointee.selection.set(number, isRegistered: false, to: value, as: message, at: offset, &output)
    case .parameter(let number): cycle.parameters[Int(number)].store(1 &<< 32 | Int(value), ordering: .relaxed)
    case .keyPressure: break
    }
  }

  func release(_ output: inout EventWriter) {}

  func reset() {
    for index in 0..<256 { lines[index] = ControlLine() }
  }

  func isIdle() -> Bool { true }
}
