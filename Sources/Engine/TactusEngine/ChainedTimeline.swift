import TactusMIDI
import TactusProcessors
import TactusRender
import TactusSequencer
import TactusTime

/// Processes all events of a song with a chain of MIDI effects, offline.
///
/// The MIDI effects follow the song's tempo and beats. Events that are pending when the song has ended, such as echoes,
/// are played for at most half a minute.
///
/// Cycles are rendered where there is input, where the tempo changes and where a MIDI effect generates an event. The
/// time in between is skipped, so the cost does not depend on the song's duration (work law). If MIDI effects generate
/// events for years, as an arpeggiator does while a chord is held, an error is thrown.
package struct ChainedTimeline {
  /// The processed song.
  package let timeline: EventTimeline
  /// The number of events dropped for lack of room.
  package let droppedEvents: Int
  /// The number of cycles rendered.
  package let cycles: Int

  /// The longest time for which the MIDI effects may continue after the song, in seconds.
  private static var longestTail: Int { 30 }
  /// The minimum number of cycles per second; the tempo is treated as constant within a cycle.
  private static var cyclesPerSecond: Int64 { 100 }
  /// The largest frame number.
  private static var mostFrames: Int64 { 1 << 61 }

  /// Processes a timeline with a chain.
  ///
  /// - Parameters:
  ///   - end: the frame at which processing stops. The result has all events before it; notes that are held there end
  ///     at this frame or later.
  ///   - work: the limit on the events that the MIDI effects may generate; see ``ChainWork``.
  package init(
    _ timeline: EventTimeline, through chain: ProcessorChain, until end: Int64 = .max, work: ChainWork = ChainWork()
  ) throws(ChainRunError) {
    var settings = ChainSettings()
    (settings.mostEvents, settings.mostHeld) = (1 << 16, 1 << 12)
    let clock = timeline.clock
    let processor: ChainProcessor
    do { processor = try ChainProcessor(chain, sampleRate: clock.sampleRate, settings: settings) } catch {
      throw .chain(error)
    }
    let latency = Int64(chain.latency(clock.sampleRate.rounded))
    let longest = max(1, Int64(clock.sampleRate.rounded) / Self.cyclesPerSecond)
    let tempi = clock.map.entries.map { clock.frame(atTick: $0.tick) }
    let hasRamps = clock.map.hasRamps
    guard max(timeline.endFrame, timeline.last?.frame ?? 0) < Self.mostFrames else { throw .endlessSong }
    let songEnd = max(timeline.endFrame, timeline.last?.frame ?? 0) + 1
    let lastFrame = songEnd + latency + Int64(Self.longestTail * clock.sampleRate.rounded)
    let needed = min(end, Self.mostFrames) + latency
    var work = work
    work.begin(inputs: timeline.count + tempi.count)
    var (next, nextTempo): (Int, Int) = (timeline.startIndex, 0)
    var (frame, output): (Int64, [TimelineEvent]) = (0, [])
    output.reserveCapacity(timeline.count)
    func take(_ events: EventList, where isTaken: (ChannelMessage) -> Bool = { _ in true }) {
      for event in events where isTaken(event.message) {
        output.append(
          TimelineEvent(frame: max(0, frame + Int64(event.offset) - latency), message: event.message))
      }
    }
    var input: [TimedEvent] = []
    while frame < needed, frame < songEnd || frame < lastFrame && !processor.isIdle() {
      input.removeAll(keepingCapacity: true)
      while next < timeline.endIndex, timeline[next].frame <= frame {
        input.append(TimedEvent(offset: 0, message: timeline[next].message))
        next += 1
      }
      // start a cycle at each frame with an event, so that it gets the tempo at that frame
      var bound = frame < songEnd ? songEnd : lastFrame
      if next < timeline.endIndex { bound = min(bound, timeline[next].frame) }
      var isNew = !input.isEmpty || frame == 0
      while nextTempo < tempi.count, tempi[nextTempo] <= frame { (nextTempo, isNew) = (nextTempo + 1, true) }
      if nextTempo < tempi.count { bound = min(bound, tempi[nextTempo]) }
      if !isNew {
        let due = processor.nextFrame()
        // during a tempo ramp, pending events depend on the tempo of each cycle, so no time is skipped
        if due > frame, due == .max || !hasRamps {
          let position = min(bound, due)
          processor.skip(position - frame)
          frame = position
          if position == bound { continue }
        }
      }
      guard work.allows(events: output.count, from: frame, to: min(bound, needed), isNew: isNew) else {
        throw .endless(seconds: Double(frame) / clock.sampleRate.hertz)
      }
      let stop = min(frame + longest, bound)
      let cycle = RenderCycle(
        firstFrame: frame, frameCount: Int(stop - frame), context: Self.context(clock, frame, stop))
      input.withUnsafeBufferPointer { take(processor.render(cycle, events: $0)) }
      frame = stop
    }
    // held notes end with the last event, before any silence that follows it
    frame = max(min(frame, songEnd - 1), output.last?.frame ?? 0) + latency
    take(processor.finish(), where: Self.endsSound)
    self.timeline = timeline.replacing(output)
    droppedEvents = processor.droppedEvents
    cycles = work.cycles
  }

  /// Whether a message ends notes. Other messages with which effects end, such as the rest values of controllers, would
  /// change the release of the last notes.
  private static func endsSound(_ message: ChannelMessage) -> Bool {
    guard message.isForChannel, message.status & 0xF0 == 0xB0 else { return message.endsNote }
    return [64, 66, 69].contains(message.data1) && !message.isPedalDown
  }

  /// Returns the context that a host would report for the song at `frame`; it is valid until `end`.
  package static func context(_ clock: FrameClock, _ frame: Int64, _ end: Int64) -> MusicalContext {
    let tick = clock.tick(atFrame: frame)
    let rate = clock.sampleRate.hertz
    let (left, right) = (clock.seconds(atTick: tick).approximate, clock.seconds(atTick: tick + 1).approximate)
    let part = right > left ? (Double(frame) / rate - left) / (right - left) : 0
    let ticks = Double(clock.map.timeBase.nominalTicksPerQuarter)
    // quarter notes per minute, computed from the nominal ticks per quarter note, even for time-code divisions
    let tempo = right > left ? 60 / ((right - left) * ticks) : 120
    var context = MusicalContext(tempo: tempo, beat: (Double(tick) + part) / ticks)
    let last = clock.tick(atFrame: end)
    let after = clock.seconds(atTick: last + 1).approximate - clock.seconds(atTick: last).approximate
    if after > 0, last > tick, clock.map.hasRamps {
      context.tempoSlope = (60 / (after * ticks) - tempo) / Double(end - frame)
    }
    return context
  }
}

extension TempoMap {
  /// Whether the map contains a ramp.
  fileprivate var hasRamps: Bool { entries.contains { $0.curve != .step } }
}
