import TactusFiles

/// The assignment of a MIDI controller in a document. What this version does not know is left out.
struct SavedAssignment: DocumentValue, Equatable {
  /// The symbol of the parameter.
  var parameter: String
  var controller: MIDIController?
  /// The values at both ends of the controller; nil for those of the parameter.
  var from: Double?
  var to: Double?
  var isPassedOn = false

  init(_ assignment: ControllerAssignment, _ descriptor: PluginDescriptor) {
    parameter = descriptor.parameters[assignment.parameter].symbol
    (controller, from, to) = (assignment.controller, assignment.from, assignment.to)
    isPassedOn = assignment.isPassedOn
  }

  init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    parameter = try object.read(String.self, "parameter")
    let channel = try object.number("channel", 1...16, default: 1) - 1
    let number: Int? = try object.number("controller", 0...127)
    let source = try object.value("source", default: "")
    switch source {
    case "pressure": controller = MIDIController(.channelPressure, channel: UInt8(channel))
    case "pitchBend": controller = MIDIController(.pitchBend, channel: UInt8(channel))
    default:
      controller = number.flatMap { MIDIController(.controller(UInt8($0)), channel: UInt8(channel)) }
    }
    from = try object.readIfPresent(Double.self, "from")
    to = try object.readIfPresent(Double.self, "to")
    isPassedOn = try object.value("passesOn", default: false)
  }

  var json: JSON {
    var object = DocumentWriter()
    object.put(parameter, "parameter")
    if let controller {
      object.put(Int(controller.channel) + 1, "channel")
      switch controller.source {
      case .controller(let number): object.put(Int(number), "controller")
      case .channelPressure: object.put("pressure", "source")
      case .pitchBend: object.put("pitchBend", "source")
      }
    }
    object.put(from, "from")
    object.put(to, "to")
    object.put(isPassedOn, "passesOn", unless: false)
    return object.json
  }
}

extension PluginUnit {
  /// The assignments as the state saves them.
  var savedAssignments: [SavedAssignment] { midiLearn.assignments.map { SavedAssignment($0, descriptor) } }

  /// Replaces all assignments by saved ones; those of parameters that this version does not have are left out.
  func restoreAssignments(_ saved: [SavedAssignment]) {
    midiLearn.cancel()
    let words = learnMemory.words
    let wasChanged = words.isChanged.pointee.load(ordering: .relaxed)
    defer { words.isChanged.pointee.store(wasChanged, ordering: .relaxed) }
    setAssignments { $0 = [] }
    for assignment in saved {
      guard let index = descriptor.index(ofParameter: assignment.parameter), let controller = assignment.controller
      else { continue }
      let range = descriptor.parameters[index].range
      midiLearn.assign(
        ControllerAssignment(
          parameter: index, controller: controller, from: assignment.from ?? range.lowerBound,
          to: assignment.to ?? range.upperBound, isPassedOn: assignment.isPassedOn))
    }
  }
}
