import { euclid, isOn } from './steps.js'

/** Steps that are distributed as evenly as possible; they keep what the hits say, in their order. */
export function spreadEvenly(steps, onsets, count, rotation = 0) {
  const hits = steps.filter(isOn)
  let next = 0
  return euclid(Math.min(onsets, count), count, rotation).map((hit) => (hit ? (hits[next++] ?? {}) : { on: false }))
}

/** The steps, all moved later by a number of steps; those at the end continue at the start. */
export function rotated(steps, by) {
  const turn = ((by % steps.length) + steps.length) % steps.length
  return turn ? [...steps.slice(-turn), ...steps.slice(0, -turn)] : steps
}

/** The rotation of an even distribution; for other steps the place of the first hit. */
export function rotationOf(steps) {
  const hits = steps.map(isOn)
  const onsets = hits.filter(Boolean).length
  const found = onsets === 0 || onsets > 0 && steps.length > 256 ? -1
    : steps.findIndex((_, rotation) => euclid(onsets, steps.length, rotation).every((hit, at) => hit === hits[at]))
  return Math.max(0, found >= 0 ? found : hits.indexOf(true))
}
