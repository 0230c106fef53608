import TactusFiles
import Testing

@Suite struct SoundFontGeneratorTests {
  @Test func everyNumberHasAKind() {
    #expect(GeneratorKind.allCases.map(\.rawValue) == Array(0...60))
    #expect(Set(GeneratorKind.allCases.map(\.description)).count == 61)
    #expect(GeneratorKind.overridingRootKey.description == "overridingRootKey")
    #expect("\(GeneratorKind(rawValue: 38)!)" == "releaseVolEnv")
  }

  @Test func defaultsLieWithinLimits() {
    for kind in GeneratorKind.allCases { #expect(kind.clamped(kind.defaultAmount) == kind.defaultAmount) }
  }

  /// Which generator numbers have a function, and which of them presets may contain (2.04 §8.5).
  @Test func levelsAndFunctions() {
    let all = GeneratorKind.allCases
    #expect(all.filter { !$0.hasFunction }.map(\.rawValue) == [14, 18, 19, 20, 42, 49, 55, 59, 60])
    let instrumentOnly: [UInt16] = [0, 1, 2, 3, 4, 12, 45, 46, 47, 50, 53, 54, 57, 58]
    #expect(all.filter { $0.hasFunction && !$0.isLegalAtPresetLevel }.map(\.rawValue) == instrumentOnly)
    #expect(!all.contains { $0.isRealTime && instrumentOnly.contains($0.rawValue) })
    #expect(!GeneratorKind.scaleTuning.isRealTime && GeneratorKind.freqVibLFO.isRealTime)
  }

  /// 2.04 §8.4; 0x0587 and pan where the text is misprinted.
  @Test func defaultModulatorsAsPrinted() {
    let raw = SoundFont.Modulator.defaults.map {
      [Int($0.source.rawValue), Int($0.destination), Int($0.amount), Int($0.amountSource.rawValue), Int($0.transform)]
    }
    #expect(
      raw == [
        [0x0502, 48, 960, 0, 0], [0x000D, 6, 50, 0, 0], [0x0081, 6, 50, 0, 0], [0x0587, 48, 960, 0, 0],
        [0x028A, 17, 500, 0, 0], [0x058B, 48, 960, 0, 0], [0x00DB, 16, 200, 0, 0], [0x00DD, 15, 200, 0, 0],
        [0x020E, 52, 12700, 0x0010, 0],
      ])
    #expect(SoundFont.Modulator.velocityToFilter.source.rawValue == 0x0102)
    #expect(SoundFont.Modulator.velocityToFilterSwitched.amountSource.rawValue == 0x0D02)
    #expect(SoundFont.Modulator.defaults.allSatisfy { $0.isEvaluable })
  }

  @Test func modulatorSourceBits() {
    let source = SoundFont.ModulatorSource(rawValue: 0x0F8A)
    #expect(source.isController && source.number == 10 && source.isNegative && source.isBipolar)
    #expect(source.curve == .switch && source.index == nil && source.isLegal)
    #expect(SoundFont.ModulatorSource(rawValue: 0x1002).curve == nil)
    #expect(SoundFont.ModulatorSource(rawValue: 0x0001).isLegal == false)
    let illegal = (0...127).filter { !SoundFont.ModulatorSource(controller: UInt8($0)).isLegal }
    #expect(illegal == [0, 6] + Array(32...63) + Array(98...101) + Array(120...127))
    #expect(SoundFont.ModulatorSource.none.isNone && SoundFont.ModulatorSource(controller: 0).isNone == false)
    #expect(SoundFont.ModulatorSource.link.isLink && !SoundFont.ModulatorSource(controller: 127).isLink)
  }

  @Test func identityLeavesOutOnlyTheAmount() {
    let one = SoundFont.Modulator.modulationWheelToVibrato
    var other = one
    other.amount = 0
    #expect(one.identity == other.identity)
    other.transform = 2
    #expect(one.identity != other.identity)
  }

  @Test func recordsAreSmall() {
    #expect(MemoryLayout<SoundFont.Generator>.stride == 6)
    #expect(MemoryLayout<SoundFont.Modulator>.stride == 12)
    #expect(MemoryLayout<SoundFont.Zone>.stride <= 40)
    #expect(MemoryLayout<SoundFont.SampleHeader>.stride <= 64)
  }
}
