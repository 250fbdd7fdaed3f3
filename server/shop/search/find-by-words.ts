import type { Db, Tx } from '../../../db/tables.ts'
import type { SortOrder } from '../../../shared/catalog/constants.ts'
import type { Widened } from '../../../shared/catalog/schema.ts'
import type { Candidate } from './filters.ts'
import { ENOUGH } from './match-queries.ts'
import { replaceBySynonyms } from './synonym-queries.ts'
import { nearest } from './typing-errors.ts'
import { countTerms, findCandidates, listSimilar, readWithin, readWords, type Term } from './word-queries.ts'

export const MAX_WORDS = 8
const MAX_CORRECTIONS = 3
const MAX_SYNONYMS_TRIED = 3
/** The lengths of words that are corrected: `search_words` has no others. */
const [SHORTEST_CORRECTED, LONGEST_CORRECTED] = [3, 40]
/** The limit of a statement. All read a bounded number of rows: only a busy database exceeds it. */
const STATEMENT_LIMIT_MS = 1_000

interface ByWords {
  candidates: Candidate[]
  isExact: boolean
  step: Widened['step']
  text: string
}

/** Returns products that a text's words find, those that contain it first; undefined when they find no more. */
export async function widenCandidates(
  db: Db,
  text: string,
  sort: SortOrder,
  contained: readonly Candidate[],
): Promise<ByWords | undefined> {
  const found = await findByWords(db, text, sort)
  if (!found || found.candidates.length <= contained.length) return undefined
  const isFirst = new Set(contained.map(({ number }) => number))
  const candidates = [...contained, ...found.candidates.filter(({ number }) => !isFirst.has(number))]
  return { ...found, candidates: sort === 'relevance' ? candidates : byPrice(candidates, sort) }
}

function byPrice(candidates: Candidate[], sort: SortOrder): Candidate[] {
  const direction = sort === 'price-low-high' ? 1 : -1
  return candidates.sort((a, b) => direction * (a.price - b.price || a.number - b.number))
}

/**
 * Returns the products that have all words of a text, in any order; else those with corrected words; else those with synonyms; else those with any of
 * the words: the first of these steps that finds enough, or most. Undefined when none finds any, and when it takes too long.
 */
function findByWords(db: Db, text: string, sort: SortOrder): Promise<ByWords | undefined> {
  return readWithin(db, STATEMENT_LIMIT_MS, (tx) => findInSteps(tx, text, sort))
}

async function findInSteps(db: Tx, text: string, sort: SortOrder): Promise<ByWords | undefined> {
  const words = await readWords(db, text, MAX_WORDS)
  if (!words.length) return undefined
  let best: ByWords | undefined
  /** Takes a step; returns whether there is enough. */
  const take = async (step: Widened['step'], terms: readonly Term[], shown: string) => {
    const { candidates, isCut } = await findCandidates(db, { terms, isAny: step === 'any', sort })
    if (candidates.length > (best?.candidates.length ?? 0)) best = { candidates, isExact: !isCut, step, text: shown }
    return (best?.candidates.length ?? 0) >= ENOUGH
  }
  if (await take('words', termsOf(words), text)) return best
  const { terms, counts, shown } = await correct(db, words)
  if (shown !== undefined && counts.every(Boolean) && (await take('corrected', terms, shown))) return best
  for (const other of await replaceBySynonyms(db, text, MAX_SYNONYMS_TRIED)) {
    if (await take('synonyms', termsOf(await readWords(db, other, MAX_WORDS)), other)) return best
  }
  const some = terms.map((term, at) => ({ term, count: counts[at] ?? 0 })).filter(({ count }) => count)
  // Those with the rarest words are read first.
  const rarestFirst = some.sort((a, b) => a.count - b.count).map(({ term }) => term)
  if (words.length > 1 && some.length) await take('any', rarestFirst, shown ?? text)
  return best
}

/** Returns the forms of each word to find: singular and plural, and for the last word those that begin with it. */
export function termsOf(words: readonly string[]): Term[] {
  return words.map((word, at) => {
    const forms = [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]
    const shorter = [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
    const whole = [...new Set([...forms, ...shorter])].filter(Boolean)
    return { whole, ...(at === words.length - 1 && { start: word }) }
  })
}

/** Replaces words that no product has by those that differ by few errors; `shown` is undefined when there are none. */
export async function correct(
  db: Tx,
  words: readonly string[],
): Promise<{ terms: Term[]; counts: number[]; shown: string | undefined }> {
  const terms = termsOf(words)
  const counts = await countTerms(db, terms)
  const shown = [...words]
  for (const [at, word] of words.entries()) {
    if (counts[at] || word.length < SHORTEST_CORRECTED || word.length > LONGEST_CORRECTED) continue
    const found = nearest(word, await listSimilar(db, word), MAX_CORRECTIONS)
    if (!found.length) continue
    terms[at] = { whole: found.map((near) => near.word) }
    counts[at] = found.reduce((sum, { products }) => sum + products, 0)
    shown[at] = found[0]?.word ?? word
  }
  const isCorrected = shown.some((word, at) => word !== words[at])
  return { terms, counts, shown: isCorrected ? shown.join(' ') : undefined }
}
