import TactusRender

/// Any function at work.
enum Stage {
  case transpose(MappingStage<TransposeMapping>)

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    switch self {
    case .transpose(let stage): stage.render(cycle, input, &output)
    }
  }

  func release(_ output: inout EventWriter) {
    switch self {
    case .transpose(let stage): stage.release(&output)
    }
  }

  func reset() {
    switch self {
    case .transpose(let stage): stage.reset()
    }
  }

  func isIdle() -> Bool {
    switch self {
    case .transpose(let stage): stage.isIdle()
    }
  }

  func isBypassed() -> Bool {
    switch self {
    case .transpose(let stage): stage.isBypassed
    }
  }
}
