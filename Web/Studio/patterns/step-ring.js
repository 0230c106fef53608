import { conditionMark } from '../model/conditions.js'
import { rotationOf } from '../model/euclid.js'
import { ACCENT, isOn, stateOf } from '../model/steps.js'
import { svg } from '../parts/svg.js'
import { CENTER, HITS_RADIUS, INNER, OUTER, ROTATION_RADIUS, SIZE, arc, point, sector } from './ring-geometry.js'
import { described, ratchetMark } from './step-words.js'

/** Steps of a lane as a ring, clockwise from the top, with the handles for Euclid and the playhead. */
export function makeRing(lane) {
  const { shown, first, name } = lane
  const count = shown.length
  const steps = shown.map((step, at) => makeSector(step, lane, first + at, at / count, (at + 1) / count))
  const ring = svg('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, class: 'ring', role: 'group', 'aria-label': `Steps of ${name}` },
    steps, makeBeats(lane), count === lane.steps.length ? makeHandles(lane) : [], makeCaption(lane),
    svg('line', { class: 'playhead', x1: CENTER, y1: CENTER - INNER + 12, x2: CENTER, y2: CENTER - OUTER - 4 }))
  return ring
}

function makeSector(step, lane, place, from, to) {
  const gap = Math.min(0.0035, (to - from) / 8)
  const path = (inner, outer, name) => svg('path', { class: name, d: sector(from + gap, to - gap, inner, outer) })
  const level = isOn(step) ? 0.35 + 0.65 * ((step.velocity ?? lane.velocity) / ACCENT) : 0
  const fill = level ? [path(INNER + 2, INNER + 2 + (OUTER - INNER - 4) * level, 'fill')] : []
  const made = svg('g', {
    class: `sector ${stateOf(step)}${isOn(step) && (step.probability ?? 1) < 1 ? ' is-uncertain' : ''}`,
    role: 'button', tabindex: -1, 'aria-label': described(step, place),
    'data-track': lane.index, 'data-step': place,
  }, path(INNER, OUTER, 'ground'), fill, makeMark(step, (from + to) / 2))
  return made
}

/** The strokes and the condition of a step, in its middle. */
function makeMark(step, part) {
  const text = isOn(step) ? ratchetMark(step) || conditionMark(step) : ''
  if (!text) return []
  const [x, y] = point((INNER + OUTER) / 2, part)
  const width = 8 + 6.2 * text.length
  return [svg('rect', { class: 'mark', x: x - width / 2, y: y - 8, width, height: 16, rx: 4 }),
    svg('text', { x, y, class: 'mark' }, text)]
}

/** Lines at the beats: every fourth step. */
function makeBeats({ shown, first }) {
  return shown.flatMap((_, at) => {
    if ((first + at) % 4) return []
    const [x1, y1] = point(OUTER + 3, at / shown.length)
    const [x2, y2] = point(OUTER + 8, at / shown.length)
    return [svg('line', { class: 'beat', x1, y1, x2, y2 })]
  })
}

function makeCaption({ steps }) {
  const hits = steps.filter(isOn).length
  return [svg('text', { class: 'caption', x: CENTER, y: CENTER - 8 }, `${hits} of ${steps.length}`),
    svg('text', { class: 'caption small', x: CENTER, y: CENTER + 14 }, `rotation ${rotationOf(steps)}`)]
}

/** The handles for the number of hits, inside of the steps, and for the rotation, outside. */
function makeHandles(lane) {
  const count = lane.steps.length
  const [hits, rotation] = [lane.steps.filter(isOn).length, rotationOf(lane.steps)]
  return [svg('circle', { class: 'rail', cx: CENTER, cy: CENTER, r: HITS_RADIUS }),
    hits ? svg('path', { class: 'amount', d: arc(HITS_RADIUS, hits / count) }) : [],
    makeHandle('hits', lane, HITS_RADIUS, hits / count, hits, count),
    makeHandle('rotation', lane, ROTATION_RADIUS, (rotation + 0.5) / count, rotation, count - 1)].flat()
}

function makeHandle(kind, { index, name }, radius, part, value, most) {
  const [x, y] = point(radius, part)
  const shape = kind === 'hits' ? svg('circle', { class: 'knob', cx: x, cy: y, r: 9 })
    : svg('path', { class: 'knob', d: 'M-9 -7L9 -7L0 10Z', transform: `translate(${x} ${y}) rotate(${360 * part})` })
  return svg('g', {
    class: 'handle', role: 'slider', tabindex: 0, 'data-handle': kind, 'data-track': index,
    'aria-label': `${kind === 'hits' ? 'Hits' : 'Rotation'} of ${name}`,
    'aria-valuemin': 0, 'aria-valuemax': most, 'aria-valuenow': value,
  }, svg('title', {}, kind === 'hits' ? 'Euclid: hits' : 'Euclid: rotation'),
  svg('circle', { class: 'reach', cx: x, cy: y, r: 20 }), shape)
}
