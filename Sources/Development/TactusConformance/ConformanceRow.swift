import TactusFiles

/// One claim of the table: a trial, its expected number, and the source of that number.
package struct ConformanceRow: Sendable {
  package let section: ConformanceSection
  /// The claim; unique within its section.
  package let name: String
  /// The section of the specification, or the hardware, that defines the number.
  package let source: String
  /// The expected number, in the unit of the measured value.
  package let expected: Double
  /// The tolerance.
  package let tolerance: Double
  /// The synthesizer's deliberate deviation from the source, if any.
  package let deviation: Deviation?
  /// The parts of the trial that determine the number: if any of them is left out, the row must fail.
  package let subjects: [Subject]
  package let trial: Trial
  /// The trial to compare with, if the measurement is a comparison.
  package let reference: Trial?
  package let reading: MeasuredValue

  /// A documented deviation.
  package struct Deviation: Hashable, Sendable {
    /// The number that the synthesizer produces instead of the expected number.
    package let value: Double
    /// The reason in a few words; Documentation/Deviations.md has more.
    package let reason: String
  }

  /// A part of a trial that can be left out, to check that the row depends on it.
  package enum Subject: Hashable, Sendable {
    /// A generator in the instrument.
    case generator(GeneratorKind)
    /// A generator in the preset.
    case presetGenerator(GeneratorKind)
    /// One of the default modulators.
    case defaultModulator(SoundFont.Modulator)
    /// The bank's own modulators, in the instrument or in the preset.
    case modulators
    /// All messages except those of the note.
    case messages
    /// The velocity-to-filter setting.
    case velocityFilter
    /// The connections and playback parameters of a DLS bank.
    case downloadable
  }

  /// Measures the row.
  package func result() throws -> ConformanceResult {
    let take = try trial.render()
    let other = try reference?.render() ?? take
    return ConformanceResult(row: self, measured: reading.read(take, other))
  }

  /// Returns a copy of the row whose trial lacks the generators, modulators or messages that are the subject of the
  /// test.
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
      modulator.amount = 0  // an instrument's modulator replaces the default modulator
      for index in layers.indices { trial.layers[index].modulators.append(modulator) }
    case .modulators:
      for index in layers.indices { trial.layers[index].modulators = [] }
      (trial.globalModulators, trial.presetModulators) = ([], [])
    case .messages: (trial.before, trial.later) = ([], [])
    case .velocityFilter: trial.velocityFilter = .off
    case .downloadable: trial.downloadable?.omit()
    }
    return trial
  }
}
