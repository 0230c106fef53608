import CAllocationCounter
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TestSupport
import Testing

/// The real-time law, measured: between `prepare` and the end, nothing is allocated or freed.
@Suite(.enabled(if: counts_allocations(), "counts allocations with glibc only, and not under a sanitizer"))
struct HeapTests {
  /// The number of heap calls that `body` makes.
  private func allocations(_ body: () -> Void) -> Int {
    start_counting_allocations()
    body()
    return stop_counting_allocations()
  }

  @Test func theCounterCounts() {
    var kept: [[Int]] = []
    kept.reserveCapacity(8)
    #expect(allocations { kept.append([Int](repeating: 1, count: 1_000)) } >= 1)
    #expect(allocations { kept.removeAll(keepingCapacity: true) } >= 1)  // freed
    #expect(allocations { UnsafeMutablePointer<Float>.allocate(capacity: 10).deallocate() } == 2)
    #expect(allocations {} == 0)
  }

  /// Notes, pedals, pitch bend, stealing and programs, played twice, because Swift creates type metadata when a type is
  /// first used.
  @Test(
    .enabled(if: isOptimized, "unoptimized code boxes vectors on the heap: swift test -c release"),
    arguments: [false, true])
  func renderingAsksForNothing(isWild: Bool) throws {
    for seed in 0..<UInt64(rounds(2)) {
      var random = SeededGenerator(seed: 4_000 + seed)
      let bank = try SoundBank(random.font(isWild: isWild))
      var settings = SynthSettings()
      settings.polyphony = 16
      settings.interpolation = SynthSettings.Interpolation.allCases[Int(seed % 3)]
      let length = 6_000
      let song = random.score(length: length, density: 20, isWild: isWild).song
      let timeline = SequenceCompiler(sampleRate: 48_000).compile(song)
      let synth = SoundFontSynth(bank: bank, settings: settings)
      synth.prepare(sampleRate: 48_000, maximumFrameCount: 512)
      let room = Room(frames: 512, events: timeline.mostEventsInOneFrame + 100)
      play(synth, timeline, length, room)
      let voices = synth.counters.voicesStarted
      #expect(voices > 0)
      #expect(allocations { synth.reset() } == 0)
      #expect(allocations { play(synth, timeline, length, room) } == 0, "seed \(4_000 + seed)")
      #expect(synth.counters.voicesStarted == voices)
    }
  }

  /// The sequencer, while two other threads edit the sequence that it plays: they use the heap, the sequencer does not.
  @Test(
    .enabled(if: isOptimized, "unoptimized code boxes vectors on the heap: swift test -c release"),
    arguments: [false, true])
  func playingWhileOthersEditAsksForNothing(isLeading: Bool) throws {
    let session = try EditingSession(seed: 90, cycles: 3_000, isLeading: isLeading)
    let counted = Counted()
    session.run(audio: { body in
      start_counting_allocations()
      body()
      counted.add(stop_counting_allocations())
    })
    #expect(counted.cycles >= 3_000 && session.versions >= EditingSession.fewestVersions)
    #expect(counted.allocations == 0)
  }

  /// A chain of all MIDI effects, while another thread edits it.
  @Test(.enabled(if: isOptimized, "unoptimized code boxes vectors on the heap: swift test -c release"))
  func effectsWhileOthersEditAskForNothing() throws {
    let session = try ChainSession(seed: 95, cycles: 2_000)
    let counted = Counted()
    session.run { body in
      start_counting_allocations()
      body()
      counted.add(stop_counting_allocations())
    }
    #expect(counted.cycles >= 2_000 && session.versions >= ChainSession.fewestVersions && session.events > 2_000)
    #expect(counted.allocations == 0)
  }

  /// The heap calls of a session's cycles.
  private final class Counted: @unchecked Sendable {  // written by one thread, read when that has ended
    private(set) var cycles = 0
    private(set) var allocations = 0

    func add(_ count: Int) {
      cycles += 1
      allocations += count
    }
  }

  private func play(_ synth: SoundFontSynth, _ timeline: EventTimeline, _ length: Int, _ room: Room) {
    var player = SequencePlayer(timeline)
    player.seek(toFrame: 0)
    var frame: Int64 = 0
    while frame < length {
      let wanted = RenderCycle(firstFrame: frame, frameCount: 1 + Int(frame &* 37 % 512))
      let got = player.render(wanted, into: room.events)
      let count = Int(got.endFrame - frame)
      let block = AudioBlock(channels: UnsafePointer(room.channels), channelCount: 2, frameCount: count)
      let events = EventList(start: room.events.baseAddress, count: got.count)
      synth.render(RenderCycle(firstFrame: frame, frameCount: count), events: events, into: block)
      frame = got.endFrame
    }
  }

  /// The memory of a host.
  private final class Room {
    let left: UnsafeMutableBufferPointer<Float>
    let right: UnsafeMutableBufferPointer<Float>
    let events: UnsafeMutableBufferPointer<TimedEvent>
    let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    init(frames: Int, events capacity: Int) {
      left = .allocate(capacity: frames)
      left.initialize(repeating: 0)
      right = .allocate(capacity: frames)
      right.initialize(repeating: 0)
      events = .allocate(capacity: capacity)
      channels = .allocate(capacity: 2)
      channels.initialize(to: left.baseAddress!)
      (channels + 1).initialize(to: right.baseAddress!)
    }

    deinit {
      left.deallocate()
      right.deallocate()
      events.deallocate()
      channels.deallocate()
    }
  }
}
