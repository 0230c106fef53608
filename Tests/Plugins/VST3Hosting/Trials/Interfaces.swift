import CVST3

extension VST3TrialKind {
  /// Every interface leads to every other and to the same object; unknown ones are refused, and references are counted.
  @Sendable static func askForInterfaces(_ trial: VST3Trial) {
    guard let plugin = trial.open(nil) else { return }
    let ids = [
      FUnknown_iid, IPluginBase_iid, IComponent_iid, IAudioProcessor_iid, IProcessContextRequirements_iid,
      IEditController_iid, IEditController2_iid, IUnitInfo_iid, IMidiMapping_iid, IMidiLearn_iid,
      INoteExpressionController_iid, INoteExpressionPhysicalUIMapping_iid,
    ]
    var identities: Set<UnsafeMutableRawPointer?> = []
    let references = countReferences(plugin)
    for id in ids {
      guard let found = plugin.find(id, FUnknown.self) else {
        trial.check(false, "an interface is missing")
        continue
      }
      for other in ids {
        var back: UnsafeMutableRawPointer?
        let result = withIdentifier(other) { found.pointee.vtbl.pointee.queryInterface(found, $0, &back) }
        trial.check(result == tresult(kResultOk) && back != nil, "an interface does not lead to another")
        guard let unknown = back?.assumingMemoryBound(to: FUnknown.self) else { continue }
        _ = unknown.pointee.vtbl.pointee.release(unknown)
      }
      var identity: UnsafeMutableRawPointer?
      _ = withIdentifier(FUnknown_iid) { found.pointee.vtbl.pointee.queryInterface(found, $0, &identity) }
      identities.insert(identity)
      _ = found.pointee.vtbl.pointee.release(found)
      _ = found.pointee.vtbl.pointee.release(found)
    }
    trial.check(countReferences(plugin) == references, "\(references) references become \(countReferences(plugin))")
    trial.check(identities.count == 1, "\(identities.count) identities of one object")
    var unknown: TUID = FUnknown_iid
    for _ in 0..<20 {
      withUnsafeMutableBytes(of: &unknown) { for index in 0..<16 { $0[index] = UInt8(trial.number(0...255)) } }
      var object: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(bitPattern: 1)
      let table = plugin.component.pointee.vtbl.pointee
      let result = withIdentifier(unknown) { table.queryInterface(plugin.component, $0, &object) }
      trial.check(result == tresult(kNoInterface) && object == nil, "has an interface that there is not")
      object = UnsafeMutableRawPointer(bitPattern: 1)
      let made = withIdentifier(unknown) { cid in
        withIdentifier(IComponent_iid) { trial.library.table.createInstance(trial.library.factory, cid, $0, &object) }
      }
      trial.check(made != tresult(kResultOk) && object == nil, "creates a class that there is not")
    }
    // references are counted, whatever the interface
    let table = plugin.component.pointee.vtbl.pointee
    let before = table.addRef(plugin.component)
    trial.check(plugin.controller.pointee.vtbl.pointee.addRef(plugin.controller) == before + 1, "counts apart")
    trial.check(table.release(plugin.component) == before, "does not count down")
    _ = plugin.controller.pointee.vtbl.pointee.release(plugin.controller)
    trial.close(plugin)
  }

  private static func countReferences(_ plugin: HostedVST3) -> UInt32 {
    _ = plugin.component.pointee.vtbl.pointee.addRef(plugin.component)
    return plugin.component.pointee.vtbl.pointee.release(plugin.component)
  }

  /// Calls in an order that no host should use.
  @Sendable static func disorderCalls(_ trial: VST3Trial) {
    guard let object = trial.library.create(trial.name, IComponent_iid) else {
      return trial.check(false, "cannot be made")
    }
    let component = object.assumingMemoryBound(to: IComponent.self)
    let table = component.pointee.vtbl.pointee
    trial.check(table.setActive(object, 1) != tresult(kResultOk), "is activated before it is initialized")
    trial.check(table.terminate(object) != tresult(kResultOk), "is terminated before it is initialized")
    trial.check(table.initialize(object, nil) == tresult(kResultOk), "cannot be initialized")
    trial.check(table.initialize(object, nil) != tresult(kResultOk), "is initialized twice")
    let stream = HostStream()
    for _ in 0..<40 {
      switch trial.number(0...8) {
      case 0: _ = table.setActive(object, 1)
      case 1: _ = table.setActive(object, 0)
      case 2: _ = table.terminate(object)
      case 3: _ = table.initialize(object, nil)
      case 4: _ = table.getState(object, stream.stream)
      case 5: _ = table.setState(object, stream.stream)
      case 6: _ = table.activateBus(object, Int32(trial.number(-1...2)), Int32(trial.number(-1...2)), 0, 1)
      default: process(trial, object)
      }
    }
    // the last reference of an active plug-in
    trial.check(table.release(object) == 0, "a reference is left")
  }

  /// Blocks and settings at any time.
  private static func process(_ trial: VST3Trial, _ object: UnsafeMutableRawPointer) {
    let component = object.assumingMemoryBound(to: IComponent.self)
    var found: UnsafeMutableRawPointer?
    _ = withIdentifier(IAudioProcessor_iid) { component.pointee.vtbl.pointee.queryInterface(object, $0, &found) }
    guard let processor = found?.assumingMemoryBound(to: IAudioProcessor.self) else {
      return trial.check(false, "has no processor")
    }
    let table = processor.pointee.vtbl.pointee
    var data = ProcessData()
    data.numSamples = Int32(trial.number(-5...2_000))
    _ = table.process(processor, &data)
    _ = table.setProcessing(processor, trial.chance(50) ? 1 : 0)
    var setup = ProcessSetup()
    setup.sampleRate = [0, .nan, -1, 44_100, 1e9, .infinity][trial.number(0...5)]
    setup.maxSamplesPerBlock = Int32(trial.number(-10...5_000))
    setup.symbolicSampleSize = Int32(trial.number(0...1))
    let isRight = setup.sampleRate == 44_100 && setup.maxSamplesPerBlock > 0 && setup.symbolicSampleSize == 0
    let result = table.setupProcessing(processor, &setup)
    trial.check(isRight || result != tresult(kResultOk), "takes \(setup)")
    _ = (table.getLatencySamples(processor), table.getTailSamples(processor))
    _ = table.release(processor)
  }
}
