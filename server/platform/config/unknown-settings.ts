/** A longer name may differ in two letters. */
const LONG_NAME = 9
/** Shorter names are too much like those of other programs. */
const SHORTEST_NAME = 7
const PREFIX = /^OPENSTALL_/

/**
 * Returns what is wrong with names that are almost those of settings: a mistyped `RATE_LIMIT=off`, or worse, a mistyped
 * limit, would have no effect. Other names belong to other programs.
 */
export function unknownSettings(names: readonly string[], known: readonly string[]): string[] {
  const settings = known.map((setting) => ({ setting, wanted: lettersOf(setting) }))
  return names.flatMap((name) => {
    if (known.includes(name)) return []
    const letters = lettersOf(name.toUpperCase())
    const meant = settings.find(({ wanted }) => isAlmost(name, letters, wanted))
    return meant ? [`${name}: there is no such setting; ${meant.setting} is one`] : []
  })
}

function lettersOf(name: string): string {
  return name.replace(PREFIX, '').replaceAll('_', '')
}

function isAlmost(name: string, letters: string, wanted: string): boolean {
  if (!letters || !wanted) return false
  if (letters === wanted) return name !== name.toLowerCase() || PREFIX.test(name.toUpperCase()) || name.includes('_')
  if (wanted.length < SHORTEST_NAME) return false
  return distance(letters, wanted) <= (wanted.length >= LONG_NAME ? 2 : 1)
}

/** Returns the Levenshtein distance; above 2 it may be infinity. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[to.length] ?? 0
}
