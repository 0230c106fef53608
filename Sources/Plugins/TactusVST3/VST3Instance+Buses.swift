import CVST3
import TactusPlugin
import TactusSynth

// The buses: one event input; instruments have a main audio output and one for each part and drum group, the others an
// event output. Outputs other than the main one are auxiliary, and inactive until the host activates them; what belongs
// to an inactive one sounds in the main output.

extension VST3Instance {
  /// The outputs of an instrument.
  static var outputs: SynthOutputs { .drums }

  func busCount(_ type: Int32, _ direction: Int32) -> Int32 {
    let isInput = Int(direction) == kInput
    guard isInput || Int(direction) == kOutput else { return 0 }
    switch Int(type) {
    case kAudio: return !isInput && unit.descriptor.kind == .instrument ? Int32(Self.outputs.count) : 0
    case kEvent: return isInput || unit.descriptor.hasNoteOutput ? 1 : 0
    default: return 0
    }
  }

  func describeBus(
    _ type: Int32, _ direction: Int32, _ index: Int32, _ info: UnsafeMutablePointer<BusInfo>?
  ) -> tresult {
    guard index >= 0, index < busCount(type, direction), let info else { return tresult(kInvalidArgument) }
    let isAudio = Int(type) == kAudio
    let isMain = !isAudio || index == 0
    info.initialize(to: BusInfo())
    info.pointee.mediaType = type
    info.pointee.direction = direction
    info.pointee.channelCount = isAudio ? (emptyBuses & 1 << UInt32(index) == 0 ? 2 : 0) : 16
    let name = isAudio ? isMain ? "Out" : SynthOutputs.name(of: Int(index)) : nil
    WideText.write(name ?? (Int(direction) == kInput ? "Notes In" : "Notes Out"), toField: &info.pointee.name)
    info.pointee.busType = Int32(isMain ? kMain : kAux)
    info.pointee.flags = UInt32(isMain ? kDefaultActive : 0)
    return tresult(kResultOk)
  }

  /// Notes whether the host uses a bus. A change takes effect with the next activation.
  func activateBus(_ type: Int32, _ direction: Int32, _ index: Int32, _ isOn: Bool) -> tresult {
    guard index >= 0, index < busCount(type, direction) else { return tresult(kInvalidArgument) }
    guard Int(type) == kAudio else { return tresult(kResultOk) }
    if isOn { activeBuses |= 1 << UInt32(index) } else { activeBuses &= ~(1 << UInt32(index)) }
    return tresult(kResultOk)
  }

  /// Accepts only the buses that there are: stereo outputs, of which auxiliary ones may be empty.
  func arrange(_ inputs: Int32, _ outputs: UnsafeMutablePointer<SpeakerArrangement>?, _ count: Int32) -> tresult {
    guard inputs >= 0, count >= 0, count == 0 || outputs != nil else { return tresult(kInvalidArgument) }
    let most = busCount(Int32(kAudio), Int32(kOutput))
    guard inputs == 0, count <= most, (count == 0) == (most == 0), !isActive else { return tresult(kResultFalse) }
    var empty: UInt32 = 0
    for index in 0..<Int(count) {
      let speakers = outputs?[index] ?? 0
      if index > 0, speakers == SpeakerArrangement(kEmpty) {
        empty |= 1 << UInt32(index)
      } else if speakers != SpeakerArrangement(kStereo) {
        return tresult(kResultFalse)
      }
    }
    emptyBuses = empty
    return tresult(kResultTrue)
  }

  /// Writes the speakers of an audio output.
  func describeSpeakers(
    _ direction: Int32, _ index: Int32, _ speakers: UnsafeMutablePointer<SpeakerArrangement>?
  ) -> tresult {
    guard let speakers, index >= 0, index < busCount(Int32(kAudio), direction) else { return tresult(kInvalidArgument) }
    speakers.pointee = SpeakerArrangement(emptyBuses & 1 << UInt32(index) == 0 ? kStereo : kEmpty)
    return tresult(kResultOk)
  }

  /// Prepares the outputs that the host uses for rendering; without auxiliary ones, there is one output.
  func prepareOutputs() {
    guard unit.descriptor.kind == .instrument else { return }
    let used = (activeBuses & ~emptyBuses) | 1
    unit.prepare(outputs: used == 1 ? .stereo : Self.outputs)
    core.pointee.usedBuses = used
    core.pointee.channelCount = 2 * unit.outputs.count
  }

  /// Returns the output to which an input leads: notes to the only output, or to that of their part.
  func route(_ input: UnsafeMutablePointer<RoutingInfo>?, _ output: UnsafeMutablePointer<RoutingInfo>?) -> tresult {
    guard let input, let output, Int(input.pointee.mediaType) == kEvent, input.pointee.busIndex == 0 else {
      return tresult(kResultFalse)
    }
    let isAudio = unit.descriptor.kind == .instrument
    let part = input.pointee.channel
    let bus = part >= 0 && part < 16 ? Int32(SynthOutputs.firstPart) + part : 0
    output.pointee.mediaType = Int32(isAudio ? kAudio : kEvent)
    output.pointee.busIndex = isAudio && activeBuses & ~emptyBuses & 1 << UInt32(bus) != 0 ? bus : 0
    output.pointee.channel = isAudio ? -1 : input.pointee.channel
    return tresult(kResultOk)
  }
}
