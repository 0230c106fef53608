import TactusMIDI

/// The destination of a channel's messages.
struct ChannelTarget: BitwiseCopyable {
  let isHeard: Bool
  /// The destination port; −1 keeps the message's port.
  let port: Int8
  let channel: UInt8

  func moved(_ message: ChannelMessage) -> ChannelMessage {
    let moved = message.with(channel: channel)
    return port >= 0 ? moved.with(port: UInt8(bitPattern: port)) : moved
  }
}

/// Runs ``ChannelMap`` in a chain.
struct ChannelMapping: NoteMapping {
  /// The destination of each of the 16 channels.
  let targets: UnsafePointer<ChannelTarget>
  let pedals: UnsafeMutablePointer<HeldPedals>

  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets) {
    let target = self.targets[Int(noteOn.channel)]
    if target.isHeard { targets.add(target.moved(noteOn)) }
  }

  func passes(_ message: ChannelMessage) -> Bool { targets[Int(message.channel)].isHeard }

  func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    guard message.isForChannel else {
      output.write(message, at: offset)
      return
    }
    let target = targets[Int(message.channel)]
    pedals.pointee.write(message, as: target.isHeard ? target.moved(message) : nil, at: offset, &output)
  }

  func passBypassed(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    pedals.pointee.pass(message, at: offset, &output)
  }

  func release(_ output: inout EventWriter) { pedals.pointee.releaseAll(&output) }
  func reset() { pedals.pointee.reset() }
  func isIdle() -> Bool { pedals.pointee.isEmpty }
}
