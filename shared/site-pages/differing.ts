/** Characters shown around a difference. */
const CONTEXT = 20

/** Returns the parts of two texts that differ, with what is around them. */
export function differing(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const partOf = (text: string) =>
    text.slice(Math.max(0, start - CONTEXT), text.length - Math.max(0, end - CONTEXT)).toWellFormed()
  return [partOf(one), partOf(other)]
}
