import CVST3
import TactusDSP
import TactusPlugin

// INoteExpressionController and INoteExpressionPhysicalUIMapping. An instrument has all expressions that VST 3 defines,
// except texts, and the pressure of a key; the other plug-ins have only pressure, which they pass on.

extension VST3Tables {
  nonisolated(unsafe) static let noteExpression = constant(
    INoteExpressionControllerVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      getNoteExpressionCount: { object, bus, channel in
        VST3Instance.of(object).map { isEventChannel(bus, channel) ? Int32($0.expressions.count) : 0 } ?? 0
      },
      getNoteExpressionInfo: { object, bus, channel, index, info in
        guard isEventChannel(bus, channel), let all = VST3Instance.of(object)?.expressions,
          all.indices.contains(Int(index)), let info
        else { return tresult(kInvalidArgument) }
        all[Int(index)].describe(info)
        return tresult(kResultOk)
      },
      getNoteExpressionStringByValue: { object, bus, channel, id, value, text in
        guard isEventChannel(bus, channel), let expression = VST3Instance.of(object)?.expression(id), value.isFinite,
          let text
        else { return tresult(kInvalidArgument) }
        WideText.write(expression.text(of: max(0, min(value, 1))), to: text)
        return tresult(kResultOk)
      },
      getNoteExpressionValueByString: { object, bus, channel, id, text, value in
        guard isEventChannel(bus, channel), let expression = VST3Instance.of(object)?.expression(id), let text,
          let value
        else { return tresult(kInvalidArgument) }
        guard let number = expression.value(of: WideText.read(text)) else { return tresult(kResultFalse) }
        value.pointee = number
        return tresult(kResultOk)
      }))

  nonisolated(unsafe) static let physicalMapping = constant(
    INoteExpressionPhysicalUIMappingVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      getPhysicalUIMapping: { object, bus, channel, list in
        guard isEventChannel(bus, channel), let list, list.pointee.count == 0 || list.pointee.map != nil,
          let instance = VST3Instance.of(object)
        else { return tresult(kInvalidArgument) }
        for index in 0..<Int(list.pointee.count) {
          let id = VST3Expression.id(ofMovement: list.pointee.map[index].physicalUITypeID)
          let isKnown = id.flatMap { instance.expression($0) } != nil
          list.pointee.map[index].noteExpressionTypeID = isKnown ? id ?? kInvalidTypeID : kInvalidTypeID
        }
        return tresult(kResultOk)
      }))

  private static func isEventChannel(_ bus: Int32, _ channel: Int16) -> Bool {
    bus == 0 && channel >= 0 && channel < 16
  }
}

extension VST3Instance {
  /// The expressions of the plug-in's notes.
  var expressions: [VST3Expression] {
    unit.descriptor.kind == .instrument
      ? NoteExpressionType.allCases.map { .standard($0) } + [.pressure] : [.pressure]
  }

  /// Returns the expression of a type; nil if the plug-in does not have it.
  func expression(_ id: UInt32) -> VST3Expression? { expressions.first { $0.id == id } }
}

/// A note expression as the controller describes it.
///
/// - Thread: any
enum VST3Expression: Equatable {
  case standard(NoteExpressionType)
  case pressure

  var id: UInt32 {
    switch self {
    case .standard(.volume): UInt32(kVolumeTypeID)
    case .standard(.pan): UInt32(kPanTypeID)
    case .standard(.tuning): UInt32(kTuningTypeID)
    case .standard(.vibrato): UInt32(kVibratoTypeID)
    case .standard(.expression): UInt32(kExpressionTypeID)
    case .standard(.brightness): UInt32(kBrightnessTypeID)
    case .pressure: UInt32(VST3Core.pressureID)
    }
  }

  /// Returns the type that a movement of a finger controls: sideways the pitch, along the key the brightness.
  static func id(ofMovement movement: UInt32) -> UInt32? {
    switch Int(movement) {
    case kPUIXMovement: UInt32(kTuningTypeID)
    case kPUIYMovement: UInt32(kBrightnessTypeID)
    case kPUIPressure: UInt32(VST3Core.pressureID)
    default: nil
    }
  }

  private var names: (title: String, short: String, unit: String) {
    switch self {
    case .standard(.volume): ("Volume", "Vol", "dB")
    case .standard(.pan): ("Pan", "Pan", "%")
    case .standard(.tuning): ("Tuning", "Tune", "st")
    case .standard(.vibrato): ("Vibrato", "Vib", "%")
    case .standard(.expression): ("Expression", "Expr", "%")
    case .standard(.brightness): ("Brightness", "Brt", "%")
    case .pressure: ("Pressure", "Press", "")
    }
  }

  /// The value that changes nothing.
  var defaultValue: Double {
    switch self {
    case .standard(.volume): 0.25
    case .standard(.pan), .standard(.tuning), .standard(.brightness): 0.5
    case .standard(.expression): 1
    case .standard(.vibrato), .pressure: 0
    }
  }

  private var isBipolar: Bool {
    switch self {
    case .standard(.pan), .standard(.tuning), .standard(.brightness): true
    default: false
    }
  }

  func describe(_ info: UnsafeMutablePointer<NoteExpressionTypeInfo>) {
    info.initialize(to: NoteExpressionTypeInfo())
    info.pointee.typeId = id
    WideText.write(names.title, toField: &info.pointee.title)
    WideText.write(names.short, toField: &info.pointee.shortTitle)
    WideText.write(names.unit, toField: &info.pointee.units)
    info.pointee.unitId = -1
    info.pointee.valueDesc = NoteExpressionValueDescription(
      defaultValue: defaultValue, minimum: 0, maximum: 1, stepCount: 0)
    info.pointee.flags = Int32(isBipolar ? kIsBipolar | kIsAbsolute : kIsAbsolute)
  }

  // MARK: Texts

  /// Returns a value, 0…1, as text without its unit: decibels, semitones, percent, or the steps of a pressure.
  func text(of value: Double) -> String {
    switch self {
    case .standard(.volume): value > 0 ? Self.short(20 * ExactMath.log2(4 * value) / ExactMath.log2(10)) : "-oo"
    case .standard(.tuning): Self.short(NoteExpressionType.tuning.plain(value))
    case .standard(.pan), .standard(.brightness): Self.short((value - 0.5) * 200)
    case .standard(.vibrato), .standard(.expression): Self.short(value * 100)
    case .pressure: "\(Int(value * 127 + 0.5))"
    }
  }

  /// Reads a text that ``text(of:)`` has written; nil if it is no number.
  func value(of text: String) -> Double? {
    if self == .standard(.volume), text == "-oo" { return 0 }
    guard let number = Double(text), number.isFinite else { return nil }
    let value: Double =
      switch self {
      case .standard(.volume): ExactMath.gain(decibels: min(48, max(-200, number))) / 4
      case .standard(.tuning): NoteExpressionType.tuning.normalized(number)
      case .standard(.pan), .standard(.brightness): number / 200 + 0.5
      case .standard(.vibrato), .standard(.expression): number / 100
      case .pressure: number / 127
      }
    return max(0, min(value, 1))
  }

  /// Returns a number with two decimals.
  private static func short(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let fraction = hundredths.magnitude % 100
    return (hundredths < 0 ? "-" : "") + "\(hundredths.magnitude / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
