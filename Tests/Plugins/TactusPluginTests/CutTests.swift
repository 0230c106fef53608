import TactusMIDI
import TactusPlugin
import TactusRender
import TestSupport
import Testing

/// Setting a parameter to its present value splits a cycle, and must change nothing.
@Suite("Cuts of a cycle")
struct CutTests {
  /// Plays with or without a no-op change in mid-cycle.
  func play(
    _ index: Int, cut: Bool, cycles: Int = 40, frames: Int = 512, _ context: (Int64) -> MusicalContext,
    _ bring: (Int, inout PluginCore) -> Void = { _, _ in }
  ) -> PluginHost {
    let host = PluginHost(Plugins.all[index])

    let t = host.unit.descriptor.parameters.firstIndex { $0.symbol == "velocity" }!
    for cycle in 0..<cycles {
      host.render(frames, context(host.frame)) { core in
        bring(cycle, &core)
        if cut { core.change(parameter: t, to: 100, at: 200) }
      }
    }
    return host
  }

  @Test("a host that plays behind its own loop")
  func afterLoop() {
    func c(_ f: Int64) -> MusicalContext {
      var c = MusicalContext(tempo: 120, beat: 10 + Double(f) * 120 / (60 * 48_000))
      (c.isCycling, c.cycleStart, c.cycleEnd) = (true, 0, 4)
      return c
    }
    let a = play(1, cut: false, c), b = play(1, cut: true, c)
    #expect(a.sent == b.sent, "\(a.onsets) \(b.onsets)")
  }

  @Test("a host that stands, whatever it says")
  func standing() {
    func c(_ f: Int64) -> MusicalContext {
      var c = MusicalContext(tempo: 120, beat: 3.999)
      (c.hasTransport, c.isMoving) = (false, false)
      return c
    }
    let a = play(1, cut: false, c), b = play(1, cut: true, c)
    #expect(a.sent == b.sent, "\(a.onsets.count) \(b.onsets.count)")
    func d(_ f: Int64) -> MusicalContext { MusicalContext(tempo: 120, beat: 3.999) }
    let e = play(1, cut: false, d), g = play(1, cut: true, d)
    #expect(e.sent == g.sent, "moving but standing \(e.onsets.count) \(g.onsets.count)")
  }

  @Test("a host that says no tempo")
  func noTempo() {
    func c(_ f: Int64) -> MusicalContext {
      var c = MusicalContext(tempo: 120, beat: Double(f) * 120 / (60 * 48_000))
      c.hasTempo = false
      return c
    }
    let a = play(1, cut: false, cycles: 200, c), b = play(1, cut: true, cycles: 200, c)
    #expect(a.sent == b.sent, "\(a.onsets) \(b.onsets)")
  }

  @Test("a host whose beats are rounded to 32 bits")
  func floatBeats() {
    func c(_ f: Int64) -> MusicalContext {
      MusicalContext(tempo: 120, beat: Double(Float(40_000 + Double(f) * 120 / (60 * 48_000))))
    }
    let a = play(1, cut: false, cycles: 800, frames: 64, c)
    let host = PluginHost(Plugins.all[1])
    let t = host.index("velocity")
    for _ in 0..<800 { host.render(64, c(host.frame)) { $0.change(parameter: t, to: 100, at: 30) } }
    #expect(a.sent == host.sent, "\(a.onsets) \(host.onsets)")
  }

  @Test("hosts that loop, cut anywhere", arguments: [1, 2])
  func loops(index: Int) {
    for seed in UInt64(0)..<UInt64(rounds(12)) {
      func run(_ cut: Bool) -> PluginHost {
        var random = SeededGenerator(seed: seed)
        let host = PluginHost(Plugins.all[index])
        let t = host.index("velocity")
        let length = [0.01, 0.3, 1, 3][Int(seed % 4)]
        let tempo = Double.random(in: 40...240, using: &random)
        var pos = 0.0
        for cycle in 0..<60 {
          let n = Int.random(in: 1...3_000, using: &random), at = Int.random(in: 0..<3_000, using: &random)
          var c = MusicalContext(tempo: tempo, beat: pos)
          (c.isCycling, c.cycleStart, c.cycleEnd) = (true, 0, length)
          host.render(n, c) { core in
            if cycle == 0 { for k in [60, 64, 67] as [UInt8] { core.receive(.on(k), at: 0) } }
            if cut { core.change(parameter: t, to: 100, at: at % n) }
          }
          pos += Double(n) * tempo / (60 * 48_000)
          while pos >= length { pos -= length }
        }
        return host
      }
      let a = run(false), b = run(true)
      #expect(a.sent == b.sent, "seed \(seed) \(a.sent.count) \(b.sent.count)")
    }
  }

  @Test("a host whose tempo moves while it says no place")
  func slope() {
    func c(_ f: Int64) -> MusicalContext {
      var c = MusicalContext()
      (c.hasTempo, c.tempo, c.tempoSlope) = (true, 60, 0.05)
      return c
    }
    func run(_ cut: Bool) -> PluginHost {
      let h = PluginHost(Plugins.arpeggiator)
      h.set("arpOn", 0)
      h.set("echoOn", 1)
      let t = h.index("velocity")
      for cycle in 0..<100 {
        h.render(1_000, c(h.frame)) { core in
          if cut { core.change(parameter: t, to: 100, at: 200) }
          if cycle == 3 { core.receive(.on(60), at: 900) }
        }
      }
      return h
    }
    let a = run(false), b = run(true)
    #expect(a.sent == b.sent, "\(a.onsets) \(b.onsets)")
  }
}
