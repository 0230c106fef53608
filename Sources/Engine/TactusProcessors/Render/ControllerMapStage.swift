import Synchronization
import TactusMIDI
import TactusRender

/// Runs ``ControllerMap`` in a chain.
struct ControllerMapStage: EffectStage {
  var isBypassed: Bool
  let source: ControlAddress
  let target: ControlAddress
  /// A bit for each channel: whether the effect applies to it.
  let channels: UInt16
  let shape: ValueShape
  let low: UInt32
  let high: UInt32
  let isToggle: Bool
  /// Whether the source acts as a switch, so that only the threshold matters.
  let isSwitch: Bool
  let threshold: UInt32
  let keepsSource: Bool
  /// The duration of a ramp in frames; 0 sends values at once.
  let smoothing: Int64
  /// The spacing of the frames on which ramps send values.
  let grid: Int64
  /// The state of 256 channels.
  let lines: UnsafeMutablePointer<ControlLine>
  /// The number of channels whose target has been moved.
  let begun: UnsafeMutablePointer<Int>
  let glides: UnsafeMutablePointer<ControlGlides>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    if begun.pointee > 0 {
      for index in 0..<256 where !isWanted(index) { rest(index, &output) }
    }
    glides.pointee.parameters = cycle.parameters
    glides.pointee.now = cycle.firstFrame
    for event in input {
      glide(until: cycle.firstFrame &+ Int64(event.offset), cycle, &output)
      take(event.message, at: event.offset, cycle, &output)
    }
    glide(until: cycle.firstFrame &+ Int64(cycle.frames), cycle, &output)
  }

  private func take(
    _ message: ChannelMessage, at offset: Int32, _ cycle: StageCycle, _ output: inout EventWriter
  ) {
    guard message.isForChannel, channels &>> UInt16(message.channel) & 1 == 1 else {
      output.pass(message, at: offset)
      return
    }
    let line = lines + message.line
    let change = line.pointee.selection.take(message)
    if message.resetsControllers { followReset(message, line, at: offset, cycle, &output) }
    let value = value(of: message, change, line)
    guard !isBypassed, let value else {
      if let value { line.pointee.isAbove = isAbove(value, line) }
      if isSourcePedal(message) { line.pointee.hasTakenPedal = false }
      output.pass(message, at: offset)
      return
    }
    if keepsSource || releasesPedal(message, line) { output.write(message, at: offset) }
    if message.endsAllNotes { output.endPassed(channelOf: message, at: offset) }
    guard let mapped = mapped(value, line) else { return }
    send(mapped, message, line, at: offset, cycle, &output)
  }

  /// Whether the message is for the source, and the source is a pedal.
  private func isSourcePedal(_ message: ChannelMessage) -> Bool {
    guard message.status & 0xF0 == 0xB0, case .controller(let number) = source else { return false }
    return message.data1 == number && (number == 64 || number == 66 || number == 69)
  }

  /// Whether the message, which sets the source, releases a pedal that the effect has not seen pressed. The receiver
  /// may have received the press, so it also gets the release.
  private func releasesPedal(_ message: ChannelMessage, _ line: UnsafeMutablePointer<ControlLine>) -> Bool {
    guard isSourcePedal(message) else { return false }
    let wasTaken = line.pointee.hasTakenPedal
    if message.value32 == 0 {
      line.pointee.hasTakenPedal = false
    } else if message.value32 >= 1 &<< 31 {
      line.pointee.hasTakenPedal = true
    }
    return !wasTaken && message.value32 == 0
  }

  /// Returns the value of the source in 32 bits; nil if the message does not set the source.
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
    case .pitchBend: return kind == 0xE0 ? message.value32 : nil
    case .registered(let number): return parameter(message, change, isRegistered: true, number)
    case .nonRegistered(let number): return parameter(message, change, isRegistered: false, number)
    case .program, .parameter: return nil
    }
  }

  private func parameter(
    _ message: ChannelMessage, _ change: ParameterChange?, isRegistered: Bool, _ number: UInt16
  ) -> UInt32? {
    if let change {
      guard change.isRegistered == isRegistered, change.number == number, change.isKnown else { return nil }
      return ValueScaling.up32(fourteenBits: change.value)
    }
    guard message.isMIDI2, message.status & 0xF0 == (isRegistered ? 0x20 : 0x30) else { return nil }
    let found = UInt16(message.data1) &<< 7 | UInt16(truncatingIfNeeded: message.word0 & 127)
    return found == number ? message.word1 : nil
  }

  /// Returns the value for the target, or nil if nothing is to be sent.
  private func mapped(_ value: UInt32, _ line: UnsafeMutablePointer<ControlLine>) -> UInt32? {
    guard isSwitch else { return shape.value(value) }
    let isAbove = isAbove(value, line)
    guard line.pointee.isAbove != isAbove else { return nil }
    line.pointee.isAbove = isAbove
    if isToggle {
      guard line.pointee.isAbove else { return nil }
      line.pointee.isOn.toggle()
    } else {
      line.pointee.isOn = line.pointee.isAbove
    }
    return line.pointee.isOn ? high : low
  }

  /// Whether a value of the source reaches the threshold. If the line has the state of another source, it is cleared.
  private func isAbove(_ value: UInt32, _ line: UnsafeMutablePointer<ControlLine>) -> Bool {
    if !line.pointee.source.isSame(as: source) { (line.pointee.source, line.pointee.isAbove) = (source, false) }
    return value >= threshold
  }

  private func send(
    _ value: UInt32, _ message: ChannelMessage, _ line: UnsafeMutablePointer<ControlLine>, at offset: Int32,
    _ cycle: StageCycle, _ output: inout EventWriter
  ) {
    remember(value, message, line)
    if smoothing > 0, line.pointee.glide.isKnown, line.pointee.glide.target.isSame(as: target) {
      if !line.pointee.glide.isMoving { glides.pointee.count &+= 1 }
      line.pointee.glide.move(to: value, at: cycle.firstFrame &+ Int64(offset), isMIDI2: message.isMIDI2)
      return
    }
    finish(message.line, at: offset, &output)
    line.pointee.glide.set(value, target, isMIDI2: message.isMIDI2)
    put(value, target, message, line, at: offset, &output)
  }

  func put(
    _ value: UInt32, _ target: ControlAddress, _ message: ChannelMessage, _ line: UnsafeMutablePointer<ControlLine>,
    at offset: Int32, _ output: inout EventWriter
  ) {
    if case .parameter(let number) = target {
      glides.pointee.parameters?[Int(number)].store(1 &<< 32 | Int(value), ordering: .relaxed)
    } else {
      write(value, target, message, line, at: offset, &output)
    }
  }

  /// Follows Reset All Controllers. It resets some targets: their ramps end, and their switches are off. It also resets
  /// some sources: a switch that a momentary source holds is then released.
  private func followReset(
    _ message: ChannelMessage, _ line: UnsafeMutablePointer<ControlLine>, at offset: Int32, _ cycle: StageCycle,
    _ output: inout EventWriter
  ) {
    if line.pointee.glide.target.resetValue != nil { forget(line) }
    if target.resetValue != nil {
      line.pointee.isOn = false
      forgetMoved(line)
    }
    guard isSwitch, line.pointee.isAbove, let value = source.resetValue, value < threshold else { return }
    line.pointee.isAbove = false
    guard !isToggle, line.pointee.isOn else { return }
    line.pointee.isOn = false
    if !isBypassed { send(low, message, line, at: offset, cycle, &output) }
  }

  private func write(
    _ value: UInt32, _ target: ControlAddress, _ message: ChannelMessage, _ line: UnsafeMutablePointer<ControlLine>,
    at offset: Int32, _ output: inout EventWriter
  ) {
    switch target {
    case .controller(let number): output.write(message.sibling(0xB0, number, value: value), at: offset)
    case .controller14(let number):
      output.write(message.sibling(0xB0, number, value: value), at: offset)
      if message.isMIDI1 {
        output.write(message.sibling(0xB0, number &+ 32, value: value &<< 7), at: offset)
      }
    case .channelPressure: output.write(message.sibling(0xD0, 0, value: value), at: offset)
    case .pitchBend: output.write(message.sibling(0xE0, 0, value: value), at: offset)
    case .program: output.write(message.sibling(0xC0, 0, value: value), at: offset)
    case .registered(let number):
      line.pointee.selection.set(number, isRegistered: true, to: value, as: message, at: offset, &output)
    case .nonRegistered(let number):
      line.pointee.selection.set(number, isRegistered: false, to: value, as: message, at: offset, &output)
    case .parameter, .keyPressure: break
    }
  }

  // MARK: Rest values

  /// Returns the rest value of the target, or nil if the target keeps its last value: the value after Reset All
  /// Controllers, or, for any other target of a switch, the switch's off value.
  private func restValue() -> UInt32? {
    switch target {
    case .program, .parameter, .keyPressure: nil
    default: target.resetValue ?? (isSwitch ? low : nil)
    }
  }

  private func remember(_ value: UInt32, _ message: ChannelMessage, _ line: UnsafeMutablePointer<ControlLine>) {
    guard let rest = restValue() else { return }
    forgetMoved(line)
    guard value != rest else { return }
    line.pointee.moved = MovedControl(target: target, rest: rest, isMIDI2: message.isMIDI2)
    begun.pointee &+= 1
  }

  /// Whether the control that was moved on a channel is still the effect's target.
  private func isWanted(_ index: Int) -> Bool {
    guard let moved = lines[index].moved else { return true }
    return !isBypassed && channels &>> UInt16(index & 15) & 1 == 1 && moved.target.isSame(as: target)
  }

  /// Sets the control that was moved on a channel back to its rest value, at offset 0.
  private func rest(_ index: Int, _ output: inout EventWriter) {
    guard let moved = lines[index].moved else { return }
    forget(lines + index)
    let pattern = ChannelMessage(line: index, isMIDI2: moved.isMIDI2)
    write(moved.rest, moved.target, pattern, lines + index, at: 0, &output)
    lines[index].isOn = false
    forgetMoved(lines + index)
  }

  private func forgetMoved(_ line: UnsafeMutablePointer<ControlLine>) {
    if line.pointee.moved != nil { begun.pointee &-= 1 }
    line.pointee.moved = nil
  }

  func release(_ output: inout EventWriter) {
    guard !isIdle() else { return }
    for index in 0..<256 {
      finish(index, at: 0, &output)
      rest(index, &output)
    }
  }

  /// Tracks the parameter selection and the source while the effect is bypassed.
  func listen(_ input: EventList) {
    for event in input where event.message.isForChannel { listen(event.message) }
  }

  private func listen(_ message: ChannelMessage) {
    guard channels &>> UInt16(message.channel) & 1 == 1 else { return }
    let line = lines + message.line
    let change = line.pointee.selection.take(message)
    if message.resetsControllers, let value = source.resetValue, value < threshold { line.pointee.isAbove = false }
    if let value = value(of: message, change, line) { line.pointee.isAbove = isAbove(value, line) }
    if isSourcePedal(message) { lines[message.line].hasTakenPedal = false }
  }

  func reset() {
    for index in 0..<256 { lines[index] = ControlLine() }
    begun.pointee = 0
    glides.pointee.count = 0
  }

  func isIdle() -> Bool { begun.pointee == 0 && glides.pointee.count == 0 }
}
