import TactusMIDI
import TactusProcessors
import TactusRender

/// A follower driven cycle by cycle, with messages at absolute frames.
struct ClockFollowing {
  var follower = MIDIClockFollower(sampleRate: 48_000)
  var frame: Int64 = 0
  var contexts: [(frame: Int64, context: MusicalContext)] = []

  mutating func play(_ messages: [(time: Double, message: ChannelMessage)], cycles: [Int]) {
    var next = 0
    for length in cycles {
      follower.begin(RenderCycle(firstFrame: frame, frameCount: length))
      while next < messages.count, messages[next].time < Double(frame) + Double(length) {
        follower.receive(messages[next].message, at: messages[next].time)
        next += 1
      }
      contexts.append((frame, follower.end()))
      frame += Int64(length)
    }
  }

  var last: MusicalContext { contexts[contexts.count - 1].context }
}

extension ChannelMessage {
  static let clock = ChannelMessage(system: 0xF8)
  static let begin = ChannelMessage(system: 0xFA)
  static let goOn = ChannelMessage(system: 0xFB)
  static let stop = ChannelMessage(system: 0xFC)

  static func position(_ sixteenth: Int) -> ChannelMessage {
    ChannelMessage(system: 0xF2, UInt8(sixteenth & 127), UInt8(sixteenth >> 7))
  }
}

/// Clocks of 1,000 frames, 120 bpm.
func clocks(_ range: Range<Int>, from first: Double = 0) -> [(time: Double, message: ChannelMessage)] {
  range.map { (first + Double($0) * 1_000, .clock) }
}
