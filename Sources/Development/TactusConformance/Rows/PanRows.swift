import TactusFiles
import TactusMIDI

/// The two channels of a constant signal, panned with constant power: −3.01 dB each at the center.
enum PanRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.pan, "SF2.04 §8.1.2 #17; constant power", .leftLevel, tolerance: 0.01)
    for amount in [-500, -250, -1, 0, 125, 250, 500] as [Int16] {
      let trial = Trial(.steady, [.pan: amount]) { $0.before = [.controller(10, 64)] }
      addSides(&list, "pan \(amount)", Double(amount), trial, amount == 0 ? [] : [.generator(.pan)])
    }
    list.source = "SF2.04 §8.4.6 (500, see Deviations)"
    for value in [0, 32, 64, 127] as [UInt8] {
      let trial = Trial(.steady) { $0.before = [.controller(10, value)] }
      let pan = value < 127 ? 500 * (Double(value) - 64) / 64 : 500
      addSides(&list, "CC 10 at \(value)", pan, trial, value == 64 ? [] : [.defaultModulator(.panToPan)])
    }
    let sum = Trial(.steady, [.pan: 250]) { $0.before = [.controller(10, 32)] }
    addSides(&list, "pan 250 and CC 10 at 32: the sum", 0, sum, [.generator(.pan), .messages])
    let beyond = Trial(.steady, [.pan: 400]) { $0.before = [.controller(10, 96)] }
    addSides(&list, "pan 400 and CC 10 at 96: the sum is clamped", 500, beyond, [.generator(.pan), .messages])
    return list.rows
  }()

  /// Adds a row for each channel; a silent channel is measured as an amplitude, because it has no level in decibels.
  private static func addSides(
    _ list: inout RowList, _ name: String, _ pan: Double, _ trial: Trial, _ subjects: [ConformanceRow.Subject]
  ) {
    let angle = (pan + 500) / 1_000 * Double.pi / 2
    if pan < 500 {
      list.add("\(name), left", SystemMath.decibels(SystemMath.cos(angle)), trial, of: subjects, by: .leftLevel)
    } else {
      list.add("\(name), left", 0, trial, of: subjects, by: .leftAmplitude(), within: 1e-5)
    }
    if pan > -500 {
      list.add("\(name), right", SystemMath.decibels(SystemMath.sin(angle)), trial, of: subjects, by: .rightLevel)
    } else {
      list.add("\(name), right", 0, trial, of: subjects, by: .rightAmplitude, within: 1e-5)
    }
  }
}
