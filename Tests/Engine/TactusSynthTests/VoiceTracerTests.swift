import TactusFiles
import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// The trace of single voices.
@Suite struct VoiceTracerTests {
  private func message(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) -> ChannelMessage {
    ChannelMessage(status: status, data1, data2)
  }

  /// Plays messages at frames and returns the trace.
  private func trace(
    _ bank: SoundBank, polyphony: Int = 16, capacity: Int = 1 << 12, frames: Int = 8_000,
    _ score: [(frame: Int, message: ChannelMessage)]
  ) throws -> (events: [VoiceEvent], lost: Int) {
    var settings = SynthSettings.dry
    settings.polyphony = polyphony
    let synth = SoundFontSynth(bank: bank, settings: settings)
    synth.prepare(sampleRate: 8_000, maximumFrameCount: frames)
    let tracer = VoiceTracer(bank, capacity: capacity)
    synth.setTracer(tracer)
    var (left, right) = ([Float](repeating: 0, count: frames), [Float](repeating: 0, count: frames))
    let events = score.map { TimedEvent(offset: Int32($0.frame), message: $0.message) }
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        let channels = [left.baseAddress!, right.baseAddress!]
        channels.withUnsafeBufferPointer { channels in
          events.withUnsafeBufferPointer { events in
            synth.render(
              RenderCycle(firstFrame: 0, frameCount: frames), events: events,
              into: .init(channels: channels.baseAddress!, channelCount: 2, frameCount: frames))
          }
        }
      }
    }
    tracer.collect()
    synth.setTracer(nil)
    return (tracer.finish(at: Int64(frames)), tracer.lostCount)
  }

  private func summary(_ events: [VoiceEvent]) -> [String] {
    events.map { event in
      ["\(event.frame)", event.kind.rawValue, event.voice.map { "\($0)" } ?? "-", event.reason?.rawValue ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  @Test func aPedalHoldsAVoice() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset([.init(target: wave, generators: [.init(.sampleModes, 1)])])
    }
    let events = try trace(
      bank,
      [
        (100, message(0x90, 60, 100)), (200, message(0xB0, 64, 127)), (300, message(0x80, 60, 0)),
        (400, message(0xB0, 64, 0)), (4_000, message(0x90, 62, 90)), (4_100, message(0x90, 62, 80)),
      ]
    ).events
    #expect(
      summary(events.filter { $0.kind != .end }) == [
        "100 start 1", "300 sustain 1", "400 release 1 pedal-up", "4000 start 2", "4100 release 2 repeated-key",
        "4100 start 3",
      ])
    #expect(summary(events).contains("8000 end 3 render-end"))
    #expect(events.contains { $0.kind == .end && $0.voice == 1 && $0.reason == .envelopeEnd && $0.frame > 400 })
    let first = try #require(events.first)
    #expect(first.key == 60 && first.velocity == 100 && first.channel == 0 && first.note == 1)
    #expect(first.region?.bank == 0 && first.region?.program == 0 && first.region?.index == 0)
  }

  @Test func aNoteTakesTheVoiceOfAnother() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset([
        .init(
          target: wave, keyRange: .init(low: 0, high: 60),
          generators: [.init(.sampleModes, 1), .init(.exclusiveClass, 3)]),
        .init(target: wave, keyRange: .init(low: 61, high: 127), generators: [.init(.sampleModes, 1)]),
      ])
    }
    let events = try trace(
      bank, polyphony: 2,
      [
        (10, message(0x90, 40, 100)), (20, message(0x90, 41, 100)), (1_000, message(0x90, 70, 100)),
        (1_010, message(0x90, 71, 20)), (2_000, message(0x90, 72, 100)), (3_000, message(0xB0, 120, 0)),
      ]
    ).events
    #expect(
      summary(events.filter { $0.kind != .end }) == [
        "10 start 1", "20 choke 1", "20 start 2", "1000 start 3", "1010 steal 2", "1010 start 4", "2000 steal 4",
        "2000 start 5", "3000 silence 5", "3000 silence 3",
      ])
    #expect(events.filter { $0.kind == .steal }.map(\.byNote) == [4, 5])
    #expect(events.first { $0.kind == .choke }?.byNote == 2)
    #expect(events.filter { $0.kind == .end }.allSatisfy { $0.reason == .fadeEnd })
  }

  @Test func aSampleEnds() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine(points: 100, periods: 1))
      bank.addPreset([.init(target: wave)])
    }
    let events = try trace(bank, [(50, message(0x90, 60, 100))]).events
    #expect(events.count == 2 && events.last?.kind == .end && events.last?.reason == .sampleEnd)
  }

  @Test func notesWithoutAVoiceSayWhy() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset([
        .init(target: wave, keyRange: .init(low: 0, high: 60), generators: [.init(.sampleModes, 1)]),
        .init(target: wave, keyRange: .init(low: 100, high: 100), generators: [.init(.startAddrsCoarseOffset, 127)]),
      ])
    }
    // GS: part 1 receives no channel
    let deaf = SystemExclusivePackets(Exclusive.gs(0x40, 0x11, 0x02, 0x10), port: 0)
    let events = try trace(
      bank,
      [(10, message(0x90, 61, 100)), (20, message(0x99, 60, 100)), (30, message(0x90, 100, 100))]
        + deaf.map { (40, $0) } + [(50, message(0x90, 60, 77))]
    ).events
    #expect(
      summary(events) == [
        "10 missing - no-region", "20 missing - no-preset", "30 missing - empty-sample", "50 missing - not-received",
      ])
    #expect(events.last?.velocity == 77 && events[2].region?.index == 1)
  }

  @Test func countsWhatItHasNoRoomFor() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset([.init(target: wave, generators: [.init(.sampleModes, 1)])])
    }
    let score = (0..<10).map { (frame: 10 * $0, message: message(0x90, UInt8(40 + $0), 90)) }
    let (events, lost) = try trace(bank, capacity: 4, score)
    #expect(events.count { $0.kind == .start } == 4 && lost == 6)
  }
}
