import TactusMIDI
import TactusProcessors
import TactusRender
import TactusSequencer
import TactusTime

/// What a chain of functions makes of a song: all of its events through all of the functions, offline.
///
/// The functions are told the song's tempo and beats. What they still hold when the song has ended, such as echoes,
/// rings out, for half a minute at the most.
///
/// Work law: cycles are rendered where something comes in, where the tempo changes and where a function makes something
/// of its own; the time between costs nothing. A function that makes events for years, such as an arpeggiator under a
/// chord that is held for years, is refused.
package struct ChainedTimeline {
  /// The song as it comes out.
  package let timeline: EventTimeline
  /// How many events found no room.
  package let droppedEvents: Int
  /// How many cycles were rendered.
  package let cycles: Int

  /// How long the functions may go on after the song, in seconds.
  private static var longestTail: Int { 30 }
  /// So many cycles in a second at least: within them the tempo is taken to be constant.
  private static var cyclesPerSecond: Int64 { 100 }
  /// Frames beyond are not counted.
  private static var mostFrames: Int64 { 1 << 61 }

  /// Runs a timeline through a chain.
  ///
  /// - Parameters:
  ///   - end: the frame up to which the result is needed: if it would be too much to the song's end, it may stop there.
  ///   - work: what the functions may do of their own; see ``ChainWork``.
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
    var work = work
    work.begin(inputs: timeline.count + tempi.count)
    var (next, nextTempo): (Int, Int) = (timeline.startIndex, 0)
    var (frame, output): (Int64, [TimelineEvent]) = (0, [])
    output.reserveCapacity(timeline.count)
    func take(_ events: EventList) {
      for event in events {
        output.append(
          TimelineEvent(frame: max(0, frame + Int64(event.offset) - latency), message: event.message))
      }
    }
    var input: [TimedEvent] = []
    while frame < songEnd || frame < lastFrame && !processor.isIdle() {
      input.removeAll(keepingCapacity: true)
      while next < timeline.endIndex, timeline[next].frame <= frame {
        input.append(TimedEvent(offset: 0, message: timeline[next].message))
        next += 1
      }
      // a cycle for each frame on which something happens, so that it gets the tempo that holds there
      var bound = frame < songEnd ? songEnd : lastFrame
      if next < timeline.endIndex { bound = min(bound, timeline[next].frame) }
      var isNew = !input.isEmpty || frame == 0
      while nextTempo < tempi.count, tempi[nextTempo] <= frame { (nextTempo, isNew) = (nextTempo + 1, true) }
      if nextTempo < tempi.count { bound = min(bound, tempi[nextTempo]) }
      if !isNew {
        let due = processor.nextFrame()
        // along a ramp what waits has to be told the tempo
        if due > frame, due == .max || !hasRamps {
          let place = min(bound, due)
          processor.skip(place - frame)
          frame = place
          if place == bound { continue }
        }
      }
      guard work.allows(events: output.count, from: frame, to: bound, isNew: isNew) else {
        if frame - latency >= end { break }
        throw .endless(seconds: Double(frame) / clock.sampleRate.hertz)
      }
      let stop = min(frame + longest, bound)
      let cycle = RenderCycle(
        firstFrame: frame, frameCount: Int(stop - frame), context: Self.context(clock, frame, stop))
      input.withUnsafeBufferPointer { take(processor.render(cycle, events: $0)) }
      frame = stop
    }
    // what ends what is still held comes with the last event, not after the silence in which nothing came any more
    frame = max(min(frame, songEnd - 1), output.last?.frame ?? 0) + latency
    take(processor.finish())
    self.timeline = timeline.replacing(output)
    droppedEvents = processor.droppedEvents
    cycles = work.cycles
  }

  /// What a host would say of the song at a frame, and until another one.
  package static func context(_ clock: FrameClock, _ frame: Int64, _ end: Int64) -> MusicalContext {
    let tick = clock.tick(atFrame: frame)
    let rate = clock.sampleRate.hertz
    let (left, right) = (clock.seconds(atTick: tick).approximate, clock.seconds(atTick: tick + 1).approximate)
    let part = right > left ? (Double(frame) / rate - left) / (right - left) : 0
    let ticks = Double(clock.map.timeBase.nominalTicksPerQuarter)
    // quarter notes per minute as the ticks go, also where these are parts of frames of film
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
  /// Whether its tempo moves anywhere.
  fileprivate var hasRamps: Bool { entries.contains { $0.curve != .step } }
}
