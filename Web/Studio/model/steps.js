/**
 * Steps of patterns as objects, and back to the shortest form of a document: a string of marks where that says
 * everything, otherwise a list.
 */

export const ACCENT = 127

const REST = '.'

/** A step as an object; rests have `on: false`. */
export function stepOf(form) {
  if (typeof form === 'number') return { key: form }
  if (Array.isArray(form)) return { keys: form }
  if (typeof form === 'object') return form
  if (form === REST || form === '-') return { on: false }
  if (form === 'X') return { velocity: ACCENT }
  if (form === 'o') return { velocity: 50 }
  return form === 'x' ? {} : { ratchet: Number(form) }
}

/** All steps of a pattern as objects. */
export function stepsOf(pattern) {
  const { steps } = pattern
  if (typeof steps === 'string') return [...steps.replace(/[\s|]/g, '')].map(stepOf)
  if (Array.isArray(steps)) return steps.map(stepOf)
  if (steps?.euclid) return euclid(...steps.euclid).map((hit) => (hit ? stepOf(steps.hit ?? 'x') : { on: false }))
  return []
}

export const isOn = (step) => step.on !== false

/** 'off', 'on' or 'accent'. */
export function stateOf(step) {
  if (!isOn(step)) return 'off'
  return step.velocity >= ACCENT ? 'accent' : 'on'
}

/** The strokes of a step: their `count`, and the `ramp` of their velocities. */
export function ratchetOf({ ratchet = 1 }) {
  return typeof ratchet === 'number' ? { count: ratchet, ramp: 0 } : { count: 1, ramp: 0, ...ratchet }
}

/** The next of the states off, on and accent; what else a step says is kept. */
export function nextState(step) {
  const { on: _, velocity: __, ...others } = step
  switch (stateOf(step)) {
    case 'off': return others
    case 'on': return { ...others, velocity: ACCENT }
    default: return { ...others, on: false }
  }
}

/** Whether each of `count` steps is a hit, when `onsets` hits are as even as possible; `rotation` delays them. */
export function euclid(onsets, count, rotation = 0) {
  return Array.from({ length: count }, (_, index) => {
    const place = (((index - rotation) % count) + count) % count
    return (place * onsets) % count < onsets
  })
}

/** The shortest form of a list of steps. */
export function writtenSteps(steps) {
  const forms = steps.map(writtenStep)
  return forms.every((form) => typeof form === 'string') ? forms.join('') : forms
}

function writtenStep(step) {
  const members = Object.keys(step)
  if (members.length === 0) return 'x'
  if (members.length > 1) return step
  if (step.on === false) return REST
  if (step.velocity === ACCENT) return 'X'
  if (step.ratchet >= 2 && step.ratchet <= 9) return String(step.ratchet)
  return step.key ?? step.keys ?? step
}

/** A pattern with other steps. */
export const withSteps = (pattern, steps) => ({ ...pattern, steps: writtenSteps(steps) })

/** Repeats or cuts a list of steps to a length; new steps are rests. */
export const resized = (steps, count) => Array.from({ length: count }, (_, index) => steps[index] ?? { on: false })

/** Note values for the length of a step: pairs of ticks and name. */
export function stepLengths(ticksPerQuarter) {
  const values = [['1/4', 1], ['1/8', 1 / 2], ['1/8t', 1 / 3], ['1/16', 1 / 4], ['1/16t', 1 / 6], ['1/32', 1 / 8]]
  return values.map(([name, quarters]) => [Math.round(ticksPerQuarter * quarters), name])
    .filter(([ticks]) => ticks > 0)
}
