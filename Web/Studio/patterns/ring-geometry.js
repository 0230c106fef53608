/** Lengths of a ring in a square of `SIZE`: its steps lie between two radii, the handles inside and outside of them. */
export const SIZE = 360
export const CENTER = SIZE / 2
export const INNER = 88
export const OUTER = 140
export const HITS_RADIUS = 64
export const ROTATION_RADIUS = 157

/** The point at a radius and a part of the circle, clockwise from the top. */
export function point(radius, part) {
  const angle = 2 * Math.PI * part
  return [CENTER + radius * Math.sin(angle), CENTER - radius * Math.cos(angle)].map((value) => value.toFixed(2))
}

/** The path of a ring's sector between two parts of the circle and two radii. */
export function sector(from, to, inner, outer) {
  const large = to - from > 0.5 ? 1 : 0
  const [a, b, c, d] = [point(outer, from), point(outer, to), point(inner, to), point(inner, from)]
  return `M${a}A${outer} ${outer} 0 ${large} 1 ${b}L${c}A${inner} ${inner} 0 ${large} 0 ${d}Z`
}

/** The path of an arc from the top. */
export function arc(radius, part) {
  const end = Math.min(part, 0.9999)
  return `M${point(radius, 0)}A${radius} ${radius} 0 ${end > 0.5 ? 1 : 0} 1 ${point(radius, end)}`
}

/** The part of the circle, clockwise from the top, at a place on the page over an SVG element. */
export function partAt(element, { clientX, clientY }) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const angle = Math.atan2(clientX - left - width / 2, top + height / 2 - clientY) / (2 * Math.PI)
  return (angle + 1) % 1
}
