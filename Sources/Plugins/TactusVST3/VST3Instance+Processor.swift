import CVST3
import TactusPlugin

// IAudioProcessor and IProcessContextRequirements.

extension VST3Tables {
  nonisolated(unsafe) static let processor = constant(
    IAudioProcessorVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      setBusArrangements: { object, _, inputs, outputs, count in
        VST3Instance.of(object)?.arrange(inputs, outputs, count) ?? tresult(kInvalidArgument)
      },
      getBusArrangement: { VST3Instance.of($0)?.describeSpeakers($1, $2, $3) ?? tresult(kInvalidArgument) },
      canProcessSampleSize: { tresult($1 == Int32(kSample32) ? kResultTrue : kResultFalse) },
      getLatencySamples: { UInt32(clamping: VST3Instance.of($0)?.latency ?? 0) },
      setupProcessing: { VST3Instance.of($0)?.prepare($1) ?? tresult(kInvalidArgument) },
      setProcessing: setProcessing,
      process: { rendersOffline($1) ? VST3Instance.processOffline($0, $1) : processAudio($0, $1) },
      getTailSamples: { object in
        VST3Instance.of(object)?.unit.tail.map { UInt32(clamping: $0) } ?? kInfiniteTail
      }))

  nonisolated(unsafe) static let requirements = constant(
    IProcessContextRequirementsVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      getProcessContextRequirements: { _ in
        UInt32(
          kNeedProjectTimeMusic | kNeedBarPositionMusic | kNeedCycleMusic | kNeedTempo | kNeedTimeSignature
            | kNeedTransportState)
      }))
}

extension VST3Instance {
  /// Notes the sample rate and the maximum number of frames for the next activation. Each block states its mode itself:
  /// offline, it waits for the samples that it needs.
  func prepare(_ setup: UnsafeMutablePointer<ProcessSetup>?) -> tresult {
    guard let setup else { return tresult(kInvalidArgument) }
    let new = setup.pointee
    guard !isActive else { return tresult(kResultFalse) }
    guard PluginUnit.sampleRates.contains(new.sampleRate), new.maxSamplesPerBlock > 0,
      new.symbolicSampleSize == Int32(kSample32)
    else { return tresult(kInvalidArgument) }
    self.setup = new
    return tresult(kResultOk)
  }

  /// The latency as it was last reported; the host asks for it again when it is notified of a change.
  var latency: Int { isActive ? reportedLatency ?? unit.latency : unit.latency }
}
