/** Letters that run from right to left, and the characters that turn a text around. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns a name as sentences contain it: its direction ends with it, so that it moves none of the words around it. A name
 * that runs from left to right, as our sentences do, is returned as it is.
 */
export function isolated(name: string): string {
  return TURNS.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, '')}\u2069` : name
}
