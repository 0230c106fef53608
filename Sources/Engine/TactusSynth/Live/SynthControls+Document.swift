import TactusFiles

extension PartProgram: DocumentValue {
  /// Reads a program number, or an array of bank and program.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    if let program = try? Int(from: node) {
      self.init(program: program)
    } else {
      let numbers = try [Int](from: node)
      guard numbers.count == 2 else { throw node.expected("a program, or bank and program in brackets") }
      self.init(bank: numbers[0], program: numbers[1])
    }
    guard (0...65_535).contains(bank), (0...127).contains(program) else {
      throw node.expected("a program 0…127, or a bank 0…65535 and a program in brackets")
    }
  }

  /// The shortest form that ``init(from:)`` reads.
  package var json: JSON {
    bank == 0 ? program.json : [bank, program].json
  }
}

extension SynthControls: DocumentValue {
  /// Reads an object; every member is optional.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
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

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    let (own, usual) = (clamped, SynthControls())
    object.put(own.gain, "gain", unless: usual.gain)
    object.put(own.pan, "pan", unless: usual.pan)
    object.put(own.tuning, "tuning", unless: usual.tuning)
    object.put(own.reverb, "reverb", unless: usual.reverb)
    object.put(own.chorus, "chorus", unless: usual.chorus)
    object.put(own.polyphony, "polyphony", unless: usual.polyphony)
    if interpolation != usual.interpolation { object.put(interpolation.rawValue, "interpolation") }
    return object.json
  }
}
