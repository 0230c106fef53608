import CCLAP
import TactusPlugin
import TactusSynth

// The configurations of the audio ports: one stereo output, or also one for each part, or also for each drum group.

extension HostedUnit {
  private nonisolated(unsafe) static let stereo = CText.constant("stereo")  // never written

  /// The configurations, by id.
  static let configurations = SynthOutputs.allCases

  private static func name(of outputs: SynthOutputs) -> String {
    switch outputs {
    case .stereo: "Stereo"
    case .parts: "Outputs by part"
    case .drums: "Outputs by part and drum group"
    }
  }

  /// The number of configurations; only instruments have any.
  var configurationCount: UInt32 { unit.descriptor.kind == .instrument ? UInt32(Self.configurations.count) : 0 }

  func describeConfiguration(_ index: UInt32, _ config: UnsafeMutablePointer<clap_audio_ports_config>?) -> Bool {
    guard index < configurationCount, let config else { return false }
    let outputs = Self.configurations[Int(index)]
    config.pointee.id = index
    CText.write(Self.name(of: outputs), toField: &config.pointee.name)
    (config.pointee.input_port_count, config.pointee.output_port_count) = (0, UInt32(outputs.count))
    config.pointee.has_main_input = false
    (config.pointee.main_input_channel_count, config.pointee.main_input_port_type) = (0, nil)
    config.pointee.has_main_output = true
    (config.pointee.main_output_channel_count, config.pointee.main_output_port_type) = (2, Self.stereo)
    return true
  }

  /// Selects a configuration. The plug-in must not be active.
  func selectConfiguration(_ id: UInt32) -> Bool {
    expectMainThread("audio_ports_config.select")
    guard !audio.pointee.isActive, id < configurationCount else { return false }
    unit.choose(Self.configurations[Int(id)])
    return true
  }

  /// The id of the present configuration; `CLAP_INVALID_ID` if there are none.
  var currentConfiguration: UInt32 {
    configurationCount == 0 ? .max : UInt32(Self.configurations.firstIndex(of: unit.outputs) ?? 0)
  }

  func describePort(
    _ index: UInt32, ofConfiguration id: UInt32, isInput: Bool, _ port: UnsafeMutablePointer<clap_audio_port_info>?
  ) -> Bool {
    guard id < configurationCount, !isInput else { return false }
    return describePort(index, of: Self.configurations[Int(id)], port)
  }

  /// Describes an output; the main output has the id 3, and the others have ids from 100 onwards.
  func describePort(
    _ index: UInt32, of outputs: SynthOutputs, _ port: UnsafeMutablePointer<clap_audio_port_info>?
  ) -> Bool {
    guard index < UInt32(outputs.count), let port else { return false }
    port.pointee.id = index == 0 ? 3 : 100 + index
    let name = index == 0 && outputs == .stereo ? "Out" : SynthOutputs.name(of: Int(index))
    CText.write(name, toField: &port.pointee.name)
    port.pointee.flags = index == 0 ? UInt32(CLAP_AUDIO_PORT_IS_MAIN) : 0
    port.pointee.channel_count = 2
    port.pointee.port_type = Self.stereo
    port.pointee.in_place_pair = .max
    return true
  }

  /// Takes over the outputs that a restored state asks for. An active plug-in requests a restart, because ports change
  /// only while it is inactive.
  func applyWantedOutputs() {
    guard let wanted = unit.wantedOutputs else { return }
    if audio.pointee.isActive {
      host.pointee.request_restart?(host)
    } else {
      unit.choose(wanted)
      extensions.audioPorts?.pointee.rescan?(host, UInt32(CLAP_AUDIO_PORTS_RESCAN_LIST))
    }
  }
}
