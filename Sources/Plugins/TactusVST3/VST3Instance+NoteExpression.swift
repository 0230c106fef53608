import CVST3
import TactusPlugin

// INoteExpressionController and INoteExpressionPhysicalUIMapping. The only expression is pressure, which becomes key
// pressure; MIDI has no equivalent for a single key of the others.

extension VST3Tables {
  nonisolated(unsafe) static let noteExpression = constant(
    INoteExpressionControllerVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      getNoteExpressionCount: { isEventChannel($1, $2) ? 1 : 0 },
      getNoteExpressionInfo: { _, bus, channel, index, info in
        guard isEventChannel(bus, channel), index == 0, let info else { return tresult(kInvalidArgument) }
        info.initialize(to: NoteExpressionTypeInfo())
        info.pointee.typeId = UInt32(VST3Core.pressureID)
        WideText.write("Pressure", toField: &info.pointee.title)
        WideText.write("Press", toField: &info.pointee.shortTitle)
        info.pointee.unitId = -1
        info.pointee.valueDesc = NoteExpressionValueDescription(
          defaultValue: 0, minimum: 0, maximum: 1, stepCount: 0)
        info.pointee.flags = Int32(kIsAbsolute)
        return tresult(kResultOk)
      },
      getNoteExpressionStringByValue: { _, bus, channel, id, value, text in
        guard isPressure(bus, channel, id), value.isFinite, let text else { return tresult(kInvalidArgument) }
        WideText.write("\(Int(max(0, min(value, 1)) * 127 + 0.5))", to: text)
        return tresult(kResultOk)
      },
      getNoteExpressionValueByString: { _, bus, channel, id, text, value in
        guard isPressure(bus, channel, id), let text, let value else { return tresult(kInvalidArgument) }
        guard let number = Double(WideText.read(text)), number.isFinite else { return tresult(kResultFalse) }
        value.pointee = max(0, min(number / 127, 1))
        return tresult(kResultOk)
      }))

  nonisolated(unsafe) static let physicalMapping = constant(
    INoteExpressionPhysicalUIMappingVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      getPhysicalUIMapping: { _, bus, channel, list in
        guard isEventChannel(bus, channel), let list, list.pointee.count == 0 || list.pointee.map != nil else {
          return tresult(kInvalidArgument)
        }
        for index in 0..<Int(list.pointee.count) {
          let isPressure = list.pointee.map[index].physicalUITypeID == UInt32(kPUIPressure)
          list.pointee.map[index].noteExpressionTypeID = isPressure ? UInt32(VST3Core.pressureID) : kInvalidTypeID
        }
        return tresult(kResultOk)
      }))

  private static func isEventChannel(_ bus: Int32, _ channel: Int16) -> Bool {
    bus == 0 && channel >= 0 && channel < 16
  }

  private static func isPressure(_ bus: Int32, _ channel: Int16, _ id: UInt32) -> Bool {
    isEventChannel(bus, channel) && id == UInt32(VST3Core.pressureID)
  }
}
