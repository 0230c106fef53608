import CVST3

// IPlugView, IPlugViewContentScaleSupport, and what the host's run loop calls.

extension VST3View.Interface {
  static func find(_ id: UnsafePointer<CChar>) -> VST3View.Interface? {
    switch VST3ID(at: id) {
    case VST3ID(FUnknown_iid), VST3ID(IPlugView_iid): .view
    case VST3ID(IPlugViewContentScaleSupport_iid): .scale
    case VST3ID(IEventHandler_iid): .events
    case VST3ID(ITimerHandler_iid): .timer
    default: nil
    }
  }

  var table: UnsafeRawPointer {
    switch self {
    case .view: VST3Tables.view
    case .scale: VST3Tables.viewScale
    case .events: VST3Tables.viewEvents
    case .timer: VST3Tables.viewTimer
    }
  }
}

private func queryView(
  _ object: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>?,
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> tresult {
  guard let result else { return tresult(kInvalidArgument) }
  result.pointee = nil
  guard let view = VST3View.of(object), let id else { return tresult(kInvalidArgument) }
  guard let interface = VST3View.Interface.find(id) else { return tresult(kNoInterface) }
  _ = view.retainForHost()
  result.pointee = view.pointer(interface)
  return tresult(kResultOk)
}

private func retainView(_ object: UnsafeMutableRawPointer?) -> UInt32 { VST3View.of(object)?.retainForHost() ?? 0 }
private func releaseView(_ object: UnsafeMutableRawPointer?) -> UInt32 { VST3View.of(object)?.releaseForHost() ?? 0 }

extension VST3Tables {
  nonisolated(unsafe) static let view = constant(
    IPlugViewVtbl(
      queryInterface: queryView, addRef: retainView, release: releaseView,
      isPlatformTypeSupported: { _, type in tresult(VST3View.isSupported(type) ? kResultTrue : kResultFalse) },
      attached: { VST3View.of($0)?.attach($1, $2) ?? tresult(kInvalidArgument) },
      removed: { object in
        guard let view = VST3View.of(object), view.isAttached else { return tresult(kResultFalse) }
        view.detach()
        return tresult(kResultOk)
      },
      // keys and scrolling come from the X server
      onWheel: { _, _ in tresult(kResultFalse) }, onKeyDown: { _, _, _, _ in tresult(kResultFalse) },
      onKeyUp: { _, _, _, _ in tresult(kResultFalse) },
      getSize: { object, size in
        guard let view = VST3View.of(object), let size else { return tresult(kInvalidArgument) }
        size.pointee = view.size
        return tresult(kResultOk)
      },
      onSize: { object, size in
        guard let view = VST3View.of(object), let size else { return tresult(kInvalidArgument) }
        view.resize(size.pointee)
        return tresult(kResultOk)
      },
      onFocus: { _, _ in tresult(kResultOk) },
      setFrame: { object, frame in
        guard let view = VST3View.of(object) else { return tresult(kInvalidArgument) }
        view.setFrame(frame?.assumingMemoryBound(to: IPlugFrame.self))
        return tresult(kResultOk)
      },
      canResize: { _ in tresult(kResultTrue) },
      checkSizeConstraint: { object, rect in
        guard let view = VST3View.of(object), let rect else { return tresult(kInvalidArgument) }
        view.constrain(&rect.pointee)
        return tresult(kResultTrue)
      }))

  nonisolated(unsafe) static let viewScale = constant(
    IPlugViewContentScaleSupportVtbl(
      queryInterface: queryView, addRef: retainView, release: releaseView,
      setContentScaleFactor: { VST3View.of($0)?.setScale($1) ?? tresult(kInvalidArgument) }))

  nonisolated(unsafe) static let viewEvents = constant(
    IEventHandlerVtbl(
      queryInterface: queryView, addRef: retainView, release: releaseView,
      onFDIsSet: { object, _ in VST3View.of(object)?.run() }))

  nonisolated(unsafe) static let viewTimer = constant(
    ITimerHandlerVtbl(
      queryInterface: queryView, addRef: retainView, release: releaseView, onTimer: { VST3View.of($0)?.run() }))
}
