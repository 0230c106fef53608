import CVST3
import PluginHosting

extension HostedVST3 {
  /// Activates or deactivates an audio output.
  func activate(output: Int, _ isOn: Bool) -> Bool {
    component.pointee.vtbl.pointee.activateBus(component, Int32(kAudio), Int32(kOutput), Int32(output), isOn ? 1 : 0)
      == tresult(kResultOk)
  }

  func arrange(_ speakers: [Int]) -> Bool {
    var outputs = speakers.map { SpeakerArrangement($0) }
    return processor.pointee.vtbl.pointee.setBusArrangements(processor, nil, 0, &outputs, Int32(outputs.count))
      == tresult(kResultTrue)
  }

  /// Renders a block with two channels for each output.
  ///
  /// - Returns: the channels of each output.
  func processOutputs(
    _ frames: Int, _ count: Int, _ events: [(offset: Int, event: VST3HostEvent)] = []
  ) -> [[Float]] {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count * (frames + 1))
    memory.initialize(repeating: .infinity, count: 2 * count * (frames + 1))
    let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>?>.allocate(capacity: 2 * count)
    for channel in 0..<2 * count { (channels + channel).initialize(to: memory + channel * (frames + 1)) }
    let buses = UnsafeMutablePointer<AudioBusBuffers>.allocate(capacity: count)
    for bus in 0..<count {
      (buses + bus).initialize(to: AudioBusBuffers())
      buses[bus].numChannels = 2
      buses[bus].channelBuffers32 = channels + 2 * bus
    }
    defer {
      memory.deallocate()
      channels.deallocate()
      buses.deallocate()
    }
    processBlock(frames, events, outputs: buses, Int32(count))
    return (0..<2 * count).map { Array(UnsafeBufferPointer(start: memory + $0 * (frames + 1), count: frames)) }
  }
}

extension VST3TrialKind {
  /// The outputs by part and drum group: inactive at first, when all sound is in the main output; their sum is the mix.
  @Sendable static func activateOutputs(_ trial: VST3Trial) {
    guard trial.isSampler, let mix = trial.open(), let parts = trial.open(nil) else { return }
    let count = 23
    trial.check(parts.arrange(Array(repeating: kStereo, count: count)), "refuses stereo outputs")
    trial.check(parts.arrange([kStereo]), "refuses one stereo output")
    trial.check(!parts.arrange([1] + Array(repeating: kStereo, count: count - 1)), "takes a mono output")
    trial.check(!parts.arrange([kEmpty]) && !parts.arrange([]), "takes no main output")
    trial.check(!parts.arrange(Array(repeating: kStereo, count: count + 1)), "takes an output more")
    let active = Set((1..<count).filter { _ in trial.chance(50) })
    for output in 1..<count { trial.check(parts.activate(output: output, active.contains(output)), "output \(output)") }
    trial.check(!parts.activate(output: count, true), "activates an output that there is not")
    trial.check(parts.activate(), "is not activated")
    mix.keepsSound = true
    var (worst, peak, stray) = (0.0, 0.0, 0)
    for _ in 0..<20 {
      let frames = trial.blockLength()
      let events = (0..<trial.number(0...6)).map { _ in
        let (key, channel) = (trial.number(30...90), trial.number(0...15))
        let event: VST3HostEvent =
          trial.chance(60) ? .noteOn(key: key, channel: channel) : .noteOff(key: key, channel: channel)
        return (offset: trial.number(0...frames - 1), event: event)
      }.sorted { $0.offset < $1.offset }
      mix.sound = []
      mix.process(frames, nil, events)
      let outputs = parts.processOutputs(frames, count, events)
      for output in 1..<count where !active.contains(output) {
        if outputs[2 * output].contains(where: { $0 != 0 }) { stray += 1 }
      }
      for side in 0...1 {
        for frame in 0..<frames {
          var sum = 0.0
          for output in 0..<count { sum += Double(outputs[2 * output + side][frame]) }
          let whole = Double(mix.sound[2 * frame + side])
          peak = max(peak, abs(whole))
          worst = max(worst, sum.isFinite ? abs(sum - whole) : .infinity)
        }
      }
    }
    trial.check(worst <= max(peak, 1e-3) * 1e-5, "the sum of the outputs differs from the mix by \(worst) of \(peak)")
    trial.check(stray == 0, "sound in \(stray) inactive outputs")
    trial.figures.append("\(active.count) outputs, \(worst / max(peak, 1e-9)) of the peak off")
    trial.close(mix)
    trial.close(parts)
  }

  /// An expression reaches the note with its number, before and after it starts.
  @Sendable static func expressNotes(_ trial: VST3Trial) {
    guard let plugin = trial.open(), let other = trial.open() else { return }
    guard let found = plugin.find(INoteExpressionController_iid, INoteExpressionController.self) else {
      return trial.check(false, "has no note expressions")
    }
    let table = found.pointee.vtbl.pointee
    defer { _ = table.release(found) }
    let count = table.getNoteExpressionCount(found, 0, 0)
    trial.check(count == (trial.isSampler ? 7 : 1), "\(count) note expressions")
    for index in 0..<count {
      var info = NoteExpressionTypeInfo()
      trial.check(table.getNoteExpressionInfo(found, 0, 0, index, &info) == tresult(kResultOk), "an expression")
      trial.check(!HostedVST3.text(info.title).isEmpty, "an expression has no title")
      for value in [0, 1, info.valueDesc.defaultValue, trial.share()] {
        var (text, back) = ([TChar](repeating: 0, count: 128), -1.0)
        let isText = table.getNoteExpressionStringByValue(found, 0, 0, info.typeId, value, &text)
        let isValue = table.getNoteExpressionValueByString(found, 0, 0, info.typeId, &text, &back)
        trial.check(
          isText == tresult(kResultOk) && isValue == tresult(kResultOk) && abs(back - value) < 0.005,
          "type \(info.typeId): \(value) becomes \(back)")
      }
    }
    var pressure = NoteExpressionTypeInfo()
    _ = table.getNoteExpressionInfo(found, 0, 0, count - 1, &pressure)
    trial.check(pressure.typeId == UInt32(kCustomStart), "the last expression is no pressure")
    guard trial.isSampler else { return }
    for made in [plugin, other] {
      trial.check(made.load(VST3TrialKind.clickState("")), "cannot load a state")
      made.keepsSound = true
    }
    let mute: VST3HostEvent = .expression(type: kVolumeTypeID, number: 7, 0)
    let silenced: VST3HostEvent = .noteOn(key: 60, number: 7)
    let first = trial.chance(50) ? [mute, silenced] : [silenced, mute]
    plugin.process(2_000, nil, (first + [.noteOn(key: 67, number: 8)]).map { (offset: 100, event: $0) })
    other.process(2_000, nil, [(100, .noteOn(key: 67, number: 8))])
    trial.check(plugin.sound == other.sound, "a note without volume is heard")
    trial.check(plugin.sound.contains { $0 != 0 }, "nothing is heard")
    trial.close(plugin)
    trial.close(other)
  }

  /// A note of the sampler has the tuning with which the host starts it, and the next note of its key has none.
  @Sendable static func tuneNotes(_ trial: VST3Trial) {
    guard trial.isSampler, let tuned = trial.open(), let plain = trial.open() else { return }
    for made in [tuned, plain] {
      trial.check(made.load(VST3TrialKind.clickState("")), "cannot load a state")
      made.keepsSound = true
    }
    func crossings(_ sound: [Float]) -> Int { zip(sound, sound.dropFirst(2)).count { ($0 < 0) != ($1 < 0) } }
    tuned.process(8_000, nil, [(100, .noteOn(key: 60, number: 7, tuning: 1_200))])
    plain.process(8_000, nil, [(100, .noteOn(key: 60, number: 7, tuning: .nan))])
    let ratio = Double(crossings(tuned.sound)) / Double(max(1, crossings(plain.sound)))
    trial.check((1.6...2.4).contains(ratio), "an octave higher has \(ratio) times as many crossings of zero")
    for made in [tuned, plain] {
      made.reset()
      made.sound = []
      made.process(4_000, nil, [(10, .noteOn(key: 60, number: 8))])
    }
    trial.check(tuned.sound == plain.sound, "a note has the tuning of the one before")
    trial.close(tuned)
    trial.close(plain)
  }
}
