import TactusPictures

/// An event of a window. Positions are in units of the window, which the scale converts to pixels.
package enum WindowEvent: Sendable {
  /// The pointer's main button has been pressed; `clicks` is 2 for the second press of a double click.
  case press(Point, clicks: Int, KeyModifiers)
  /// The pointer's secondary button has been pressed.
  case menu(Point)
  /// The pointer has moved.
  case move(Point, KeyModifiers)
  /// The pointer's main button has been released.
  case release(Point)
  /// The user scrolls by a number of notches, upwards if positive.
  case scroll(Point, Double, KeyModifiers)
  /// A key has been pressed, or repeats.
  case key(WindowKey, KeyModifiers)
  /// The window has gained or lost the keyboard.
  case focus(Bool)
}

/// The keys that windows use.
package enum WindowKey: Hashable, Sendable {
  case tab, backTab, left, right, up, down, pageUp, pageDown, home, end, enter, escape, delete, backspace
  /// A character, such as a letter or a space.
  case character(Character)
}

/// The modifiers that are held.
package struct KeyModifiers: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  package static let shift = KeyModifiers(rawValue: 1)
  package static let control = KeyModifiers(rawValue: 2)
}
