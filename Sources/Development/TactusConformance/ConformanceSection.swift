/// A section of the table.
package enum ConformanceSection: String, CaseIterable, Hashable, Sendable {
  case pitch, level, pan, volumeEnvelope = "volume-envelope", modulationEnvelope = "modulation-envelope", lfo, filter
  case samples, zones, modulators, curves, sends, notes, parameters, downloadable

  package var title: String {
    switch self {
    case .pitch: "Pitch"
    case .level: "Level"
    case .pan: "Pan"
    case .volumeEnvelope: "Volume envelope"
    case .modulationEnvelope: "Modulation envelope"
    case .lfo: "LFOs"
    case .filter: "Filter"
    case .samples: "Samples and loops"
    case .zones: "Zones"
    case .modulators: "Modulators"
    case .curves: "Modulator curves"
    case .sends: "Effect sends"
    case .notes: "Notes"
    case .parameters: "Parameters, modes and the master"
    case .downloadable: "Downloadable Sounds"
    }
  }

  package var rows: [ConformanceRow] {
    switch self {
    case .pitch: PitchRows.rows
    case .level: LevelRows.rows
    case .pan: PanRows.rows
    case .volumeEnvelope: VolumeEnvelopeRows.rows
    case .modulationEnvelope: ModulationEnvelopeRows.rows
    case .lfo: LFORows.rows
    case .filter: FilterRows.rows
    case .samples: SampleRows.rows
    case .zones: ZoneRows.rows
    case .modulators: ModulatorRows.rows
    case .curves: CurveRows.rows
    case .sends: SendRows.rows
    case .notes: NoteRows.rows
    case .parameters: ParameterRows.rows
    case .downloadable: DownloadableRows.rows
    }
  }
}
