import CVST3
import TactusMIDI
import TactusPlugin

/// A change of a parameter that the host has made known to the controller, and that it will also pass to the processor
/// in its next call of `process`.
struct VST3Edit {
  /// 0…1.
  var value: Double
  /// The number of calls of `process` before the change.
  var cycle: Int
}

/// The parameters of a plug-in as VST 3 lists them: the plug-in's own, the selection of a program, and the hidden
/// parameters of the MIDI controllers.
struct VST3Parameters {
  let descriptor: PluginDescriptor
  /// The units, which are groups of parameters; the root unit comes first.
  let units: [String]
  private let indices: [UInt32: Int]

  init(_ descriptor: PluginDescriptor) {
    self.descriptor = descriptor
    var groups: [String] = []
    for parameter in descriptor.parameters where !parameter.group.isEmpty && !groups.contains(parameter.group) {
      groups.append(parameter.group)
    }
    units = [descriptor.name] + groups
    indices = Dictionary(
      descriptor.parameters.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The kind of a parameter.
  enum Kind {
    case own(Int)
    case program
    case controller(ControllerParameter)
  }

  var count: Int { descriptor.parameters.count + 1 + ControllerParameter.count }

  /// Returns the parameter with this id; nil if there is none.
  func find(_ id: UInt32) -> Kind? {
    if let index = indices[id] { return .own(index) }
    return id == VST3Core.programID ? .program : ControllerParameter(id: id).map { .controller($0) }
  }

  /// Returns the parameter at a position of the list; nil if there is none.
  func at(_ position: Int) -> Kind? {
    guard position >= 0, position < count else { return nil }
    let own = descriptor.parameters.count
    if position < own { return .own(position) }
    if position == own { return .program }
    let (channel, number) = (position - own - 1).quotientAndRemainder(dividingBy: ControllerParameter.countPerChannel)
    return ControllerParameter(number: number, channel: channel).map { .controller($0) }
  }

  var programRange: NormalizedRange {
    NormalizedRange(
      lowest: 0, width: Double(descriptor.presets.count - 1), steps: Int32(descriptor.presets.count - 1))
  }

  // MARK: Descriptions

  func describe(_ kind: Kind, _ info: UnsafeMutablePointer<ParameterInfo>) {
    info.initialize(to: ParameterInfo())
    switch kind {
    case .own(let index): describe(descriptor.parameters[index], info)
    case .program: describeProgram(info)
    case .controller(let controller): describe(controller, info)
    }
  }

  private func describe(_ parameter: ParameterDescriptor, _ info: UnsafeMutablePointer<ParameterInfo>) {
    let range = parameter.normalizedRange
    info.pointee.id = parameter.id
    // hosts without units show one list, in which names must differ
    let title = parameter.group.isEmpty ? parameter.name : "\(parameter.group): \(parameter.name)"
    WideText.write(title, toField: &info.pointee.title)
    WideText.write(parameter.name, toField: &info.pointee.shortTitle)
    // hosts show it after the text of a value
    WideText.write(String(parameter.unit.suffix.drop { $0 == " " }), toField: &info.pointee.units)
    info.pointee.stepCount = range.steps
    info.pointee.defaultNormalizedValue = range.normalized(parameter.defaultValue)
    info.pointee.unitId = Int32(units.firstIndex(of: parameter.group) ?? 0)
    var flags = parameter.isAutomatable ? kCanAutomate : 0
    if case .choice = parameter.kind { flags |= kIsList }
    if parameter.isBypass { flags |= kIsBypass }
    info.pointee.flags = Int32(flags)
  }

  private func describeProgram(_ info: UnsafeMutablePointer<ParameterInfo>) {
    info.pointee.id = VST3Core.programID
    WideText.write("Program", toField: &info.pointee.title)
    WideText.write("Program", toField: &info.pointee.shortTitle)
    info.pointee.stepCount = programRange.steps
    info.pointee.flags = Int32(kCanAutomate | kIsList | kIsProgramChange)
  }

  private func describe(_ controller: ControllerParameter, _ info: UnsafeMutablePointer<ParameterInfo>) {
    info.pointee.id = controller.id
    WideText.write(controller.title, toField: &info.pointee.title)
    WideText.write(controller.title, toField: &info.pointee.shortTitle)
    info.pointee.stepCount = Int32(controller.steps)
    info.pointee.defaultNormalizedValue = controller.defaultValue
    info.pointee.flags = Int32(kCanAutomate | kIsHidden)
  }
}

extension ControllerParameter {
  /// The name, which begins with the words by which hosts recognize parameters of this kind.
  var title: String { "MIDI CC \(name), channel \(channel + 1)" }

  private var name: String {
    switch number {
    case kAfterTouch: "Pressure"
    case kPitchBend: "Pitch bend"
    case kCtrlProgramChange: "Program"
    default: "\(number)"
    }
  }

  /// The value after a reset, 0…1.
  var defaultValue: Double {
    switch number {
    case 7: 100 / 127
    case 8, 10, 70...79: 64 / 127
    case 11: 1
    case kPitchBend: 8_192 / 16_383
    default: 0
    }
  }
}
