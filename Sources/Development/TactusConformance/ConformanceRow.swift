import TactusFiles

/// One claim of the table: a trial, the number it must give, and on whose authority.
package struct ConformanceRow: Sendable {
  package let section: ConformanceSection
  /// What is claimed, unlike that of every other row of the section.
  package let name: String
  /// The section of the specification, or the hardware, that gives the number.
  package let source: String
  /// The number given there, in the reading's unit.
  package let expected: Double
  /// How far the measured number may be from it.
  package let tolerance: Double
  /// Where the synthesizer departs from the source on purpose.
  package let deviation: Deviation?
  /// What makes the number what it is: without any of these, the row must fail.
  package let subjects: [Subject]
  package let trial: Trial
  /// What the trial is compared with, if the reading compares.
  package let reference: Trial?
  package let reading: MeasuredValue

  /// A documented departure.
  package struct Deviation: Hashable, Sendable {
    /// The number the synthesizer gives instead.
    package let value: Double
    /// Why, in a few words; Documentation/Deviations.md has more.
    package let reason: String
  }

  /// Something of a trial that can be left out, to see whether a row notices.
  package enum Subject: Hashable, Sendable {
    /// A generator in the instrument, or in the preset.
    case generator(GeneratorKind)
    case presetGenerator(GeneratorKind)
    /// One of the default modulators.
    case defaultModulator(SoundFont.Modulator)
    /// The bank's own modulators, in the instrument or in the preset.
    case modulators
    /// The messages besides the note's.
    case messages
    /// The reading of velocity to filter.
    case velocityFilter
  }

  /// Measures.
  package func result() throws -> ConformanceResult {
    let take = try trial.render()
    let other = try reference?.render() ?? take
    return ConformanceResult(row: self, measured: reading.read(take, other))
  }

  /// The same row with something left out of its trial.
  package func omitting(_ subject: Subject) -> ConformanceRow {
    ConformanceRow(
      section: section, name: name, source: source, expected: expected, tolerance: tolerance, deviation: deviation,
      subjects: subjects, trial: trial.omitting(subject), reference: reference, reading: reading)
  }
}

extension Trial {
  fileprivate func omitting(_ subject: ConformanceRow.Subject) -> Trial {
    var trial = self
    switch subject {
    case .generator(let kind):
      for index in layers.indices { trial.layers[index].generators.removeAll { $0.kind == kind } }
      trial.globalGenerators.removeAll { $0.kind == kind }
    case .presetGenerator(let kind): trial.presetGenerators.removeAll { $0.kind == kind }
    case .defaultModulator(var modulator):
      modulator.amount = 0  // at instrument level it takes the default one's place
      for index in layers.indices { trial.layers[index].modulators.append(modulator) }
    case .modulators:
      for index in layers.indices { trial.layers[index].modulators = [] }
      (trial.globalModulators, trial.presetModulators) = ([], [])
    case .messages: (trial.before, trial.later) = ([], [])
    case .velocityFilter: trial.velocityFilter = .off
    }
    return trial
  }
}
