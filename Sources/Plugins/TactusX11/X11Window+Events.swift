import CX11
import TactusPictures
import TactusWindow

// The events of the X Window System: movements, buttons and keys of the user, and changes of the window.

extension X11Window {
  /// Returns whether the user has closed the window.
  func receiveEvents() -> Bool {
    var isClosed = false
    var motion: XMotionEvent?
    var event = XEvent()
    while isAlive, x.pointee.XPending?(display) ?? 0 > 0 {
      _ = x.pointee.XNextEvent?(display, &event)
      // of several movements in a row, only the last counts
      if Int(event.type) == Int(MotionNotify) {
        motion = event.xmotion
        continue
      }
      if let last = motion { move(last) }
      motion = nil
      if receive(&event) { isClosed = true }
    }
    if let motion { move(motion) }
    return isClosed
  }

  private func move(_ event: XMotionEvent) {
    window.receive(.move(point(event.x, event.y), Self.modifiers(event.state)))
  }

  private func point(_ x: Int32, _ y: Int32) -> Point { Point(Double(x) / window.scale, Double(y) / window.scale) }

  private static func modifiers(_ state: UInt32) -> KeyModifiers {
    var modifiers: KeyModifiers = []
    if Int(state) & ShiftMask != 0 { modifiers.insert(.shift) }
    if Int(state) & (ControlMask | Mod1Mask) != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private func receive(_ event: inout XEvent) -> Bool {
    switch Int(event.type) {
    case ButtonPress: press(event.xbutton)
    case ButtonRelease where event.xbutton.button == 1:
      window.receive(.release(point(event.xbutton.x, event.xbutton.y)))
    case KeyPress:
      if let key = X11Keys.key(&event.xkey, x) { window.receive(.key(key, Self.modifiers(event.xkey.state))) }
    case FocusIn: window.receive(.focus(true))
    case FocusOut: window.receive(.focus(false))
    case Expose:
      let area = event.xexpose
      present([PixelRect(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height))])
    case ConfigureNotify where event.xconfigure.window == handle:
      window.resize(pixelWidth: Int(event.xconfigure.width), pixelHeight: Int(event.xconfigure.height))
    case MapNotify: isVisible = true
    case DestroyNotify: isAlive = false
    case ClientMessage:
      return event.xclient.format == 32 && Atom(bitPattern: event.xclient.data.0) == closing && !isEmbedded
    default: break
    }
    return false
  }

  private func press(_ event: XButtonEvent) {
    let (point, modifiers) = (point(event.x, event.y), Self.modifiers(event.state))
    switch event.button {
    case 1:
      _ = x.pointee.XSetInputFocus?(display, handle, Int32(RevertToParent), 0)
      let isNear = abs(point.x - lastPress.point.x) < 4 && abs(point.y - lastPress.point.y) < 4
      let count = isNear && event.time &- lastPress.time < 400 && lastPress.count == 1 ? 2 : 1
      lastPress = (event.time, point, count)
      window.receive(.focus(true))
      window.receive(.press(point, clicks: count, modifiers))
    case 3:
      window.receive(.focus(true))
      window.receive(.menu(point))
    case 4: window.receive(.scroll(point, 1, modifiers))
    case 5: window.receive(.scroll(point, -1, modifiers))
    default: break
    }
  }
}
