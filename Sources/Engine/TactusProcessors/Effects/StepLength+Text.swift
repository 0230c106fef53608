extension StepLength {
  /// Creates the length from a string such as "1/16", "1/8." or "1/8t".
  public init?(_ text: String) {
    var text = Substring(text)
    let isDotted = text.hasSuffix(".")
    let isTriplet = text.hasSuffix("t") || text.hasSuffix("T")
    if isDotted || isTriplet { text = text.dropLast() }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let numerator = parts[0], let denominator = parts[1], (1...64).contains(numerator),
      (1...128).contains(denominator)
    else { return nil }
    self.init(numerator, denominator, isDotted: isDotted, isTriplet: isTriplet)
  }

  /// The length as a string for documents.
  public var text: String {
    let parts = "\(numerator.within(1...64))/\(denominator.within(1...128))"
    return parts + (isDotted ? "." : isTriplet ? "t" : "")
  }
}
