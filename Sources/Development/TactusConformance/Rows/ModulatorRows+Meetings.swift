import TactusFiles
import TactusMIDI

// Combinations of modulators: amount sources, transforms, identical modulators, links.

extension ModulatorRows {
  static func addMeetings(_ list: inout RowList) {
    let breath = Source(controller: 2)
    let foot = Source(controller: 4)
    let both: [ChannelMessage] = [.controller(2, 127), .controller(4, 127)]
    list.source = "SF2.04 §8.2, §9.5"
    list.add(
      "amount source at 0", 0, Trial(.pair, [:], [toPitch(breath, 600, by: foot)]) { $0.before = [.controller(2, 127)] }
    )
    list.add(
      "source and amount source at their tops", 600,
      Trial(.pair, [:], [toPitch(breath, 600, by: foot)]) { $0.before = both }, of: .modulators, .messages)
    list.add(
      "amount source: switch at 64", 600,
      Trial(.pair, [:], [toPitch(.none, 600, by: Source(controller: 4, .switch))]) { $0.before = [.controller(4, 64)] },
      of: .modulators, .messages)
    list.add(
      "transform 0: -400 cents", -400, Trial(.pair, [:], [toPitch(Source(controller: 2, isBipolar: true), 400)]),
      of: .modulators, from: "SF2.04 §8.3")
    list.add(
      "transform 2 (absolute): 400 cents", 400,
      Trial(.pair, [:], [toPitch(Source(controller: 2, isBipolar: true), 400, transform: 2)]), of: .modulators,
      from: "SF2.04 §8.3")
    list.add(
      "transform 2 of a negative amount", 400, Trial(.pair, [:], [toPitch(.none, -400, transform: 2)]),
      of: .modulators, from: "SF2.04 §8.3")
    list.add(
      "transform 1 is unknown: ignored", 0, Trial(.pair, [:], [toPitch(.none, 400, transform: 1)]), from: "SF2.04 §8.3")
    list.add(
      "equal ones in one zone: the last", 200, Trial(.pair, [:], [toPitch(.none, 500), toPitch(.none, 200)]),
      of: .modulators, from: "SF2.04 §9.5.1")
    list.add(
      "unlike in transform: both", 700, Trial(.pair, [:], [toPitch(.none, 500), toPitch(.none, 200, transform: 2)]),
      of: .modulators, from: "SF2.04 §9.5.1")
    list.add(
      "global zone's 500, zone's 200: the zone's", 200,
      Trial(.pair, [:], [toPitch(.none, 200)]) { $0.globalModulators = [toPitch(.none, 500)] }, of: .modulators,
      from: "SF2.04 §9.5.1")
    list.add(
      "zone's 500, preset's -200: the sum", 300,
      Trial(.pair, [:], [toPitch(.none, 500)]) { $0.presetModulators = [toPitch(.none, -200)] }, of: .modulators,
      from: "SF2.04 §9.5.2")
    var half = SoundFont.Modulator.velocityToAttenuation
    half.amount = 480
    list.add(
      "velocity to attenuation 480 in the bank: velocity 64", 20 * SystemMath.log10(64.0 / 127),
      Trial(.steady, [:], [half]) { $0.velocity = 64 }, of: .modulators, by: .level(), from: "SF2.04 §9.5.1")
    half.amount = -480
    list.add(
      "the default and the preset's -480: velocity 64", 20 * SystemMath.log10(64.0 / 127),
      Trial(.steady) {
        $0.presetModulators = [half]
        $0.velocity = 64
      }, of: .modulators, by: .level(), from: "SF2.04 §9.5.2")
  }

  static func addLinks(_ list: inout RowList) {
    list.source = "SF2.04 §8.2.1 (link)"
    let pitch = toPitch(.link, 5)
    func feeding(_ index: UInt16, _ amount: Int16) -> SoundFont.Modulator {
      .init(source: .none, destination: 0x8000 | index, amount: amount)
    }
    list.add("one feeds the other: 60 × 5", 300, Trial(.pair, [:], [feeding(1, 60), pitch]), of: .modulators)
    list.add("the fed one first", 300, Trial(.pair, [:], [pitch, feeding(0, 60)]), of: .modulators)
    list.add("two feed one", 350, Trial(.pair, [:], [feeding(2, 60), feeding(2, 10), pitch]), of: .modulators)
    list.add("a link to nothing is ignored", 0, Trial(.pair, [:], [feeding(7, 60), pitch]))
    list.add(
      "a circle is ignored", 0,
      Trial(
        .pair, [:],
        [
          .init(source: .link, destination: 0x8001, amount: 9), .init(source: .link, destination: 0x8000, amount: 9),
          pitch,
        ]))
  }
}
