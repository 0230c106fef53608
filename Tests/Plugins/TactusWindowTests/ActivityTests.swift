import TactusMIDI
import TactusPictures
import TactusPlugin
import TactusRealtime
import TactusRender
import TactusWindow
import Testing

/// What the audio side writes for windows.
@Suite struct ActivityTests {
  private func note(_ channel: UInt8, _ key: UInt8, _ velocity: UInt8 = 100) -> ChannelMessage {
    ChannelMessage(status: 0x90 | channel, key, velocity)
  }

  @Test func keysAndLevelsOfThePartsThatSound() {
    let test = TestWindow(Plugins.sampler)
    test.render(4_096, MusicalContext(), [note(2, 60), note(2, 64)])
    let seen = test.unit.activity.read()
    #expect(seen.sounds(60, channel: 2) && seen.sounds(64, channel: 2) && seen.isHeld(60, channel: 2))
    #expect(!seen.sounds(60, channel: 1) && !seen.sounds(61, channel: 2))
    #expect(seen.levels[2] > 0.001 && seen.levels[2] < 4)
    #expect(seen.levels.enumerated().allSatisfy { $0 == 2 || $1 == 0 })
    #expect(seen.outputs[0] > 0 && seen.outputs[1] > 0)
    test.render(64, MusicalContext(), [note(2, 60, 0), ChannelMessage(status: 0x82, 64, 0)])
    let later = test.unit.activity.read()
    #expect(later.sounding == ActivitySnapshot().sounding && later.held == ActivitySnapshot().held)
  }

  @Test func nothingIsWrittenWithoutAWindow() {
    let unit = PluginUnit(Plugins.arpeggiator)
    unit.activate(sampleRate: 48_000, maximumFrameCount: 512)
    unit.core.pointee.begin(RenderCycle(firstFrame: 0, frameCount: 64, context: MusicalContext(tempo: 120, beat: 3)))
    unit.core.pointee.receive(note(0, 60), at: 0)
    unit.core.pointee.render(into: AudioBlock(channels: [], channelCount: 0, frameCount: 64))
    #expect(unit.activity.read() == ActivitySnapshot())
  }

  @Test func theArpeggiatorShowsHeldAndSoundingKeys() {
    let test = TestWindow(Plugins.arpeggiator)
    test.render(64, MusicalContext(), [note(0, 60), note(0, 67)])
    let seen = test.unit.activity.read()
    #expect(seen.isHeld(60, channel: 0) && seen.isHeld(67, channel: 0))
    #expect((0..<128).count { seen.sounds($0, channel: 0) } == 1)
  }

  @Test func theTransportIsShown() {
    let test = TestWindow(Plugins.sequencer)
    test.render(64, MusicalContext(tempo: 120, beat: 5.5))
    let seen = test.unit.activity.read()
    #expect(seen.beat == 5.5 && seen.isMoving)
    var stopped = MusicalContext(tempo: 120, beat: 6)
    stopped.isMoving = false
    test.render(64, stopped)
    #expect(!test.unit.activity.read().isMoving)
  }

  @Test func aKeyThatIsPlayedSoundsAndEnds() {
    let test = TestWindow(Plugins.sampler) { $0.part = 4 }
    let keyboard = test.view("keyboard").frame
    let point = Point(keyboard.midX, keyboard.maxY - 5)
    test.window.receive(.press(point, clicks: 1, []))
    test.render(64)
    #expect(test.unit.activity.read().sounds(channel: 4))
    test.window.receive(.release(point))
    test.render(64)
    #expect(!test.unit.activity.read().sounds(channel: 4))
  }

  @Test func manyNotesWithoutACycleAllEnd() {
    let unit = PluginUnit(Plugins.sampler)
    unit.activity.beginWatching()
    var started: [UInt8] = []
    for round in 0..<5 {
      for key in UInt8(0)..<128 where unit.activity.startNote(key, channel: UInt8(round)) {
        started.append(key)
        unit.activity.endNote(key, channel: UInt8(round))
      }
    }
    #expect(started.count > 100 && started.count < 640)
    unit.activate(sampleRate: 48_000, maximumFrameCount: 64)
    unit.core.pointee.begin(RenderCycle(firstFrame: 0, frameCount: 0))
    unit.core.pointee.render(into: AudioBlock(channels: [], channelCount: 0, frameCount: 0))
    #expect(unit.activity.read().sounding == ActivitySnapshot().sounding)
  }
}
