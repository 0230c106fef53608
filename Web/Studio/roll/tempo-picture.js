import { svg } from '../parts/svg.js'

/** The heights of the tempo curve and of the meters below it, in pixels. */
export const CURVE = 92
export const METERS = 44

/** The most changes that are drawn at once. */
const MOST = 400

const PAD = 14

/** The tempi at the lower and the upper edge of the curve. */
export function tempoRange(changes) {
  const tempi = changes.map(({ bpm }) => bpm)
  const [low, high] = [Math.min(...tempi), Math.max(...tempi)]
  const spare = Math.max(15, (high - low) * 0.15)
  return [Math.max(1, low - spare), high + spare]
}

/** The height of a tempo in the curve, and the tempo at a height. */
export const heightOf = (bpm, [low, high]) => PAD + (CURVE - 2 * PAD) * (1 - (bpm - low) / (high - low))
export const tempoAt = (y, [low, high]) => low + (high - low) * (1 - (y - PAD) / (CURVE - 2 * PAD))

/** The curve of the visible tempi. */
export function makeCurve(geometry, timeline, range) {
  const ticks = timeline.tempi.flatMap(({ tick, curve }, index) => {
    const next = timeline.tempi[index + 1]?.tick ?? Infinity
    if (next < geometry.startTick || tick > geometry.endTick) return []
    const end = Math.min(next, geometry.endTick) - 1e-3
    const parts = curve && curve !== 'step' && next < Infinity ? 24 : 1
    return Array.from({ length: parts + 1 }, (_, part) => tick + ((end - tick) * part) / parts)
  })
  const points = ticks.map((tick) => `${geometry.x(tick).toFixed(1)},${heightOf(timeline.tempo(tick), range).toFixed(1)}`)
  return svg('polyline', { class: 'curve', points: points.join(' ') })
}

/** The visible changes as handles: points on the curve, and meters below it. */
export function makeHandles(geometry, { tempo, meter }, range, isSelected, position) {
  const visible = (changes) => changes.filter(({ at }) => at >= geometry.startTick && at <= geometry.endTick).slice(0, MOST)
  return [
    ...visible(tempo).map((change) => makePoint(geometry, change, range, isSelected('tempo', change.at), position)),
    ...visible(meter).map((change) => makeMeter(geometry, change, isSelected('meter', change.at), position)),
  ]
}

function makePoint(geometry, { at, bpm }, range, isSelected, position) {
  const [cx, cy] = [geometry.x(at), heightOf(bpm, range)]
  const tempo = Math.round(bpm * 100) / 100
  return svg('g', {
    class: `change${isSelected ? ' is-selected' : ''}`, role: 'slider', tabindex: isSelected ? 0 : -1,
    'data-kind': 'tempo', 'data-at': at, 'aria-label': `Tempo at ${position(at)}`, 'aria-valuenow': tempo,
    'aria-valuemin': 2, 'aria-valuemax': 999, 'aria-valuetext': `${tempo} bpm`,
  }, svg('circle', { class: 'reach', cx, cy, r: 22 }), svg('circle', { class: 'point', cx, cy, r: 6 }),
  svg('text', { x: cx + 10, y: cy - 8 }, tempo))
}

function makeMeter(geometry, { at, meter }, isSelected, position) {
  const [x, y] = [geometry.x(at), CURVE]
  return svg('g', {
    class: `change${isSelected ? ' is-selected' : ''}`, role: 'button', tabindex: isSelected ? 0 : -1,
    'data-kind': 'meter', 'data-at': at, 'aria-label': `Meter ${meter} at ${position(at)}`,
  }, svg('rect', { class: 'reach', x: x - 2, y, width: 46, height: METERS }),
  svg('rect', { class: 'flag', x, y: y + 10, width: 40, height: 24, rx: 4 }),
  svg('text', { class: 'flag', x: x + 20, y: y + 22 }, meter))
}
