import { setImmediate as nextTurn } from 'node:timers/promises'

/** The work on this many characters takes a few milliseconds, whatever they are. */
const MAX_CHARACTERS_AT_ONCE = 4_000

/** Returns what `work` makes of each text; other requests go on between the texts of a long list. */
export async function inTurns<Result>(texts: readonly string[], work: (text: string) => Result): Promise<Result[]> {
  const results: Result[] = []
  let characters = 0
  for (const text of texts) {
    if (characters > 0 && characters + text.length > MAX_CHARACTERS_AT_ONCE) {
      await nextTurn()
      characters = 0
    }
    characters += text.length
    results.push(work(text))
  }
  return results
}
