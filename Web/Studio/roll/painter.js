import { isBlack, keyLabel, keyName } from '../model/names.js'
import { DensePainter, isDense } from './dense.js'
import { paintRuler } from './ruler.js'

/** Notes at velocities from 1 to 127 have this many shades. */
const SHADES = 8

/**
 * Draws the piano roll. What changes seldom, the grid and the notes, is drawn into a layer of its own; a frame copies
 * it and adds what moves: the playhead, the loop, selected notes and those that are being edited.
 */
export class Painter {
  constructor(canvas, geometry, colours) {
    Object.assign(this, { canvas, geometry, colours })
    this.context = canvas.getContext('2d', { alpha: false })
    this.layer = document.createElement('canvas')
    this.layerContext = this.layer.getContext('2d', { alpha: false })
    this.columns = new Int32Array(128)
    this.dense = new DensePainter()
  }

  resize(width, height) {
    this.ratio = devicePixelRatio || 1
    for (const canvas of [this.canvas, this.layer]) {
      canvas.width = Math.round(width * this.ratio)
      canvas.height = Math.round(height * this.ratio)
    }
    this.isLayerValid = false
  }

  /** Draws a frame of `scene`, see roll.js. */
  paint(scene) {
    if (!this.isLayerValid) this.paintLayer(scene)
    this.isLayerValid = true
    const { context } = this
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(this.layer, 0, 0)
    context.scale(this.ratio, this.ratio)
    this.paintEdits(context, scene)
    this.paintLoop(context, scene.loop)
    this.paintCursor(context, scene)
    this.paintPlayhead(context, scene.tick)
  }

  // The layer

  paintLayer(scene) {
    const context = this.layerContext
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0)
    this.paintRows(context, scene)
    this.paintGrid(context, scene)
    this.paintTracks(context, scene)
    const selected = scene.tracks[scene.selected]
    if (selected) this.paintVelocities(context, selected, this.colours.track(scene.selected))
    this.paintKeys(context, scene)
    paintRuler(context, this.geometry, this.colours, scene)
  }

  paintRows(context, { channel }) {
    const { width, height, left, bottom, rowHeight } = this.geometry
    context.fillStyle = this.colours.ground
    context.fillRect(0, 0, width, height)
    this.forEachRow((key, y) => {
      context.fillStyle = this.colours.row
      if (channel === 10 ? key % 2 : isBlack(key)) context.fillRect(left, y, width, rowHeight)
      context.fillStyle = this.colours.line
      if (channel !== 10 && key % 12 === 11) context.fillRect(left, y, width, 1)
    })
    context.fillStyle = this.colours.surface
    context.fillRect(0, bottom, width, height)
  }

  forEachRow(each) {
    const { topKey, rows } = this.geometry
    for (let key = Math.min(127, Math.ceil(topKey)); key >= Math.max(0, topKey - rows - 1); key--) {
      each(key, this.geometry.y(key))
    }
  }

  paintGrid(context, { timeline, grid }) {
    const { geometry, colours } = this
    const { startTick, endTick, pixelsPerTick, ruler, height } = geometry
    const line = (tick, colour) => {
      context.fillStyle = colour
      context.fillRect(Math.round(geometry.x(tick)), ruler, 1, height - ruler)
    }
    const stride = geometry.barStride(timeline)
    timeline.forEachBar(startTick, endTick, stride, (tick, _, meter) => {
      const step = [grid, meter.ticksPerBeat].find((ticks) => ticks > 0 && ticks * pixelsPerTick >= 9)
      const isFine = stride === 1 && step && step * pixelsPerTick >= 9
      for (let at = tick + step; isFine && at < tick + meter.ticksPerBar - 1; at += step) line(at, colours.line)
      line(tick, colours.lineStrong)
    })
  }

  /** Draws the notes of all tracks, those of the selected one on top. */
  paintTracks(context, { tracks, selected }) {
    const { colours } = this
    const order = tracks.map(({ track, ...notes }, index) => ({
      ...notes, colour: colours.track(track ?? index), rgb: colours.number(track ?? index),
      strength: index === selected ? 1 : 0.42,
    }))
    order.push(...order.splice(selected, 1))
    if (isDense(order, this.geometry)) return this.dense.paint(context, this.geometry, order)
    for (const track of order) this.paintTrack(context, track)
  }

  /** Draws a track's notes; notes that would cover the same pixels are drawn once. */
  paintTrack(context, { index, hidden, from, colour, strength }) {
    const { geometry, columns } = this
    const { bottom, ruler, rowHeight, left } = geometry
    const height = Math.max(2, rowHeight - 1)
    columns.fill(-1)
    context.save()
    clip(context, left, ruler, geometry.width, bottom - ruler)
    context.fillStyle = colour
    index.forEach(Math.max(from ?? 0, geometry.startTick), geometry.endTick, (place) => {
      const x = Math.max(left - 4, geometry.x(index.starts[place]))
      const end = geometry.x(index.ends[place])
      const key = index.keys[place]
      if (end <= columns[key] && end - x < 1.5) return
      if (hidden?.has(index.items[place]) || index.starts[place] < (from ?? 0)) return
      columns[key] = Math.ceil(Math.max(end, x + 1))
      const y = geometry.y(key)
      if (y > bottom || y + rowHeight < ruler) return
      context.globalAlpha = strength * shade(index.velocities[place])
      context.fillRect(x, y, Math.max(1.5, end - x - (end - x > 4 ? 1 : 0)), height)
    })
    context.restore()
  }

  paintVelocities(context, { index, hidden }, colour) {
    const { geometry } = this
    context.save()
    clip(context, geometry.left, geometry.bottom, geometry.width, geometry.lane)
    context.fillStyle = colour
    const highest = new Uint8Array(Math.ceil(geometry.width) + 1)
    index.forEach(geometry.startTick, geometry.endTick, (place) => {
      const x = Math.max(0, Math.round(geometry.x(index.starts[place])))
      if (!hidden?.has(index.items[place])) highest[x] = Math.max(highest[x], index.velocities[place])
    })
    paintBars(context, geometry, highest)
    context.restore()
  }

  paintKeys(context, { channel }) {
    const { geometry, colours } = this
    const { left, rowHeight, ruler, bottom, lane } = geometry
    context.save()
    clip(context, 0, ruler, left, bottom - ruler)
    context.fillStyle = colours.surface
    context.fillRect(0, ruler, left, bottom)
    context.font = `${Math.min(11, Math.max(9, rowHeight - 3))}px system-ui, sans-serif`
    context.textBaseline = 'middle'
    this.forEachRow((key, y) => this.paintKey(context, key, y, channel))
    context.restore()
    context.fillStyle = colours.surface
    context.fillRect(0, bottom, left, lane)
    context.fillStyle = colours.lineStrong
    context.fillRect(left - 1, ruler, 1, geometry.height)
    context.fillRect(0, bottom, geometry.width, 1)
    context.fillStyle = colours.muted
    context.font = '10px system-ui, sans-serif'
    context.fillText('Velocity', 6, bottom + 14)
  }

  paintKey(context, key, y, channel) {
    const { left, rowHeight } = this.geometry
    const isDrum = channel === 10
    if (!isDrum && isBlack(key)) {
      context.fillStyle = this.colours.lineStrong
      context.fillRect(0, y, left * 0.45, rowHeight)
    }
    const isNamed = isDrum ? rowHeight >= 9 : key % 12 === 0
    if (!isNamed) return
    context.fillStyle = this.colours.muted
    const name = isDrum ? keyLabel(key, 10) : keyName(key)
    context.fillText(name, isDrum ? 6 : left - 26, y + rowHeight / 2 + 0.5, left - 8)
  }

  // What moves

  paintEdits(context, { edited, colour, marquee }) {
    const { geometry, colours } = this
    context.save()
    clip(context, geometry.left, geometry.ruler, geometry.width, geometry.height)
    for (const { start, end, key, velocity } of edited) {
      const x = geometry.x(start)
      if (x > geometry.width || geometry.x(end) < geometry.left) continue
      this.paintEdited(context, x, Math.max(3, geometry.x(end) - x), key, velocity, colour)
    }
    if (marquee) {
      context.strokeStyle = colours.text
      context.setLineDash([3, 3])
      context.strokeRect(marquee.x + 0.5, marquee.y + 0.5, marquee.width, marquee.height)
    }
    context.restore()
  }

  paintEdited(context, x, width, key, velocity, colour) {
    const { geometry, colours } = this
    const y = geometry.y(key)
    if (y < geometry.bottom) {
      const height = Math.min(geometry.rowHeight - 1, geometry.bottom - y)
      context.fillStyle = colours.accent
      context.fillRect(x, y, width, height)
      context.strokeStyle = colours.text
      context.strokeRect(x + 0.5, y + 0.5, Math.max(1, width - 1), Math.max(1, height - 1))
    }
    context.fillStyle = colours.accent
    paintBar(context, geometry, Math.round(x), velocity)
  }

  paintLoop(context, { start, end, isOn }) {
    if (end <= start) return
    const { geometry, colours } = this
    const x = Math.max(geometry.left, geometry.x(start))
    const width = geometry.x(end) - x
    if (width <= 0) return
    context.fillStyle = isOn ? colours.accent : colours.muted
    context.globalAlpha = 0.08
    context.fillRect(x, geometry.ruler, width, geometry.height)
    context.globalAlpha = 1
    context.fillRect(x, geometry.ruler - 5, width, 5)
  }

  /** The place at which keys draw notes, while the roll has the focus. */
  paintCursor(context, { cursor, hasFocus, grid }) {
    if (!hasFocus || !cursor) return
    const { geometry } = this
    context.strokeStyle = this.colours.text
    context.lineWidth = 1.5
    const width = Math.max(8, (grid || geometry.ticksPerQuarter / 4) * geometry.pixelsPerTick)
    context.strokeRect(geometry.x(cursor.tick), geometry.y(cursor.key), width, geometry.rowHeight)
    context.lineWidth = 1
  }

  paintPlayhead(context, tick) {
    const { geometry } = this
    const x = Math.round(geometry.x(tick))
    if (x < geometry.left || x > geometry.width) return
    context.fillStyle = this.colours.accent
    context.fillRect(x, geometry.ruler - 12, 1.5, geometry.height)
    context.beginPath()
    context.moveTo(x - 5, geometry.ruler - 14)
    context.lineTo(x + 6.5, geometry.ruler - 14)
    context.lineTo(x + 0.75, geometry.ruler - 5)
    context.fill()
  }
}

function clip(context, x, y, width, height) {
  context.beginPath()
  context.rect(x, y, width, height)
  context.clip()
}

function shade(velocity) {
  return 0.4 + (0.6 * Math.round((velocity / 127) * SHADES)) / SHADES
}

/** Draws the highest velocity of each column; bars side by side are one shape. */
function paintBars(context, geometry, highest) {
  for (let x = 0; x < highest.length; x++) {
    if (!highest[x]) continue
    let end = x + 1
    while (highest[end] === highest[x]) end++
    if (end - x > 1 || highest[end]) {
      const height = geometry.barHeight(highest[x])
      context.fillRect(x, geometry.height - height, end - x, height)
    } else {
      paintBar(context, geometry, x, highest[x])
    }
    x = end - 1
  }
}

/** A bar of a velocity, with a flag to the right. */
function paintBar(context, geometry, x, velocity) {
  const height = geometry.barHeight(velocity)
  context.fillRect(x, geometry.height - height, 2, height)
  context.fillRect(x, geometry.height - height, 5, 3)
}
