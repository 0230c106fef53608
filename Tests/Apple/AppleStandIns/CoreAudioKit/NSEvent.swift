// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// An event with the properties of all kinds. Tests create it.
public final class NSEvent: NSObject {
  public struct ModifierFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let shift = ModifierFlags(rawValue: 1 << 17)
    public static let control = ModifierFlags(rawValue: 1 << 18)
    public static let option = ModifierFlags(rawValue: 1 << 19)
    public static let command = ModifierFlags(rawValue: 1 << 20)
  }

  public let locationInWindow: NSPoint
  public let clickCount: Int
  public let modifierFlags: ModifierFlags
  public let scrollingDeltaY: CGFloat
  public let hasPreciseScrollingDeltas: Bool
  public let characters: String?

  public init(
    at location: NSPoint = .zero, clickCount: Int = 1, modifiers: ModifierFlags = [], scrolling: CGFloat = 0,
    isPrecise: Bool = false, characters: String? = nil
  ) {
    (locationInWindow, self.clickCount, modifierFlags) = (location, clickCount, modifiers)
    (scrollingDeltaY, hasPreciseScrollingDeltas, self.characters) = (scrolling, isPrecise, characters)
  }
}
