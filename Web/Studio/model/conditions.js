/** Conditions of steps (`if` in documents): which passes of the pattern a step plays in. */

/** Kinds of conditions with their names; 'ratio' has two numbers. */
export const CONDITIONS = [['always', 'Always'], ['first', 'In the first pass'], ['!first', 'Not in the first pass'],
  ['previous', 'If the one before played'], ['!previous', 'If the one before did not play'], ['fill', 'In fills'],
  ['!fill', 'Not in fills'], ['ratio', 'In one of several passes'], ['!ratio', 'In all but one of several passes']]

/** A condition as its kind and, for ratios, the pass and the number of passes: "!2:3" is '!ratio', 2 and 3. */
export function conditionOf(step) {
  const text = step.if ?? 'always'
  const [, inverted, pass, passes] = /^(!?)(\d+):(\d+)$/.exec(text) ?? []
  if (passes === undefined) return { kind: text, pass: 1, passes: 2 }
  return { kind: `${inverted}ratio`, pass: Number(pass), passes: Number(passes) }
}

/** The text of a condition in documents. */
export function writtenCondition({ kind, pass, passes }) {
  return kind.endsWith('ratio') ? `${kind.startsWith('!') ? '!' : ''}${Math.min(pass, passes)}:${passes}` : kind
}

const SHORT = { first: '1st', previous: 'prev', fill: 'fill' }

/** A condition as a mark of a few letters; empty for steps without one. */
export function conditionMark(step) {
  const text = step.if ?? 'always'
  const name = text.replace('!', '')
  if (name === 'always') return text === name ? '' : 'off'
  return (text === name ? '' : '!') + (SHORT[name] ?? name)
}

/** A condition in words; empty for steps without one. */
export function conditionWords(step) {
  const { kind, pass, passes } = conditionOf(step)
  if (kind === 'ratio') return `in pass ${pass} of ${passes}`
  if (kind === '!ratio') return `not in pass ${pass} of ${passes}`
  const name = CONDITIONS.find(([key]) => key === kind)?.[1]
  if (kind === 'always' || !name) return ''
  return name[0].toLowerCase() + name.slice(1)
}
