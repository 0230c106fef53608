/// The state at the first frame of a cycle.
struct SyncOpening: Sendable {
  var isMoving = false
  var position = 0.0
  var slope = 0.0
}
