import TactusMIDI
import TactusProcessors
import TactusRender
import Testing

/// An event on its frame.
struct FrameEvent: Hashable {
  var frame: Int
  var message: ChannelMessage

  init(_ frame: Int, _ message: ChannelMessage) { (self.frame, self.message) = (frame, message) }
}

/// A chain played over a range of frames: the input, and the versions of the chain that are published during playback.
struct ChainPlaying {
  var frames: Int
  var input: [FrameEvent] = []
  /// The versions, each with the frame from which it is played; the first starts at 0.
  var versions: [(frame: Int, chain: ProcessorChain)]
  /// The context that the host reports at a frame.
  var context: (Int) -> MusicalContext = { _ in MusicalContext() }
  var sampleRate = 48_000
  var settings = ChainSettings()

  /// Returns the output when it is rendered in cycles that end at these frames and at the start of each version. Nil if
  /// an offset lies outside its cycle or decreases.
  func played(cuts: [Int]) throws -> [FrameEvent]? {
    var droppedEvents = 0
    return try played(cuts: cuts, droppedEvents: &droppedEvents)
  }

  /// The same; also returns the number of events for which there was no room.
  func played(cuts: [Int], droppedEvents: inout Int) throws -> [FrameEvent]? {
    let processor = try ChainProcessor(versions[0].chain, sampleRate: sampleRate, settings: settings)
    let ends = Set(cuts.filter { $0 > 0 && $0 < frames } + versions.map(\.frame) + [frames]).sorted()
    var (first, next): (Int, Int) = (0, 0)
    var output: [FrameEvent] = []
    for end in ends where end > 0 {
      for version in versions.dropFirst() where version.frame == first { try processor.publish(version.chain) }
      var events: [TimedEvent] = []
      while next < input.count, input[next].frame < end {
        events.append(TimedEvent(offset: Int32(input[next].frame - first), message: input[next].message))
        next += 1
      }
      let cycle = RenderCycle(firstFrame: Int64(first), frameCount: end - first, context: context(first))
      var last: Int32 = 0
      let isInOrder = events.withUnsafeBufferPointer { events in
        for event in processor.render(cycle, events: events) {
          if event.offset < last || event.offset >= Int32(end - first) { return false }
          last = event.offset
          output.append(FrameEvent(first + Int(event.offset), event.message))
        }
        return true
      }
      guard isInOrder else { return nil }
      first = end
    }
    droppedEvents = processor.droppedEvents
    for event in processor.finish() { output.append(FrameEvent(frames, event.message)) }
    return output
  }

  /// The output when it is rendered in one cycle for each version.
  func played() throws -> [FrameEvent]? { try played(cuts: []) }
}

/// Whether each note-on has exactly one note-off.
func isPaired(_ events: [FrameEvent]) -> Bool {
  var sounding: [Int: Int] = [:]
  for event in events {
    if event.message.startsNote { sounding[event.message.keyIndex, default: 0] += 1 }
    if event.message.endsNote {
      sounding[event.message.keyIndex, default: 0] -= 1
      if sounding[event.message.keyIndex, default: 0] < 0 { return false }
    }
  }
  return sounding.values.allSatisfy { $0 == 0 }
}

/// The output of one effect.
func played(
  _ effect: MIDIEffect, _ input: [(Int, ChannelMessage)], frames: Int = 48_000, bypassedFrom: Int? = nil
) throws -> [FrameEvent] {
  let chain = ProcessorChain([effect])
  var versions = [(frame: 0, chain: chain)]
  if let bypassedFrom {
    var bypassed = chain
    bypassed.links[0].isBypassed = true
    versions.append((bypassedFrom, bypassed))
  }
  let playing = ChainPlaying(frames: frames, input: input.map { FrameEvent($0.0, $0.1) }, versions: versions)
  return try #require(try playing.played())
}

func messages(_ effect: MIDIEffect, _ input: [ChannelMessage]) throws -> [ChannelMessage] {
  try played(effect, input.map { (0, $0) }).map(\.message)
}

/// The packets of a system-exclusive message, given by the bytes between F0 and F7.
func packets(_ data: [UInt8]) -> [ChannelMessage] { Array(SystemExclusivePackets(data)) }
