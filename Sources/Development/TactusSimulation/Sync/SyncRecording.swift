import TactusMIDI
import TactusTime

/// The reason why a text cannot be read as a recording of clocks or time code.
package enum SyncRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line does not have the form "seconds bytes".
  case form(line: Int, String)
  /// The time of a line is before that of the previous line, or beyond the limit.
  case time(line: Int)
  /// The text contains neither clocks nor quarter frames.
  case nothing

  package var description: String {
    switch self {
    case .form(let line, let what):
      "line \(line): \(what); expected seconds and bytes in hexadecimal, such as 0.020833 F8"
    case .time(let line): "line \(line): times must ascend, from 0 to \(SyncRecording.longest) seconds"
    case .nothing: "there is neither MIDI clock (F8) nor a quarter frame of time code (F1) in it"
    }
  }
}

/// A recording of a MIDI connection: lines of seconds and bytes. System-exclusive messages, such as full frames of time
/// code, have the time of their last byte.
///
///     # comment
///     0.000000 FA
///     0.000100 F8
///     0.020950 F8
package struct SyncRecording: Sendable {
  package struct Message: Sendable {
    package var seconds: Double
    package var message: ChannelMessage
  }

  /// The latest permitted time in seconds.
  package static let longest = 86_400.0
  package let messages: [Message]
  /// The frame rate of time code; nil for clocks.
  package private(set) var timeCode: TimeCodeRate?

  /// Reads the lines of a text.
  package init(_ text: String) throws(SyncRecordingError) {
    var list: [Message] = []
    var latest = 0.0
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1_024)
    defer { memory.deallocate() }
    var parser = MIDIStreamParser(memory: memory)
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let content = line.prefix { $0 != "#" }
      let words = content.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { continue }
      guard let seconds = Double(first), words.count > 1 else {
        throw .form(line: number, "'\(line.prefix(40))'")
      }
      guard seconds >= latest, seconds <= Self.longest else { throw .time(line: number) }
      latest = seconds
      for word in words.dropFirst() {
        for byte in try Self.bytes(word, line: number) {
          let parsed = parser.take(byte, at: 0)
          switch parsed.whole?.event {
          case .message(let message): list.append(Message(seconds: seconds, message: message))
          case .systemExclusive(let count, _):
            for packet in SystemExclusivePackets(memory[..<count]) {
              list.append(Message(seconds: seconds, message: packet))
            }
          case nil: break
          }
        }
      }
    }
    messages = list
    var quarters = QuarterFrameAssembler()
    for message in list where message.message.isSystem && message.message.status == 0xF1 {
      if timeCode == nil { timeCode = .full30 }
      if let fields = quarters.take(message.message.data1).fields {
        timeCode = TimeCodeRate(code: fields.rateCode)
        break
      }
    }
    if list.contains(where: { $0.message.isSystem && $0.message.status == 0xF8 }) {
      timeCode = nil
    } else if timeCode == nil {
      throw .nothing
    }
  }

  /// Returns the bytes of a word such as F8 or F00102F7.
  private static func bytes(_ word: Substring, line: Int) throws(SyncRecordingError) -> [UInt8] {
    let digits = word.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == word.count, digits.count.isMultiple(of: 2) else {
      throw .form(line: line, "'\(word.prefix(40))' is not a whole number of hexadecimal bytes")
    }
    return (0..<digits.count / 2).map { index -> UInt8 in UInt8(16 * digits[2 * index] + digits[2 * index + 1]) }
  }

  /// The initial tempo of a follower, in quarter notes per minute: 120 for MIDI clock; for time code, the tempo at
  /// which a beat lasts 24 quarter frames.
  package var nominalTempo: Double {
    var settings = SimulatedClock.Settings()
    settings.timeCode = timeCode
    return settings.nominalTempo
  }

  /// Whether the messages contain a start (FA) or continue (FB). Without them, the follower assumes that the master
  /// runs all the time.
  private var hasStart: Bool {
    messages.contains { $0.message.isSystem && ($0.message.status == 0xFA || $0.message.status == 0xFB) }
  }

  /// The longest time in seconds between two clocks: that of a tempo of 10 quarter notes per minute.
  private static let longestInterval = 0.25

  /// Returns the messages with their times in frames at a sample rate. The clocks, or the quarter frames of time code,
  /// are numbered.
  ///
  /// If the recording has no start and no continue, a continue is inserted before the first clock, and before the first
  /// clock after each gap or stop.
  package func arrivals(sampleRate: Int) -> [SimulatedClock.Arrival] {
    let isAlwaysRunning = timeCode == nil && !hasStart
    var (number, latest) = (0, -Double.infinity)
    var arrivals: [SimulatedClock.Arrival] = []
    for message in messages {
      let time = message.seconds * Double(sampleRate)
      guard message.message.isSystem, message.message.status == (timeCode == nil ? 0xF8 : 0xF1) else {
        // after a stop, the next clock continues
        if message.message.isSystem, message.message.status == 0xFC { latest = -.infinity }
        arrivals.append(SimulatedClock.Arrival(message: message.message, time: time, clock: nil))
        continue
      }
      if isAlwaysRunning, message.seconds - latest > Self.longestInterval {
        arrivals.append(SimulatedClock.Arrival(message: ChannelMessage(system: 0xFB), time: time, clock: nil))
      }
      arrivals.append(SimulatedClock.Arrival(message: message.message, time: time, clock: number))
      (number, latest) = (number + 1, message.seconds)
    }
    return arrivals
  }
}
