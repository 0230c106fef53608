import TactusMIDI
import TactusPlugin
import TactusRealtime
import TactusRender
import Testing

/// Which notes a host's expressions reach.
@Suite("Expressions of a host's notes") struct HostExpressionTests {
  /// A sampler that is played by notes with numbers.
  private final class Player {
    let unit = PluginUnit(Plugins.sampler)
    private let memory = UnsafeMutableBufferPointer<HostNotes.Note>.allocate(capacity: 64)
    private let expressionMemory = ExpressionMemory()
    private var notes: HostNotes
    private var expressions: HostExpressions
    private var frame: Int64 = 0

    init() {
      unit.loadPreset(unit.descriptor.presets.firstIndex { $0.name == "Dry" } ?? 0)
      unit.activate(sampleRate: 48_000, maximumFrameCount: 512)
      notes = HostNotes(memory, reportsEnds: true)
      expressions = expressionMemory.expressions
    }

    deinit { memory.deallocate() }

    func begin(_ key: Int16, number: Int32) {
      let note = HostNotes.Note(number: number, channel: 0, key: key)
      expressions.begin(note, unit.core, at: 0)
      notes.begin(note)
      unit.core.pointee.receive(.init(status: 0x90, UInt8(key), 100), at: 0)
    }

    func end(_ key: Int16, number: Int32) {
      notes.end(at: HostNotes.Address(number: number, channel: 0, key: key))
      unit.core.pointee.receive(.init(status: 0x80, UInt8(key), 64), at: 0)
      expressions.end(0, key, unit.core, at: 0)
    }

    func mute(number: Int32 = -1, key: Int16 = -1) {
      expressions.set(
        .volume, 0, of: HostNotes.Address(number: number, channel: key < 0 ? -1 : 0, key: key), in: notes, unit.core,
        at: 0)
    }

    /// Renders a cycle of 512 frames with what `body` sends, and returns its peak.
    @discardableResult func cycle(_ body: () -> Void = {}) -> Float {
      unit.core.pointee.begin(RenderCycle(firstFrame: frame, frameCount: 512))
      expressions.firstFrame = frame
      body()
      var samples = [Float](repeating: 0, count: 1_024)
      samples.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2) { channels in
          channels.initialize(repeating: base)
          channels[1] = base + 512
          guard let start = channels.baseAddress else { return }
          unit.core.pointee.render(
            into: AudioBlock(channels: UnsafePointer(start), channelCount: 2, frameCount: 512))
        }
      }
      frame += 512
      return samples.reduce(0) { max($0, abs($1)) }
    }

    func peak() -> Float {
      cycle()
      return cycle()
    }
  }

  @Test("an expression reaches the note that sounds, by number or by key") func sounding() {
    for isByKey in [false, true] {
      let player = Player()
      player.cycle { player.begin(60, number: 1) }
      #expect(player.peak() > 0.001)
      player.cycle { isByKey ? player.mute(key: 60) : player.mute(number: 1) }
      #expect(player.peak() == 0)
    }
  }

  @Test("a note that starts within 512 frames gets what waits for it, and a later one does not") func waiting() {
    let player = Player()
    player.cycle { player.mute(number: 1) }
    player.cycle { player.begin(60, number: 1) }
    #expect(player.peak() == 0)
    let late = Player()
    late.cycle { late.mute(number: 1) }
    late.cycle()
    late.cycle { late.begin(60, number: 1) }
    #expect(late.peak() > 0.001)
  }

  @Test("the next note of a key starts anew; a note that has been struck again no longer changes") func next() {
    let player = Player()
    player.cycle {
      player.begin(60, number: 1)
      player.mute(number: 1)
    }
    #expect(player.peak() == 0)
    player.cycle { player.begin(60, number: 2) }
    #expect(player.peak() > 0.001)
    player.cycle { player.mute(number: 1) }
    #expect(player.peak() > 0.001)
    player.cycle { player.end(60, number: 2) }
    player.cycle { player.begin(60, number: 3) }
    #expect(player.peak() > 0.001)
  }
}
