/// The wall-clock time of an operation: the median of several runs, each timed separately.
struct Measurement {
  let name: String
  let median: Double
  let fastest: Double
  let slowest: Double
  /// The amount of work in one run and its unit; nil if only the time matters.
  let amount: (count: Double, unit: String)?

  /// Runs `body` once to warm up and then `runs` times.
  init(_ name: String, runs: Int = 7, amount: (Double, String)? = nil, _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    var seconds: [Double] = []
    try body()
    for _ in 0..<max(1, runs) {
      let time = try clock.measure { try body() }
      seconds.append(time / .seconds(1))
    }
    seconds.sort()
    self.name = name
    self.amount = amount.map { (count: $0.0, unit: $0.1) }
    (median, fastest, slowest) = (seconds[seconds.count / 2], seconds[0], seconds[seconds.count - 1])
  }

  /// The result as a row of a Markdown table.
  var row: String {
    let rate = amount.map { "\(Self.short($0.count / median)) \($0.unit)" } ?? ""
    return
      "| \(name) | \(Self.milliseconds(median)) | \(Self.milliseconds(fastest))–\(Self.milliseconds(slowest)) | \(rate) |"
  }

  static let head = "| what | median ms | range ms | rate |\n|---|---|---|---|"

  private static func milliseconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100_000).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  private static func short(_ value: Double) -> String {
    switch value {
    case 1e9...: "\(Int(value / 1e8) / 10) G"
    case 1e6...: "\(Int(value / 1e6)) M"
    case 1e4...: "\(Int(value / 1e3)) k"
    default: "\(Int(value))"
    }
  }
}
