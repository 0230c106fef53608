import TactusMIDI
import TactusRender

/// The target of a pressure mapping.
enum PressureTarget: BitwiseCopyable {
  case controller(UInt8)
  case channel
  case keys
}

/// The control that ``PressureMap`` has moved on a channel, with the value that resets it.
struct MovedPressure: BitwiseCopyable {
  /// The control: −1 for channel pressure, −2 for key pressure, otherwise the number of a controller.
  var target: Int16 = -1
  /// The control's value for zero pressure, 32 bits.
  var rest: UInt32 = 0
  /// The control's value, 32 bits.
  var value: UInt32 = 0
  var isMIDI2 = false
  var isMoved = false
}

/// Runs ``PressureMap`` in a chain.
struct PressureStage: EffectStage {
  var isBypassed: Bool
  let takesKeys: Bool
  let target: PressureTarget
  let takesHighest: Bool
  /// A bit for each channel: whether the effect applies to it.
  let channels: UInt16
  let shape: ValueShape
  let keepsSource: Bool
  /// The number of held notes on each key.
  let counts: UnsafeMutablePointer<UInt8>
  /// The pressure of each key, 32 bits.
  let pressures: UnsafeMutablePointer<UInt32>
  /// The state of 256 channels.
  let lines: UnsafeMutablePointer<MovedPressure>
  /// The number of channels whose target has been moved.
  let begun: UnsafeMutablePointer<Int>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    if begun.pointee > 0 {
      for index in 0..<256 where !isWanted(index) { rest(index, &output) }
    }
    for event in input { take(event.message, at: event.offset, &output) }
  }

  private func take(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    guard message.isForChannel else {
      output.pass(message, at: offset)
      return
    }
    let kind = message.status & 0xF0
    let isSource = kind == (takesKeys ? 0xA0 : 0xD0)
    guard isSource, !isBypassed, channels &>> UInt16(message.channel) & 1 == 1 else {
      output.pass(message, at: offset)
      follow(message, at: offset, &output)
      return
    }
    if keepsSource { output.write(message, at: offset) }
    if takesKeys {
      // the pressure of a key that is not held is not stored, and is ignored if the highest pressure is wanted
      let isHeld = counts[message.keyIndex] > 0
      if isHeld { pressures[message.keyIndex] = message.value32 }
      guard isHeld || !takesHighest else { return }
      let value = takesHighest ? highest(message) : message.value32
      send(value, message, at: offset, &output)
    } else {
      send(message.value32, message, at: offset, &output)
    }
  }

  /// Counts the held keys, and clears the pressure of released keys.
  private func follow(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let keyIndex = message.keyIndex
    let held = counts[keyIndex]
    if message.resetsControllers { followReset(message, at: offset, &output) }
    if message.endsAllNotes { restKeys(message, at: offset, &output) }
    count(message)
    if message.startsNote, held == 0 {
      pressKey(message, lines[message.line].value, at: offset, &output)
    } else if message.endsNote {
      if held > 0, counts[keyIndex] == 0 { pressKey(message, lines[message.line].rest, at: offset, &output) }
      if counts[keyIndex] == 0 { endPressure(message, at: offset, &output) }
    } else if message.endsAllNotes {
      let first = message.firstKeyIndex
      for key in first..<first &+ 128 where pressures[key] > 0 {
        endPressure(message.with(key: UInt8(truncatingIfNeeded: key & 127)), at: offset, &output)
      }
    }
  }

  /// Sends a pressure for the key of a message if the effect has moved the pressure of the channel's keys. A key gets the
  /// current pressure when it goes down, and none when it goes up.
  private func pressKey(_ message: ChannelMessage, _ value: UInt32, at offset: Int32, _ output: inout EventWriter) {
    let line = lines[message.line]
    guard line.isMoved, line.target == -2, !isBypassed else { return }
    output.write(message.sibling(0xA0, message.data1, value: value), at: offset)
  }

  private func restKeys(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    for key in UInt8(0)..<128 where counts[message.firstKeyIndex &+ Int(key)] > 0 {
      pressKey(message.with(key: key), lines[message.line].rest, at: offset, &output)
    }
  }

  private func count(_ message: ChannelMessage) {
    let keyIndex = message.keyIndex
    if message.startsNote {
      if counts[keyIndex] < 255 { counts[keyIndex] &+= 1 }
    } else if message.endsNote {
      if counts[keyIndex] > 0 { counts[keyIndex] &-= 1 }
    } else if message.endsAllNotes {
      let first = message.firstKeyIndex
      for key in first..<first &+ 128 { counts[key] = 0 }
    }
  }

  private func endPressure(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let was = pressures[message.keyIndex]
    pressures[message.keyIndex] = 0
    guard was > 0, takesKeys, takesHighest, !isBypassed, channels &>> UInt16(message.channel) & 1 == 1 else { return }
    let left = highest(message)
    if left < was, lines[message.line].isMoved { send(left, message, at: offset, &output) }
  }

  /// Follows Reset All Controllers, which resets all pressures of a channel. A target that it does not reset gets its
  /// value for zero pressure.
  private func followReset(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    for key in message.firstKeyIndex..<message.firstKeyIndex &+ 128 { pressures[key] = 0 }
    let line = lines[message.line]
    guard line.isMoved else { return }
    if line.target >= 0, ControlAddress.controller(UInt8(truncatingIfNeeded: line.target)).resetValue == nil {
      write(line.rest, line.target, message, at: offset, &output)
    }
    lines[message.line].isMoved = false
    begun.pointee &-= 1
  }

  /// Returns the highest pressure of the held keys of a message's channel.
  private func highest(_ message: ChannelMessage) -> UInt32 {
    let first = message.firstKeyIndex
    var highest: UInt32 = 0
    for key in first..<first &+ 128 where counts[key] > 0 && pressures[key] > highest { highest = pressures[key] }
    return highest
  }

  private func send(_ value: UInt32, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let value = shape.value(value)
    remember(value, message)
    write(value, targetNumber, message, at: offset, &output)
  }

  private var targetNumber: Int16 {
    switch target {
    case .controller(let number): Int16(number)
    case .channel: -1
    case .keys: -2
    }
  }

  private func write(
    _ value: UInt32, _ target: Int16, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    switch target {
    case -1: output.write(message.sibling(0xD0, 0, value: value), at: offset)
    case 0...: output.write(message.sibling(0xB0, UInt8(truncatingIfNeeded: target), value: value), at: offset)
    default:
      let first = message.firstKeyIndex
      for key in 0..<128 where counts[first &+ key] > 0 {
        output.write(message.sibling(0xA0, UInt8(truncatingIfNeeded: key), value: value), at: offset)
      }
    }
  }

  // MARK: Rest values

  private func remember(_ value: UInt32, _ message: ChannelMessage) {
    let line = lines + message.line
    let rest = shape.value(0)
    if line.pointee.isMoved != (value != rest) { begun.pointee &+= value != rest ? 1 : -1 }
    line.pointee = MovedPressure(
      target: targetNumber, rest: rest, value: value, isMIDI2: message.isMIDI2, isMoved: value != rest)
  }

  /// Whether the control that was moved on a channel is still the effect's target.
  private func isWanted(_ index: Int) -> Bool {
    guard lines[index].isMoved else { return true }
    return !isBypassed && channels &>> UInt16(index & 15) & 1 == 1 && lines[index].target == targetNumber
  }

  /// Sets the control that was moved on a channel back to its value for zero pressure, at offset 0.
  private func rest(_ index: Int, _ output: inout EventWriter) {
    guard lines[index].isMoved else { return }
    let pattern = ChannelMessage(line: index, isMIDI2: lines[index].isMIDI2)
    write(lines[index].rest, lines[index].target, pattern, at: 0, &output)
    lines[index].isMoved = false
    begun.pointee &-= 1
  }

  func release(_ output: inout EventWriter) {
    guard begun.pointee > 0 else { return }
    for index in 0..<256 { rest(index, &output) }
  }

  /// Tracks which keys are held while the effect is bypassed.
  func listen(_ input: EventList) {
    for event in input where event.message.isForChannel { listen(event.message) }
  }

  private func listen(_ message: ChannelMessage) {
    let keyIndex = message.keyIndex
    count(message)
    if message.endsNote, counts[keyIndex] == 0 { pressures[keyIndex] = 0 }
    if message.endsAllNotes || message.resetsControllers {
      for key in message.firstKeyIndex..<message.firstKeyIndex &+ 128 { pressures[key] = 0 }
    }
  }

  func reset() {
    for keyIndex in 0..<ChannelMessage.keyIndexCount { (counts[keyIndex], pressures[keyIndex]) = (0, 0) }
    for index in 0..<256 { lines[index] = MovedPressure() }
    begun.pointee = 0
  }

  func isIdle() -> Bool { begun.pointee == 0 }
}
