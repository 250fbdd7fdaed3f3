import type { Db, Tx } from '../../../../db/tables.ts'
import { MAX_UNPAGED_ROWS, type SortOrder } from '../../../../shared/catalog/constants.ts'
import type { Widened } from '../../../../shared/catalog/schema.ts'
import type { Candidate } from './candidate-queries.ts'
import { replaceBySynonyms } from './synonym-queries.ts'
import { fartherPiecesOf, nearest, piecesOf } from './typing-errors.ts'
import {
  type FoundWord,
  findByPieces,
  findCandidates,
  findWords,
  readWithin,
  type SearchWord,
  type Term,
} from './word-queries.ts'

/** A search with so many products needs no others. */
export const ENOUGH = 5
export const MAX_WORDS = 8
const MAX_CORRECTIONS = 3
const MAX_SYNONYMS_TRIED = 3
/** Words of which those with two errors are sought further: each has thousands of pieces. */
const MAX_FARTHER = 2
/** Of each statement. All read a bounded number of rows: this is for a database that is busy with other things. */
const STATEMENT_LIMIT_MS = 1_000

type CountedTerm = Term & { products: number }
type Terms = readonly CountedTerm[]

export interface ByWords {
  candidates: Candidate[]
  isExact: boolean
  step: Widened['step']
  text: string
}

/**
 * Returns the products that have all words of a text, in any order; else those with corrected words; else those with synonyms; else those with any of
 * the words: the first of these steps that finds enough, or most. Undefined when none finds any, and when it takes too long.
 */
export function findByWords(db: Db, text: string, sort: SortOrder): Promise<ByWords | undefined> {
  return readWithin(db, STATEMENT_LIMIT_MS, (tx) => findInSteps(tx, text, sort))
}

async function findInSteps(db: Tx, text: string, sort: SortOrder): Promise<ByWords | undefined> {
  const words = await findWords(db, text, MAX_WORDS)
  if (!words.length) return undefined
  const known = words.map(termOf)
  let best: ByWords | undefined
  /** Takes a step; returns whether there is enough. */
  const take = async (step: Widened['step'], terms: Terms, shown: string) => {
    const isAny = step === 'any'
    const wanted = { terms: rarestFirst(terms), isAny, sort, limit: MAX_UNPAGED_ROWS }
    const { candidates, isCut } = await findCandidates(db, wanted)
    if (candidates.length > (best?.candidates.length ?? 0)) best = { candidates, isExact: !isCut, step, text: shown }
    return (best?.candidates.length ?? 0) >= ENOUGH
  }
  const isKnown = known.every(hasWords)
  if (isKnown && (await take('words', known, text))) return best
  const { terms, shown } = isKnown ? { terms: known, shown: text } : await correct(db, words, known)
  if (!isKnown && terms.every(hasWords) && (await take('corrected', terms, shown))) return best
  const replaced = await replaceBySynonyms(db, text, MAX_SYNONYMS_TRIED)
  for (const other of replaced) {
    const found = (await findWords(db, other, MAX_WORDS)).map(termOf)
    if (found.length && found.every(hasWords) && (await take('synonyms', found, other))) return best
  }
  const some = terms.filter(hasWords)
  if (words.length > 1 && some.length) await take('any', some, shown)
  return best
}

/** Returns whether some word of the shop stands for the term. */
export function hasWords({ whole, rest }: Term): boolean {
  return whole.length + rest.length > 0
}

/** Returns the words that stand for one of the search, with how many products have them. */
export function termOf({ same, longer }: SearchWord): CountedTerm {
  return { whole: numbersOf(same), rest: numbersOf(longer), products: sumOf(same) + sumOf(longer) }
}

function sumOf(found: readonly FoundWord[]): number {
  return found.reduce((sum, { products }) => sum + products, 0)
}

function numbersOf(found: readonly FoundWord[]): number[] {
  return found.map(({ word_number }) => word_number)
}

/** Returns the terms in the order in which they narrow a search down: the rarest one first. */
export function rarestFirst(terms: Terms): Terms {
  return terms.toSorted((a, b) => a.products - b.products)
}

/** Replaces unknown words by those that differ by few errors; returns the terms and the text with the best ones. */
export async function correct(
  db: Tx,
  words: readonly SearchWord[],
  known: Terms,
): Promise<{ terms: Terms; shown: string }> {
  const unknown = words.filter((_, at) => !hasWords(known[at] as Term)).map(({ word }) => word)
  const found = await findByPieces(db, unknown.flatMap(piecesOf))
  const farther = unknown
    .filter((word) => !nearest(word, found, 1).length)
    .slice(0, MAX_FARTHER)
    .flatMap(fartherPiecesOf)
  if (farther.length) found.push(...(await findByPieces(db, farther)))
  const corrected = words.map(({ word }, at) => {
    const term = known[at] as CountedTerm
    const best = hasWords(term) ? [] : nearest(word, found, MAX_CORRECTIONS)
    if (!best.length) return { term, shown: word }
    return { term: { whole: [], rest: numbersOf(best), products: sumOf(best) }, shown: best[0]?.word ?? word }
  })
  return { terms: corrected.map(({ term }) => term), shown: corrected.map(({ shown }) => shown).join(' ') }
}
