import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_SUGGESTED_TEXTS } from '../../../shared/catalog/constants.ts'
import { correct, MAX_WORDS, termsOf } from './find-by-words.ts'
import { readWithin, readWords, type Suggested, suggestFor } from './word-queries.ts'

/** The limit of a statement: the next key is pressed soon. */
const STATEMENT_LIMIT_MS = 500

export interface Completed {
  /** Completions of the text. */
  texts: string[]
  /** The numbers of products that it finds, those sold most first. */
  numbers: number[]
}

/** Returns matches for a text that is being typed, with its last word completed or its words corrected. */
export async function suggest(db: Db, text: string, limit: number): Promise<Completed> {
  const completed = await readWithin(db, STATEMENT_LIMIT_MS, (tx) => complete(tx, text, limit))
  return completed ?? { texts: [], numbers: [] }
}

async function complete(db: Tx, text: string, limit: number): Promise<Completed | undefined> {
  const words = await readWords(db, text, MAX_WORDS)
  const last = words.at(-1)
  if (!last) return undefined
  const { numbers, completions }: Suggested = await suggestFor(db, termsOf(words), limit)
  if (!numbers.length) {
    const { terms, shown } = await correct(db, words)
    return shown === undefined ? undefined : { texts: [shown], numbers: (await suggestFor(db, terms, limit)).numbers }
  }
  // What was typed of the last word may have accents or signs that words are without, or be an earlier word once more.
  if (!text.toLowerCase().endsWith(last)) return { texts: [], numbers }
  const start = text.slice(0, text.length - last.length).toLowerCase()
  return { texts: completions.slice(0, MAX_SUGGESTED_TEXTS).map((word) => start + word), numbers }
}
