import { ticksPerQuarter } from './document.js'
import { stepsIn } from './sections.js'

/** The ticks of a step of a pattern. */
export const stepTicks = (document, { pattern }) => pattern.step ?? ticksPerQuarter(document) / 4

/** The ticks after which a pattern track repeats; 0 if it does not. */
export function passTicks(document, track) {
  if (track.loop === false) return 0
  return typeof track.loop === 'number' ? track.loop : stepsIn(track).length * stepTicks(document, track)
}

/**
 * How patterns of different lengths run against each other: `passes`, the different lengths with the tracks that have
 * them, and `length`, the ticks after which all meet again.
 */
export function commonCycle(document, tracks) {
  const passes = new Map()
  for (const track of tracks) {
    const ticks = passTicks(document, track)
    if (ticks > 0) passes.set(ticks, [...(passes.get(ticks) ?? []), track])
  }
  return { passes, length: [...passes.keys()].reduce(leastCommonMultiple, 1) }
}

const greatestCommonDivisor = (a, b) => (b < 1 ? a : greatestCommonDivisor(b, a % b))

const leastCommonMultiple = (a, b) => (a / greatestCommonDivisor(a, b)) * b
