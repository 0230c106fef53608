import TactusRender

/// Any function at work.
enum Stage {
  case arpeggiator(ArpeggiatorStage)
  case chordDetector(ChordDetectorStage)
  case transpose(MappingStage<TransposeMapping>)

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    switch self {
    case .arpeggiator(let stage): stage.render(cycle, input, &output)
    case .chordDetector(let stage): stage.render(cycle, input, &output)
    case .transpose(let stage): stage.render(cycle, input, &output)
    }
  }

  func release(_ output: inout EventWriter) {
    switch self {
    case .arpeggiator(let stage): stage.release(&output)
    case .chordDetector(let stage): stage.release(&output)
    case .transpose(let stage): stage.release(&output)
    }
  }

  func reset() {
    switch self {
    case .arpeggiator(let stage): stage.reset()
    case .chordDetector(let stage): stage.reset()
    case .transpose(let stage): stage.reset()
    }
  }

  func isIdle() -> Bool {
    switch self {
    case .arpeggiator(let stage): stage.isIdle()
    case .chordDetector(let stage): stage.isIdle()
    case .transpose(let stage): stage.isIdle()
    }
  }

  func isBypassed() -> Bool {
    switch self {
    case .arpeggiator(let stage): stage.isBypassed
    case .chordDetector(let stage): stage.isBypassed
    case .transpose(let stage): stage.isBypassed
    }
  }
}
