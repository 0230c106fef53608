import CVST3
import TactusPlugin

// IUnitInfo: the groups of parameters, and the factory presets as the root unit's program list.

extension VST3Tables {
  nonisolated(unsafe) static let units = constant(
    IUnitInfoVtbl(
      queryInterface: queryInterface, addRef: addReference, release: releaseReference,
      getUnitCount: { Int32(VST3Instance.of($0)?.parameters.units.count ?? 0) },
      getUnitInfo: { VST3Instance.of($0)?.describeUnit($1, $2) ?? tresult(kInvalidArgument) },
      getProgramListCount: { VST3Instance.of($0) == nil ? 0 : 1 },
      getProgramListInfo: { VST3Instance.of($0)?.describeProgramList($1, $2) ?? tresult(kInvalidArgument) },
      getProgramName: { object, list, program, name in
        guard let preset = VST3Instance.of(object)?.preset(list, program), let name else {
          return tresult(kInvalidArgument)
        }
        WideText.write(preset.name, to: name)
        return tresult(kResultOk)
      },
      getProgramInfo: { _, _, _, _, _ in tresult(kNotImplemented) },
      hasProgramPitchNames: { object, list, program in
        VST3Instance.of(object)?.hasPitchNames(list, program) == true ? tresult(kResultTrue) : tresult(kResultFalse)
      },
      getProgramPitchName: { object, list, program, pitch, name in
        guard let instance = VST3Instance.of(object), instance.hasPitchNames(list, program), let name,
          let text = instance.name(ofKey: Int(pitch))
        else { return tresult(kResultFalse) }
        WideText.write(text, to: name)
        return tresult(kResultOk)
      },
      getSelectedUnit: { _ in Int32(kRootUnitId) },
      selectUnit: { object, unit in
        let count = VST3Instance.of(object)?.parameters.units.count ?? 0
        return tresult(unit >= 0 && unit < count ? kResultOk : kInvalidArgument)
      },
      getUnitByBus: { VST3Instance.of($0)?.unit($1, $2, $3, $4, $5) ?? tresult(kInvalidArgument) },
      setUnitProgramData: { _, _, _, _ in tresult(kNotImplemented) }))
}

extension VST3Instance {
  /// The id of the program list.
  static var presetList: Int32 { 1 }

  func describeUnit(_ index: Int32, _ info: UnsafeMutablePointer<UnitInfo>?) -> tresult {
    guard parameters.units.indices.contains(Int(index)), let info else { return tresult(kInvalidArgument) }
    info.pointee.id = index
    info.pointee.parentUnitId = Int32(index == 0 ? kNoParentUnitId : kRootUnitId)
    WideText.write(parameters.units[Int(index)], toField: &info.pointee.name)
    info.pointee.programListId = index == 0 ? Self.presetList : Int32(kNoProgramListId)
    return tresult(kResultOk)
  }

  func describeProgramList(_ index: Int32, _ info: UnsafeMutablePointer<ProgramListInfo>?) -> tresult {
    guard index == 0, let info else { return tresult(kInvalidArgument) }
    info.pointee.id = Self.presetList
    WideText.write("Presets", toField: &info.pointee.name)
    info.pointee.programCount = Int32(unit.descriptor.presets.count)
    return tresult(kResultOk)
  }

  func preset(_ list: Int32, _ program: Int32) -> FactoryPreset? {
    guard list == Self.presetList, unit.descriptor.presets.indices.contains(Int(program)) else { return nil }
    return unit.descriptor.presets[Int(program)]
  }

  /// An instrument provides the names of the kit on channel 10. VST 3 does not say for which channel names are, and the
  /// factory presets do not choose kits.
  func hasPitchNames(_ list: Int32, _ program: Int32) -> Bool {
    preset(list, program) != nil && keyNameSource.kit != nil
  }

  /// Returns the unit of a channel: a part of the sampler.
  func unit(
    _ type: Int32, _ direction: Int32, _ bus: Int32, _ channel: Int32, _ result: UnsafeMutablePointer<Int32>?
  ) -> tresult {
    guard bus >= 0, bus < busCount(type, direction), let result else { return tresult(kInvalidArgument) }
    let isChannel = Int(type) == kEvent && Int(direction) == kInput && channel >= 0 && channel < 16
    let part = isChannel ? parameters.units.firstIndex(of: "Part \(channel + 1)") : nil
    result.pointee = Int32(part ?? kRootUnitId)
    return tresult(kResultTrue)
  }
}
