import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

@Suite("An arpeggiator by itself") struct ArpeggiatorProcessorTests {
  /// With any settings, and with settings that change between cycles, the output equals that of a chain.
  @Test func playsAsInAChain() throws {
    let seed = seed(of: "An arpeggiator by itself")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(100) {
      let frames = 40_000
      let input = random.playing(frames: frames, events: 60, endsAll: true)
      var links: [ProcessorChain.Link] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        var link = ProcessorChain.Link(.arpeggiator(random.arpeggiator()))
        link.isBypassed = random.oneIn(5)
        links.append(link)
      }
      let moves = random.oneIn(2)
      let context = { (frame: Int) in
        moves && !(15_000..<20_000).contains(frame)
          ? MusicalContext(tempo: 133, beat: Double(frame) / (60 * 48_000) * 133 + 0.3) : MusicalContext()
      }
      let chain = try ChainProcessor(ProcessorChain())
      let alone = ArpeggiatorProcessor(sampleRate: 48_000)
      var (first, next, count) = (0, 0, 0)
      for (number, length) in random.cycles(of: frames, longest: 2_048).enumerated() {
        let link = links[number / 8 % links.count]
        if number % 8 == 0 {
          var version = ProcessorChain()
          version.links = [link]
          try chain.publish(version)
        }
        guard case .arpeggiator(let settings) = link.effect else { return }
        alone.core.pointee.controls = settings.controls
        alone.core.pointee.controls.isBypassed = link.isBypassed
        var events: [TimedEvent] = []
        while next < input.count, input[next].frame < first + length {
          events.append(TimedEvent(offset: Int32(input[next].frame - first), message: input[next].message))
          next += 1
        }
        let cycle = RenderCycle(firstFrame: Int64(first), frameCount: length, context: context(first))
        let (expected, got) = events.withUnsafeBufferPointer { events in
          (Array(chain.render(cycle, events: events)), Array(alone.core.pointee.render(cycle, events)))
        }
        #expect(got == expected, "seed \(seed), round \(round), frame \(first)")
        guard got == expected else { return }
        (first, count) = (first + length, count + got.count)
      }
      #expect(next == input.count && count > 0, "seed \(seed), round \(round)")
    }
  }

  @Test func theListOfRatesIsThatOfStepLengths() {
    let beats = (0..<StepChoice.count).map { StepChoice.beats($0) }
    #expect(beats == StepChoice.names.map { StepLength($0)?.beats })
    #expect(StepChoice.names.count == StepChoice.count)
    #expect(StepChoice.beats(-1) == 4 && StepChoice.beats(99) == StepChoice.beats(18))
  }
}
