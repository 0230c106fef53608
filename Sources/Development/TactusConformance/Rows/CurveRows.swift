import TactusFiles

/// The four curves in both directions and polarities, measured as the pitch change that controller 2 causes with an
/// amount of 1,000 cents.
enum CurveRows {
  private typealias Source = SoundFont.ModulatorSource

  static let rows: [ConformanceRow] = {
    var list = RowList(.curves, "SF2.04 §8.2.3", .curve(of: 1_000), tolerance: 1e-4)
    for curve in [Source.Curve.linear, .concave, .convex, .switch] {
      for isBipolar in [false, true] {
        for isNegative in [false, true] {
          for value in [0, 32, 63, 64, 96, 127] as [UInt8] {
            add(&list, Shape(curve: curve, isNegative: isNegative, isBipolar: isBipolar), value)
          }
        }
      }
    }
    return list.rows
  }()

  private static func add(_ list: inout RowList, _ shape: Shape, _ value: UInt8) {
    let source = Source(controller: 2, shape.curve, isNegative: shape.isNegative, isBipolar: shape.isBipolar)
    let trial = Trial(.pair, [:], [.init(source, to: .fineTune, 1_000)]) {
      $0.before = [.controller(2, value)]
      $0.length = 2_400
    }
    let text = shape.text(Double(value))
    let ours = shape.reachingItsEnds(Double(value))
    let name = "\(shape.name) at \(value)"
    let reason = ModulatorRows.topReason
    let instead = abs(text - ours) > 1e-9 ? (value: ours, reason: reason) : nil
    if abs(ours) > 1e-9 {
      list.add(name, text, trial, of: .modulators, instead: instead)
    } else {
      list.add(name, text, trial, instead: instead)
    }
  }

  /// A curve with its direction and polarity.
  private struct Shape {
    let curve: Source.Curve
    let isNegative: Bool
    let isBipolar: Bool

    var name: String { "\(curve), \(isBipolar ? "bipolar" : "unipolar"), \(isNegative ? "negative" : "positive")" }

    /// The output according to the text of the specification: linear values are n/128; the logarithmic curves reach
    /// their extreme at 127 (§9.5.3).
    func text(_ value: Double) -> Double {
      guard curve == .linear else { return reachingItsEnds(value) }
      let x = value / 128
      let unipolar = isNegative ? 1 - x : x
      return isBipolar ? 2 * unipolar - 1 : unipolar
    }

    /// The output of a curve that reaches its extremes at 0 and 127 and, if it is bipolar, is exactly 0 at 64.
    func reachingItsEnds(_ value: Double) -> Double {
      guard isBipolar else {
        return bent((isNegative ? 127 - value : value) / 127, isHigh: (value >= 64) != isNegative)
      }
      if curve == .switch { return (value >= 64) != isNegative ? 1 : -1 }
      let centred = (value - 64) / (value < 64 ? 64 : 63)
      let x = isNegative ? -centred : centred
      return x < 0 ? -bent(-x, isHigh: false) : bent(x, isHigh: true)
    }

    private func bent(_ x: Double, isHigh: Bool) -> Double {
      switch curve {
      case .linear: x
      case .concave: concave(x)
      case .convex: 1 - concave(1 - x)
      case .switch: isHigh ? 1 : 0
      }
    }

    /// The concave curve −(20/96) · log10((1 − x)²): the formula of §9.5.3 with the direction of its input reversed.
    private func concave(_ x: Double) -> Double {
      x >= 1 ? 1 : min(1, -20.0 / 96 * SystemMath.log10(SystemMath.power(1 - x, 2)))
    }
  }
}
