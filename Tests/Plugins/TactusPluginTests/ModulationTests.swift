import TactusMIDI
import TactusPlugin
import Testing

/// Modulation by a host, which leaves the values of parameters as they are.
@Suite("Modulation of parameters")
struct ModulationTests {
  private func host() -> PluginHost {
    let host = PluginHost(Plugins.sampler)
    host.set("reverb", 0)
    host.set("chorus", 0)
    host.set("program1", 16)
    host.unit.prepare(programs: [16])
    return host
  }

  @Test("an amount sounds as the sum would, on its frame", arguments: ["gain", "cutoff1", "pan"])
  func sum(symbol: String) {
    let (modulated, set) = (host(), host())
    let index = modulated.index(symbol)
    let amount = symbol == "gain" ? -6.0 : symbol == "pan" ? 50 : -3
    for _ in 0..<2 {
      modulated.render(2_048) { core in
        core.receive(.on(60), at: 0)
        core.modulate(parameter: index, by: amount, at: 100)
      }
      set.render(2_048) { core in
        core.receive(.on(60), at: 0)
        core.change(parameter: index, to: amount, at: 100)
      }
    }
    #expect(modulated.left == set.left && modulated.right == set.right)
    #expect(modulated.left.contains { $0 != 0 })
    #expect(modulated.value(symbol) == 0 && set.value(symbol) == amount)
  }

  @Test("the sum is clamped, follows the value, and is not saved")
  func base() {
    let host = host()
    let gain = host.index("gain")
    let before = host.unit.state()
    host.render(2_048) { $0.receive(.on(60), at: 0) }
    host.render(2_048) { $0.modulate(parameter: gain, by: -500, at: 0) }
    host.render(2_048)
    #expect(host.left.suffix(2_048).allSatisfy { abs($0) < 1e-4 })
    #expect(host.unit.state() == before)
    host.set("gain", 6)
    for amount in [Double.nan, .infinity] {
      host.render(2_048) { $0.modulate(parameter: gain, by: amount, at: 0) }
    }
    #expect(host.left.suffix(2_048).allSatisfy { abs($0) < 1e-4 })
    host.render(2_048) { $0.modulate(parameter: gain, by: 0, at: 0) }
    host.render(2_048)
    #expect(host.left.suffix(2_048).contains { abs($0) > 1e-3 })
  }

  @Test("it ends when the plug-in is deactivated")
  func deactivated() {
    let host = host()
    let gain = host.index("gain")
    host.render(2_048) { $0.modulate(parameter: gain, by: -500, at: 0) }
    host.unit.deactivate()
    host.unit.activate(sampleRate: 48_000, maximumFrameCount: 512)
    host.render(2_048) { $0.receive(.on(60), at: 0) }
    #expect(host.left.suffix(2_048).contains { abs($0) > 1e-3 })
  }

  @Test("more changes than there is room for: the last amount applies", arguments: ["gain", "tuning"])
  func flood(symbol: String) {
    let host = host()
    let (gain, other) = (host.index("gain"), host.index(symbol))
    host.render(2_048) { $0.receive(.on(60), at: 0) }
    #expect(host.left.contains { abs($0) > 1e-3 })
    host.render(2_048) { core in
      for _ in 0..<5_000 { core.modulate(parameter: other, by: 0, at: 0) }
      core.modulate(parameter: gain, by: -500, at: 0)
    }
    for _ in 0..<2 { host.render(2_048) }
    #expect(host.left.suffix(2_048).allSatisfy { abs($0) < 1e-4 })
    #expect(host.value("gain") == 0)
  }

  @Test("steps, switches, the latency and presets cannot be modulated")
  func fixed() {
    for plugin in Plugins.all {
      for (index, parameter) in plugin.parameters.enumerated() {
        let isFixed = parameter.isStepped || parameter.isBypass || parameter.symbol == "humaniseTiming"
        #expect(parameter.isModulatable == !isFixed, "\(parameter.symbol), \(index)")
      }
    }
    let (modulated, plain) = (host(), host())
    for host in [modulated, plain] {
      host.render(2_048) { core in
        core.receive(.on(60), at: 0)
        guard host === modulated else { return }
        core.modulate(parameter: host.index("bypass"), by: 1, at: 10)
        core.modulate(parameter: host.index("program1"), by: 3, at: 10)
        for index in [-1, 10_000] { core.modulate(parameter: index, by: 3, at: 10) }
      }
    }
    #expect(modulated.left == plain.left)
  }
}
