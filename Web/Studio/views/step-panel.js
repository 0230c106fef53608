import { CONDITIONS, conditionOf, writtenCondition } from '../model/conditions.js'
import { stepTicks } from '../model/cycle.js'
import { channelOf } from '../model/document.js'
import { keyName } from '../model/names.js'
import { ratchetOf } from '../model/steps.js'
import { choice, element, field, numberField, slider } from '../parts/element.js'

const KEYS = Array.from({ length: 128 }, (_, key) => [String(key), keyName(key)])

const percent = (value) => `${value} %`

const signed = (value) => (value > 0 ? `+${value}` : String(value).replace('-', '−'))

/** The controls of the selected step in the pattern view. */
export function makeStepControls(view, track, step) {
  const set = (member, value, initial) => view.changeStep((step) => withMember(step, member, value, initial), member)
  const { pattern } = track
  const usual = { velocity: pattern.velocity ?? 100, gate: pattern.gate ?? 50 }
  const ticks = stepTicks(view.studio.document, track)
  const hasKey = channelOf(track) !== 10 && !step.keys
  return [
    hasKey ? element('div', { className: 'fields' }, makeKey(step, pattern.key ?? 60, set)) : '',
    slider('Velocity', step.velocity ?? usual.velocity, [1, 127], String, undefined,
      (value) => set('velocity', value, usual.velocity)),
    slider('Spread', step.spread ?? 0, [0, 127], (value) => `±${value}`, undefined, (value) => set('spread', value, 0)),
    slider('Probability', Math.round((step.probability ?? 1) * 100), [0, 100], percent, undefined,
      (value) => set('probability', value / 100, 1)),
    makeCondition(step, set),
    slider('Gate', step.gate ?? usual.gate, [1, Math.max(200, step.gate ?? 0)], percent, undefined,
      (value) => set('gate', value, usual.gate)),
    slider('Shift', Math.round((100 * (step.shift ?? 0)) / ticks), [-50, 50], (value) => `${signed(value)} %`, undefined,
      (value) => set('shift', Math.round((value * ticks) / 100), 0)),
    ...makeRatchet(step, set),
  ].filter(Boolean)
}

function makeKey(step, usual, set) {
  return field('Key', choice(KEYS, String(step.key ?? usual), (value) => set('key', Number(value), usual)), 'wide')
}

/** The condition and, for ratios, the pass that plays and the number of passes. */
function makeCondition(step, set) {
  const condition = conditionOf(step)
  const change = (part) => set('if', writtenCondition({ ...condition, ...part }), 'always')
  const kinds = CONDITIONS.some(([kind]) => kind === condition.kind) ? CONDITIONS
    : [...CONDITIONS, [condition.kind, condition.kind]]
  const fields = [field('Condition', choice(kinds, condition.kind, (kind) => change({ kind })), 'wide')]
  if (condition.kind.endsWith('ratio')) {
    fields.push(field('Pass', numberField(condition.pass, 1, condition.passes, (pass) => change({ pass }))),
      field('Of passes', numberField(condition.passes, 1, 64, (passes) => change({ passes }))))
  }
  return element('div', { className: 'fields' }, fields)
}

function makeRatchet(step, set) {
  const { count, ramp } = ratchetOf(step)
  const change = (count, ramp) => set('ratchet', ramp && count > 1 ? { count, ramp } : count, 1)
  const strokes = slider('Ratchet', count, [1, Math.max(16, count)], String, undefined, (value) => change(value, ramp))
  if (count < 2) return [strokes]
  return [strokes, slider('Ramp', ramp, [-127, 127], signed, undefined, (value) => change(count, value))]
}

/** A step with one member set; the initial value is left out. A step that is set becomes a hit. */
function withMember(step, member, value, initial) {
  const { [member]: _, on: __, ...others } = step
  return value === initial ? others : { ...others, [member]: value }
}
