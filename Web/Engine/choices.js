// The words of settings, in the order of the engine's numbers.

export const QUALITIES = ['draft', 'live', 'best']
export const DEPTHS = ['16', '24', '32', 'f32']
export const FORMATS = ['wav', 'aiff', 'caf', 'raw']
export const SPLITS = ['channels', 'tracks', 'programs', 'groups']

/** The number of a word. Throws an `Error` with one sentence if there is none. */
export const index = (names, name, kind) => {
  const found = names.indexOf(String(name))
  if (found < 0) throw new Error(`the ${kind} "${name}" does not exist; use ${names.join(', ')}`)
  return found
}
