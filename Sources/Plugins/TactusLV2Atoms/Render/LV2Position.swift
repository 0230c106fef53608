import CLV2

/// The host's transport: an object of the class time:Position. Missing values are nil.
///
/// - Thread: any
package struct LV2Position: BitwiseCopyable, Sendable {
  /// The transport's frame.
  package var frame: Int64?
  /// 0 if stopped, 1 if playing; other values for slower or faster playback.
  package var speed: Double?
  /// Beats per minute, counted in beats of ``beatUnit``.
  package var beatsPerMinute: Double?
  /// The number of the bar.
  package var bar: Double?
  /// The position within the bar in beats. Many hosts round it to their ticks.
  package var barBeat: Double?
  /// The number of beats per bar.
  package var beatsPerBar: Double?
  /// The note value of a beat: 4 for quarter notes.
  package var beatUnit: Double?

  /// Creates a position without values.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}

  /// Reads an atom; nil if it is not a position. Values outside a plausible range are ignored.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init?(_ body: UnsafeRawPointer, size: Int, type: UInt32, _ urids: LV2URIDs) {
    guard var properties = AtomProperties(body, size: size, type: type, urids),
      properties.kind == urids.position, urids.position != 0
    else { return nil }
    while let property = properties.next() { take(property, urids) }
  }

  private mutating func take(_ property: AtomProperty, _ urids: LV2URIDs) {
    let (key, body, size, type) = (property.key, property.body, property.size, property.type)
    guard key != 0 else { return }
    if key == urids.frame {
      if let frame = urids.wholeNumber(body, size: size, type: type), abs(frame) < 1 << 50 { self.frame = frame }
      return
    }
    guard let number = urids.number(body, size: size, type: type), abs(number) < 1e9 else { return }
    if key == urids.speed { speed = number }
    if key == urids.beatsPerMinute, number > 0 { beatsPerMinute = number }
    if key == urids.bar { bar = number }
    if key == urids.barBeat { barBeat = number }
    if key == urids.beatsPerBar, number > 0, number <= 1_024 { beatsPerBar = number }
    if key == urids.beatUnit, number >= 1, number <= 128 { beatUnit = number }
  }
}
