import TactusFiles

extension PartProgram: Codable {
  /// Decodes a program number, or an array of bank and program.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let program = try? value.decode(Int.self) {
      self.init(program: program)
    } else {
      let numbers = try value.decode([Int].self)
      guard numbers.count == 2 else { throw decoder.expected("a program, or bank and program in brackets") }
      self.init(bank: numbers[0], program: numbers[1])
    }
    guard (0...16_383).contains(bank), (0...127).contains(program) else {
      throw decoder.expected("a program 0…127, or a bank 0…16383 and a program in brackets")
    }
  }

  /// Encodes the shortest form that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if bank == 0 { try value.encode(program) } else { try value.encode([bank, program]) }
  }
}

extension SynthControls: Codable {
  /// Decodes an object; every member is optional.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    let usual = SynthControls()
    gain = try object.number("gain", -96...48, default: usual.gain)
    pan = try object.number("pan", -1...1, default: usual.pan)
    tuning = try object.number("tuning", -2_400...2_400, default: usual.tuning)
    reverb = try object.number("reverb", 0...4, default: usual.reverb)
    chorus = try object.number("chorus", 0...4, default: usual.chorus)
    polyphony = try object.number("polyphony", 1...4_096, default: usual.polyphony)
    let words = SynthSettings.Interpolation.allCases.map { ($0.rawValue, $0) }
    interpolation = try object.word("interpolation", words, default: usual.interpolation)
  }

  /// Encodes the object that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    let (own, usual) = (clamped, SynthControls())
    try object.put(own.gain, "gain", unless: usual.gain)
    try object.put(own.pan, "pan", unless: usual.pan)
    try object.put(own.tuning, "tuning", unless: usual.tuning)
    try object.put(own.reverb, "reverb", unless: usual.reverb)
    try object.put(own.chorus, "chorus", unless: usual.chorus)
    try object.put(own.polyphony, "polyphony", unless: usual.polyphony)
    if interpolation != usual.interpolation { try object.encode(interpolation.rawValue, forKey: "interpolation") }
  }
}
