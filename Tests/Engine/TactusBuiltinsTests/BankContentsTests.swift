import TactusFiles
import Testing

@Suite struct BankContentsTests {
  static let kits = [0, 8, 16, 24, 25, 32, 40, 48, 56]

  @Test func nothingIsWrongWithIt() {
    let diagnostics = Made.bank.diagnostics
    #expect(diagnostics.counts.isEmpty, "\(diagnostics)")
    #expect(Made.bank.presets.count == 128 + Self.kits.count)
  }

  @Test func everyProgramHasAName() {
    var names: Set<String> = []
    for program in 0..<128 {
      let preset = Made.bank.preset(bank: 0, program: program)
      #expect(preset != nil, "program \(program) is missing")
      if let preset { names.insert(Made.bank.name(of: preset)) }
    }
    #expect(names.count == 128)
    for kit in Self.kits { #expect(Made.bank.preset(bank: 128, program: kit) != nil, "kit \(kit) is missing") }
  }

  @Test func everyKeySounds() {
    for program in 0..<128 {
      let zones = Made.bank.instrumentZones(bank: 0, program: program)
      for velocity in [1, 64, 127] as [UInt8] {
        let silent = (0...127).filter { key in
          !zones.contains { $0.keyRange.contains(UInt8(key)) && $0.velocityRange.contains(velocity) }
        }
        #expect(silent.isEmpty, "program \(program), velocity \(velocity): keys \(silent) have no sound")
      }
    }
  }

  /// Neighboring samples meet without a gap and without overlapping: the number of sounding zones changes over the
  /// keyboard only where a layer begins or ends.
  @Test func samplesMeetWithoutOverlap() {
    for program in 0..<128 {
      let zones = Made.bank.instrumentZones(bank: 0, program: program)
      let counts = (0...127).map { key in zones.count { $0.keyRange.contains(UInt8(key)) } }
      let changes = zip(counts, counts.dropFirst()).count { $0 != $1 }
      #expect(changes <= 2, "program \(program): \(counts)")
    }
  }

  @Test func kitsHaveTheirDrums() {
    for kit in Self.kits {
      let zones = Made.bank.instrumentZones(bank: 128, program: kit)
      let keys = kit == 56 ? 39...84 : 27...87
      let silent = keys.filter { key in !zones.contains { $0.keyRange.contains(UInt8(key)) } }
      #expect(silent.isEmpty, "kit \(kit): keys \(silent) have no sound")
    }
  }

  @Test func hiHatsSilenceEachOther() {
    let bank = Made.bank
    for kit in [0, 8, 16, 24, 25, 32, 40] {
      for key in [42, 44, 46] as [UInt8] {
        let zones = bank.instrumentZones(bank: 128, program: kit).filter { $0.keyRange.contains(key) }
        #expect(zones.allSatisfy { bank.value(.exclusiveClass, in: $0) == 1 }, "kit \(kit) key \(key)")
      }
    }
  }

  @Test func attenuationsAndRangesAreSane() {
    let bank = Made.bank
    for zone in bank.instrumentZones where !zone.isGlobal {
      #expect(!zone.keyRange.isEmpty && !zone.velocityRange.isEmpty)
      #expect((0...1440).contains(bank.value(.initialAttenuation, in: zone) ?? 0))
      #expect((1500...13500).contains(bank.value(.initialFilterFc, in: zone) ?? 13500))
      #expect((-500...500).contains(bank.value(.pan, in: zone) ?? 0))
    }
  }
}
