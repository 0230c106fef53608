import TactusFiles
import TactusMIDI
import TactusPlugin
import TactusRealtime
import TactusRender
import TactusSynth

/// The laws for plug-in states: an accepted state is saved unchanged, the plug-in then renders finite sound, and a
/// refused state changes nothing.
enum StateFuzzing {
  static func violation(_ bytes: [UInt8]) -> String? {
    for descriptor in Plugins.all {
      let unit = PluginUnit(descriptor, banks: SmallBanks())
      let before = unit.state()
      // any file that a user may drop on it: an accepted file is saved, a refused one changes nothing
      let dropped = PluginUnit(descriptor, banks: SmallBanks())
      let isTaken = (try? dropped.load(FileBytes(copying: bytes, name: "fuzz"), path: "/fuzz")) != nil
      if !isTaken, dropped.state() != before { return "\(descriptor.name): a file that is refused changes it" }
      guard (try? unit.restore(bytes)) != nil else {
        if unit.state() != before { return "\(descriptor.name): a state that is refused changes it" }
        continue
      }
      let saved = unit.state()
      let other = PluginUnit(descriptor, banks: SmallBanks())
      guard (try? other.restore(saved)) != nil else { return "\(descriptor.name): its own state is refused" }
      if other.state() != saved { return "\(descriptor.name): a saved state comes back as another" }
      if let violation = violationRendering(unit) { return "\(descriptor.name): " + violation }
    }
    return nil
  }

  private static func violationRendering(_ unit: PluginUnit) -> String? {
    let frames = 512
    unit.activate(sampleRate: 48_000, maximumFrameCount: frames)
    let (left, right) = ([Float](repeating: .nan, count: frames), [Float](repeating: .nan, count: frames))
    var channels = [left, right]
    var balance = NoteBalance()
    var (events, sound): ([TimedEvent], [Float]) = ([], [])
    for cycle in 0..<6 {
      var context = MusicalContext(tempo: 120, beat: Double(cycle * frames) / 24_000)
      (context.hasTransport, context.isMoving) = (true, cycle < 4)
      unit.core.pointee.begin(
        RenderCycle(firstFrame: Int64(cycle * frames), frameCount: frames, context: context))
      if cycle == 0 { unit.core.pointee.receive(ChannelMessage(status: 0x90, 60, 100), at: 7) }
      if cycle == 3 { unit.core.pointee.receive(ChannelMessage(status: 0x80, 60, 64), at: 9) }
      render(unit, &channels, frames)
      events.removeAll()
      while let output = unit.core.pointee.nextOutput() {
        events.append(TimedEvent(offset: output.offset, message: output.message))
      }
      if let violation = events.withUnsafeBufferPointer({ balance.violation(of: $0, frameCount: frames) }) {
        return violation
      }
      if unit.descriptor.audioOutputs > 0 { sound = channels.flatMap { $0 } }
      if let wrong = SoundFuzzing.violation(of: sound) { return wrong }
    }
    return nil
  }

  private static func render(_ unit: PluginUnit, _ channels: inout [[Float]], _ frames: Int) {
    channels.withUnsafeMutableBufferPointer { channels in
      channels[0].withUnsafeMutableBufferPointer { left in
        channels[1].withUnsafeMutableBufferPointer { right in
          guard let first = left.baseAddress, let second = right.baseAddress else { return }
          withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2) { pointers in
            _ = pointers.initialize(fromContentsOf: [first, second])
            guard let start = pointers.baseAddress else { return }
            unit.core.pointee.render(
              into: AudioBlock(channels: start, channelCount: unit.descriptor.audioOutputs, frameCount: frames))
          }
        }
      }
    }
  }

  static var seeds: [[UInt8]] {
    Plugins.all.map { PluginUnit($0, banks: SmallBanks()).state() } + DocumentSeeds.states.map { Array($0.utf8) }
  }
}

/// A small bank in place of the built-in one, and no files.
private struct SmallBanks: PluginBanks {
  static let bank = SoundFuzzing.smallBank

  var builtIn: SoundBank { Self.bank }

  func bank(atPath path: String) throws(PluginStateError) -> PluginBank {
    throw .missingBank("\(path): there are no files here")
  }
}
