import TactusMIDI

/// Tracks bank selects and program changes, and counts the notes of each program.
///
/// A bank select takes effect with the next program change. Resets by system-exclusive messages are not tracked,
/// because synthesizers differ in how they treat bank selects after a reset.
struct ProgramTracker {
  private struct Channel {
    var nextMSB: UInt8 = 0
    var nextLSB: UInt8 = 0
    var bankMSB: UInt8 = 0
    var bankLSB: UInt8 = 0
    var program: UInt8 = 0
    /// The index in `uses` of the entry that counts the channel's notes; −1 before the first note.
    var use = -1
  }

  private struct Key: Hashable {
    var channelIndex: UInt8
    var bankMSB: UInt8
    var bankLSB: UInt8
    var program: UInt8
  }

  private(set) var uses: [ProgramUse] = []
  private(set) var notes = 0
  private var channels = [Channel](repeating: Channel(), count: 256)
  private var useIndices: [Key: Int] = [:]

  mutating func controller(_ message: ChannelMessage) {
    switch message.data1 {
    case 0: channels[message.channelIndex].nextMSB = message.data2
    case 32: channels[message.channelIndex].nextLSB = message.data2
    default: break
    }
  }

  mutating func program(_ message: ChannelMessage) {
    let channelIndex = message.channelIndex
    if message.isMIDI1 {
      channels[channelIndex].program = message.data1
      (channels[channelIndex].bankMSB, channels[channelIndex].bankLSB) = (
        channels[channelIndex].nextMSB, channels[channelIndex].nextLSB
      )
    } else {  // program and bank in the second word; the lowest bit of the first is the bank-valid flag
      channels[channelIndex].program = UInt8(truncatingIfNeeded: message.word1 >> 24) & 127
      if message.word0 & 1 == 1 {
        channels[channelIndex].bankMSB = UInt8(truncatingIfNeeded: message.word1 >> 8) & 127
        channels[channelIndex].bankLSB = UInt8(truncatingIfNeeded: message.word1) & 127
      }
    }
    channels[channelIndex].use = -1
  }

  mutating func noteOn(_ message: ChannelMessage) {
    notes += 1
    let key = message.data1
    var use = channels[message.channelIndex].use
    if use < 0 {
      use = find(message)
      channels[message.channelIndex].use = use
    }
    uses[use].notes += 1
    if !uses[use].keys.contains(key) {
      uses[use].keys = min(uses[use].keys.lowerBound, key)...max(uses[use].keys.upperBound, key)
    }
  }

  private mutating func find(_ message: ChannelMessage) -> Int {
    let channel = channels[message.channelIndex]
    let key = Key(
      channelIndex: UInt8(message.channelIndex), bankMSB: channel.bankMSB, bankLSB: channel.bankLSB,
      program: channel.program)
    if let index = useIndices[key] { return index }
    useIndices[key] = uses.count
    uses.append(
      ProgramUse(
        port: message.port, channel: message.channel, bankMSB: channel.bankMSB, bankLSB: channel.bankLSB,
        program: channel.program, keys: message.data1...message.data1))
    return uses.count - 1
  }
}
