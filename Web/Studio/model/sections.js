import { stepsOf, writtenSteps } from './steps.js'

/**
 * The steps of a track in a section, or those of its pattern if it has no sections; none if it rests there.
 * Patterns with a form of their own are opened as the form plays them.
 */
export function stepsIn({ pattern }, section) {
  if (!pattern.sections) return stepsOf(pattern)
  const steps = pattern.sections[section]
  return steps === undefined ? [] : stepsOf({ steps })
}

/** A track with other steps in a section, or in its pattern if it has no sections. */
export function withStepsIn(track, section, steps) {
  const { pattern } = track
  const written = writtenSteps(steps)
  const changed = pattern.sections ? { sections: { ...pattern.sections, [section]: written } } : { steps: written }
  return { ...track, pattern: { ...pattern, ...changed } }
}
