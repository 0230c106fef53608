import TactusRender

/// Any running effect.
enum Stage {
  case arpeggiator(ArpeggiatorStage)
  case chordDetector(ChordDetectorStage)
  case transpose(MappingStage<KeyMapping>)
  case filter(MappingStage<FilterMapping>)
  case velocity(MappingStage<VelocityMapping>)
  case bendRange(BendRangeStage)
  case controllerMap(ControllerMapStage)
  case channelMap(MappingStage<ChannelMapping>)
  case zones(MappingStage<ZoneMapping>)
  case pressure(PressureStage)
  case chordMemory(DelayedStage<ChordMapping>)
  case echo(DelayedStage<EchoMapping>)
  case humanise(DelayedStage<HumaniseMapping>)
  case quantise(MappingStage<KeyMapping>)
  case mpeToChannel(MPEToChannelStage)
  case channelToMPE(ChannelToMPEStage)

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    switch self {
    case .arpeggiator(let stage): stage.render(cycle, input, &output)
    case .chordDetector(let stage): stage.render(cycle, input, &output)
    case .transpose(let stage): stage.render(cycle, input, &output)
    case .filter(let stage): stage.render(cycle, input, &output)
    case .velocity(let stage): stage.render(cycle, input, &output)
    case .bendRange(let stage): stage.render(cycle, input, &output)
    case .controllerMap(let stage): stage.render(cycle, input, &output)
    case .channelMap(let stage): stage.render(cycle, input, &output)
    case .zones(let stage): stage.render(cycle, input, &output)
    case .pressure(let stage): stage.render(cycle, input, &output)
    case .chordMemory(let stage): stage.render(cycle, input, &output)
    case .echo(let stage): stage.render(cycle, input, &output)
    case .humanise(let stage): stage.render(cycle, input, &output)
    case .quantise(let stage): stage.render(cycle, input, &output)
    case .mpeToChannel(let stage): stage.render(cycle, input, &output)
    case .channelToMPE(let stage): stage.render(cycle, input, &output)
    }
  }

  func release(_ output: inout EventWriter) {
    switch self {
    case .arpeggiator(let stage): stage.release(&output)
    case .chordDetector(let stage): stage.release(&output)
    case .transpose(let stage): stage.release(&output)
    case .filter(let stage): stage.release(&output)
    case .velocity(let stage): stage.release(&output)
    case .bendRange(let stage): stage.release(&output)
    case .controllerMap(let stage): stage.release(&output)
    case .channelMap(let stage): stage.release(&output)
    case .zones(let stage): stage.release(&output)
    case .pressure(let stage): stage.release(&output)
    case .chordMemory(let stage): stage.release(&output)
    case .echo(let stage): stage.release(&output)
    case .humanise(let stage): stage.release(&output)
    case .quantise(let stage): stage.release(&output)
    case .mpeToChannel(let stage): stage.release(&output)
    case .channelToMPE(let stage): stage.release(&output)
    }
  }

  func reset() {
    switch self {
    case .arpeggiator(let stage): stage.reset()
    case .chordDetector(let stage): stage.reset()
    case .transpose(let stage): stage.reset()
    case .filter(let stage): stage.reset()
    case .velocity(let stage): stage.reset()
    case .bendRange(let stage): stage.reset()
    case .controllerMap(let stage): stage.reset()
    case .channelMap(let stage): stage.reset()
    case .zones(let stage): stage.reset()
    case .pressure(let stage): stage.reset()
    case .chordMemory(let stage): stage.reset()
    case .echo(let stage): stage.reset()
    case .humanise(let stage): stage.reset()
    case .quantise(let stage): stage.reset()
    case .mpeToChannel(let stage): stage.reset()
    case .channelToMPE(let stage): stage.reset()
    }
  }

  func isIdle() -> Bool {
    switch self {
    case .arpeggiator(let stage): stage.isIdle()
    case .chordDetector(let stage): stage.isIdle()
    case .transpose(let stage): stage.isIdle()
    case .filter(let stage): stage.isIdle()
    case .velocity(let stage): stage.isIdle()
    case .bendRange(let stage): stage.isIdle()
    case .controllerMap(let stage): stage.isIdle()
    case .channelMap(let stage): stage.isIdle()
    case .zones(let stage): stage.isIdle()
    case .pressure(let stage): stage.isIdle()
    case .chordMemory(let stage): stage.isIdle()
    case .echo(let stage): stage.isIdle()
    case .humanise(let stage): stage.isIdle()
    case .quantise(let stage): stage.isIdle()
    case .mpeToChannel(let stage): stage.isIdle()
    case .channelToMPE(let stage): stage.isIdle()
    }
  }

  func nextFrame(_ line: HostTickMap?) -> Int64 {
    switch self {
    case .arpeggiator(let stage): stage.nextFrame(line)
    case .chordDetector(let stage): stage.nextFrame(line)
    case .transpose(let stage): stage.nextFrame(line)
    case .filter(let stage): stage.nextFrame(line)
    case .velocity(let stage): stage.nextFrame(line)
    case .bendRange(let stage): stage.nextFrame(line)
    case .controllerMap(let stage): stage.nextFrame(line)
    case .channelMap(let stage): stage.nextFrame(line)
    case .zones(let stage): stage.nextFrame(line)
    case .pressure(let stage): stage.nextFrame(line)
    case .chordMemory(let stage): stage.nextFrame(line)
    case .echo(let stage): stage.nextFrame(line)
    case .humanise(let stage): stage.nextFrame(line)
    case .quantise(let stage): stage.nextFrame(line)
    case .mpeToChannel(let stage): stage.nextFrame(line)
    case .channelToMPE(let stage): stage.nextFrame(line)
    }
  }

  func isBypassed() -> Bool {
    switch self {
    case .arpeggiator(let stage): stage.isBypassed
    case .chordDetector(let stage): stage.isBypassed
    case .transpose(let stage): stage.isBypassed
    case .filter(let stage): stage.isBypassed
    case .velocity(let stage): stage.isBypassed
    case .bendRange(let stage): stage.isBypassed
    case .controllerMap(let stage): stage.isBypassed
    case .channelMap(let stage): stage.isBypassed
    case .zones(let stage): stage.isBypassed
    case .pressure(let stage): stage.isBypassed
    case .chordMemory(let stage): stage.isBypassed
    case .echo(let stage): stage.isBypassed
    case .humanise(let stage): stage.isBypassed
    case .quantise(let stage): stage.isBypassed
    case .mpeToChannel(let stage): stage.isBypassed
    case .channelToMPE(let stage): stage.isBypassed
    }
  }

  /// Whether the effect is a controller map that sets a parameter of the plug-in unit itself.
  func setsParameter() -> Bool {
    guard case .controllerMap(let stage) = self, !stage.isBypassed, case .parameter = stage.target else { return false }
    return true
  }

  /// Returns the delay in frames that the effect adds to all events.
  func latency() -> Int64 {
    guard case .humanise(let stage) = self, !stage.isBypassed else { return 0 }
    return stage.mapping.delay()
  }

  /// Returns whether all events pass the effect unchanged, so that they need not be copied; if so, the effect observes
  /// them. This applies to chord detectors, and to bypassed effects that have nothing to end.
  func passesAll(_ cycle: StageCycle, _ input: EventList) -> Bool {
    if case .chordDetector(let detector) = self {
      detector.listen(cycle, input)
      return true
    }
    guard isBypassed(), isIdle() else { return false }
    switch self {
    case .bendRange(let stage): stage.listen(input)
    case .controllerMap(let stage): stage.listen(input)
    case .pressure(let stage): stage.listen(input)
    case .mpeToChannel(let stage): stage.listen(input)
    case .channelToMPE(let stage): stage.listen(input)
    case .filter(let stage): stage.mapping.pedals.pointee.listen(input)
    case .channelMap(let stage): stage.mapping.pedals.pointee.listen(input)
    case .zones(let stage): stage.mapping.pedals.pointee.listen(input)
    default: break
    }
    return true
  }
}
