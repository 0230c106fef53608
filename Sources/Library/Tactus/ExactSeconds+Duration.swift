import TactusTime

// Conversion between times of this library and those of Swift's standard library.

extension ExactSeconds {
  /// Creates the exact time of a duration.
  /// - Thread: any
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let perSecond = Int128(1_000_000_000_000_000_000)
    self.init(numerator: Int128(seconds) * perSecond + Int128(attoseconds), denominator: perSecond)
  }
}

extension Duration {
  /// Creates the duration of a time, rounded toward zero to attoseconds; the result saturates.
  /// - Thread: any
  public init(_ time: ExactSeconds) {
    let (whole, rest) = time.numerator.quotientAndRemainder(dividingBy: time.denominator)
    guard let seconds = Int64(exactly: whole) else {
      self = whole < 0 ? .seconds(Int64.min) : .seconds(Int64.max)
      return
    }
    let product = rest.magnitude.multipliedFullWidth(by: 1_000_000_000_000_000_000)
    let attoseconds = Int64(time.denominator.magnitude.dividingFullWidth(product).quotient)
    self.init(secondsComponent: seconds, attosecondsComponent: rest < 0 ? -attoseconds : attoseconds)
  }
}
