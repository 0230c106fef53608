import TactusDSP

/// The settings of the insertion effects that messages have set: GS's EFX is the first; XG's insertions 1 and 2 are the
/// first two, and its variation effect is the third. GS's equalizer, which parts share, is the fourth.
struct InsertionControls {
  /// The number of insertion effects.
  static var count: Int { 4 }
  /// The index of XG's variation effect.
  static var variation: Int { 2 }
  /// The index of GS's equalizer. Its parts keep their sends.
  static var equalizer: Int { 3 }

  private var first = InsertionControl()
  private var second = InsertionControl()
  private var third = InsertionControl()
  private var fourth = InsertionControl()

  init() {
    first.reverbSend = InsertionControl.send(40)
    first.feedsEqualizer = true
  }

  subscript(_ effect: Int) -> InsertionControl {
    get { effect == 0 ? first : effect == 1 ? second : effect == 2 ? third : fourth }
    set {
      switch effect {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: fourth = newValue
      }
    }
  }

  /// Whether a part has fed any of them since the last reset.
  var areUsed: Bool { first.isUsed || second.isUsed || third.isUsed || fourth.isUsed }

  mutating func mark(areNew: Bool) {
    (first.isNew, second.isNew, third.isNew, fourth.isNew) = (areNew, areNew, areNew, areNew)
  }
}

/// The settings of an insertion effect that messages have set.
struct InsertionControl {
  private enum Effect {
    case gs(GSInsertion)
    case xg(XGEffect)
    case equalizer(GSEqualizer)
  }

  private var effect = Effect.gs(GSInsertion())
  /// The gains with which the output is sent to reverb, chorus and delay.
  var reverbSend: Float = 0
  var chorusSend: Float = 0
  var delaySend: Float = 0
  /// The part that alone feeds the effect; −1 if there is none or several.
  var part: Int16 = -1
  /// The index of the later effect that the dry output goes to; −1 if it goes to the mix.
  var next: Int8 = -1
  /// Whether the input is what parts send to XG's variation effect.
  var isSystem = false
  /// The gain of the output, apart from the effect's own level.
  var gain: Float = 1
  /// Whether the dry output goes to GS's equalizer.
  var feedsEqualizer = false
  /// Whether a part has fed the effect since the last reset.
  var isUsed = false
  /// Whether the settings have not been passed on to the effect yet.
  var isNew = false

  var settings: InsertionSettings {
    var settings =
      switch effect {
      case .gs(let effect): effect.settings
      case .xg(let effect): effect.settings(isSystem: isSystem)
      case .equalizer(let equalizer): equalizer.settings
      }
    settings.level *= gain
    return settings
  }

  /// GS's effect; its default if XG's is selected.
  var gs: GSInsertion {
    get { if case .gs(let effect) = effect { effect } else { GSInsertion() } }
    set {
      effect = .gs(newValue)
      isNew = true
    }
  }

  /// XG's effect; the default of its insertion effects, a distortion, if GS's is selected.
  var xg: XGEffect {
    get { if case .xg(let effect) = effect { effect } else { XGEffect(0x49, 0) } }
    set {
      effect = .xg(newValue)
      isNew = true
    }
  }

  /// GS's equalizer; its default if another effect is selected.
  var equalizer: GSEqualizer {
    get { if case .equalizer(let equalizer) = effect { equalizer } else { GSEqualizer() } }
    set {
      effect = .equalizer(newValue)
      isNew = true
    }
  }

  /// Returns the gain of a part's send to the reverb or the chorus.
  static func send(_ value: UInt8) -> Float { 0.2 / 127 * Float(value) }
}
