/** The least and the greatest height of a key's row in pixels. */
const ROW = [5, 40]

/** Quarter notes of 2 to 1000 pixels. */
const QUARTER = [0.5, 1000]

/**
 * Where ticks and keys lie on the canvas, in CSS pixels.
 *
 *     +------+---------------- ruler ------------+
 *     | keys |  notes: x(tick) →, y(key) ↑       |
 *     +------+---------------- velocities -------+
 */
export class Geometry {
  constructor() {
    Object.assign(this, { width: 0, height: 0, ruler: 44, left: 52, lane: 84 })
    Object.assign(this, { startTick: 0, topKey: 84, rowHeight: 14, ticksPerQuarter: 480, pixelsPerTick: 48 / 480 })
    this.length = 0
  }

  get bottom() {
    return this.height - this.lane
  }

  get endTick() {
    return this.tick(this.width)
  }

  /** The number of keys that are visible. */
  get rows() {
    return (this.bottom - this.ruler) / this.rowHeight
  }

  x(tick) {
    return this.left + (tick - this.startTick) * this.pixelsPerTick
  }

  tick(x) {
    return this.startTick + (x - this.left) / this.pixelsPerTick
  }

  /** The upper edge of a key's row. */
  y(key) {
    return this.ruler + (this.topKey - key) * this.rowHeight
  }

  key(y) {
    return Math.max(0, Math.min(127, Math.ceil(this.topKey - (y - this.ruler) / this.rowHeight)))
  }

  /** The height of a velocity's bar. */
  barHeight(velocity) {
    return (velocity / 127) * (this.lane - 12)
  }

  velocity(y) {
    return Math.max(1, Math.min(127, Math.round((127 * (this.height - y)) / (this.lane - 12))))
  }

  /** How many bars apart bar lines are drawn, so that they are at least 40 pixels apart. */
  barStride(timeline) {
    const bar = timeline.meterAt(this.startTick).ticksPerBar * this.pixelsPerTick
    let stride = 1
    while (bar * stride < 40) stride *= 2
    return stride
  }

  /** Keeps the ticks per quarter note and the zoom of a new song. */
  setSong(ticksPerQuarter, length) {
    this.pixelsPerTick *= this.ticksPerQuarter / ticksPerQuarter
    this.startTick *= ticksPerQuarter / this.ticksPerQuarter
    Object.assign(this, { ticksPerQuarter, length })
    this.clamp()
  }

  scrollBy(pixels, rows) {
    this.startTick += pixels / this.pixelsPerTick
    this.topKey -= rows
    this.clamp()
  }

  /** Zooms the time; what is at `x` stays there. */
  zoomTime(factor, x = (this.left + this.width) / 2) {
    const tick = this.tick(x)
    const [least, most] = QUARTER.map((pixels) => pixels / this.ticksPerQuarter)
    this.pixelsPerTick = Math.min(most, Math.max(least, this.pixelsPerTick * factor))
    this.startTick = tick - (x - this.left) / this.pixelsPerTick
    this.clamp()
  }

  /** Zooms the keys; what is at `y` stays there. */
  zoomKeys(factor, y = (this.ruler + this.bottom) / 2) {
    const key = this.topKey - (y - this.ruler) / this.rowHeight
    this.rowHeight = Math.min(ROW[1], Math.max(ROW[0], this.rowHeight * factor))
    this.topKey = key + (y - this.ruler) / this.rowHeight
    this.clamp()
  }

  /** Shows the whole song in the width. */
  fitTime() {
    this.startTick = 0
    this.pixelsPerTick = (this.width - this.left - 8) / Math.max(this.length, this.ticksPerQuarter * 4)
    this.clamp()
  }

  /** Shows a range of keys in the middle. */
  centreKeys([low, high]) {
    this.topKey = (low + high) / 2 + this.rows / 2
    this.clamp()
  }

  clamp() {
    const visible = (this.width - this.left) / this.pixelsPerTick
    const end = this.length + 16 * this.ticksPerQuarter
    this.startTick = Math.max(0, Math.min(this.startTick, end - visible))
    this.topKey = Math.max(Math.min(127, this.rows - 1), Math.min(127, this.topKey))
  }
}
