/** Words of so many letters may have two errors. */
const LONG_WORD = 8
/** Longer ones have too many pieces. */
const LONGEST_WORD = 14
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Returns a word, and the word less each of its letters; less two of them for a long word. */
export function piecesOf(word: string): string[] {
  const shorter = lessOne(word)
  return [...new Set([word, ...shorter, ...(isLong(word) ? shorter.flatMap(lessOne) : [])])]
}

/**
 * Returns the pieces of words that differ from a long one by two errors and share none of its pieces: by two other letters, by
 * one and a missing one, by two missing ones, or by swapped letters and one more error. Empty for words that are not of
 * Latin letters.
 */
export function fartherPiecesOf(word: string): string[] {
  if (!isLong(word) || word.length > LONGEST_WORD || !/^[a-z]+$/.test(word)) return []
  const other = (given: string) =>
    [...given].flatMap((_, at) => LETTERS.map((letter) => given.slice(0, at) + letter + given.slice(at + 1)))
  const longer = [...word, ''].flatMap((_, at) => LETTERS.map((letter) => word.slice(0, at) + letter + word.slice(at)))
  const swapped = [...word].slice(1).map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2))
  const oneError = [...other(word), ...longer, ...swapped]
  return [...new Set([...oneError, ...lessOne(word).flatMap(other), ...swapped.flatMap(lessOne)])]
}

function lessOne(word: string): string[] {
  const letters = [...word]
  return letters.map((_, at) => letters.toSpliced(at, 1).join(''))
}

function isLong(word: string): boolean {
  return [...word].length >= LONG_WORD
}

/** Returns the words that differ from one by few errors, the nearest first, then those of most products. */
export function nearest<Found extends { word: string; products: number }>(
  word: string,
  found: readonly Found[],
  limit: number,
): Found[] {
  const allowed = isLong(word) ? 2 : 1
  return found
    .map((one) => ({ one, errors: errorsBetween(word, one.word) }))
    .filter(({ errors }) => errors <= allowed)
    .sort((a, b) => a.errors - b.errors || b.one.products - a.one.products)
    .slice(0, limit)
    .map(({ one }) => one)
}

function errorsBetween(given: string, wanted: string): number {
  const a = [...given]
  const b = [...wanted]
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
