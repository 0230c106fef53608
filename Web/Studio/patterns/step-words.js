import { conditionWords } from '../model/conditions.js'
import { isOn, ratchetOf, stateOf } from '../model/steps.js'

/** A step in words, for screen readers: "Step 3, accent, 50 %, 2 strokes". */
export function described(step, place) {
  const parts = [`Step ${place + 1}`, stateOf(step)]
  if (!isOn(step)) return parts.join(', ')
  const { count } = ratchetOf(step)
  if (step.probability < 1) parts.push(`${Math.round(step.probability * 100)} %`)
  if (count > 1) parts.push(`${count} strokes`)
  if (step.if) parts.push(conditionWords(step))
  if (step.gate !== undefined) parts.push(`gate ${step.gate} %`)
  if (step.shift) parts.push(step.shift > 0 ? 'late' : 'early')
  if (step.spread) parts.push(`velocity varies by ${step.spread}`)
  return parts.filter(Boolean).join(', ')
}

/** The strokes of a step as a mark: "3", with an arrow if they become louder or softer; empty for one stroke. */
export function ratchetMark(step) {
  const { count, ramp } = ratchetOf(step)
  if (!isOn(step) || count < 2) return ''
  return `${count}${ramp > 0 ? '↗' : ramp < 0 ? '↘' : ''}`
}
