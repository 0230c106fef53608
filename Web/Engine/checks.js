// What a page passes to the engine is checked before it is sent: threads refuse it without a sentence, or too late.

const LARGEST_POLYPHONY = 4096

/** Refuses a number of voices that the synthesizer does not have. */
export function checkPolyphony(polyphony) {
  if (Number.isInteger(polyphony) && polyphony >= 1 && polyphony <= LARGEST_POLYPHONY) return
  throw new RangeError(`polyphony: expected a whole number from 1 to ${LARGEST_POLYPHONY}, not ${polyphony}`)
}

/** Returns a finite number. Throws a `TypeError` with the name of the value if it is none. */
export function finite(value, name) {
  const number = Number(value)
  if (Number.isFinite(number)) return number
  throw new TypeError(`${name}: expected a number, not ${value}`)
}

/** Returns a finite number, or undefined for a time that is not given. */
export const optionalTime = (time) => (time === undefined || time === null ? undefined : finite(time, 'time'))

/** Returns a number rounded to a whole one. Throws a `RangeError` if that is not 0 to `largest`. */
export function within(value, largest, name) {
  const number = Math.round(finite(value, name))
  if (number >= 0 && number <= largest) return number
  throw new RangeError(`${name}: expected a number from 0 to ${largest}, not ${value}`)
}
