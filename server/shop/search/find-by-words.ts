import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_SUGGESTED_TEXTS } from '../../../shared/catalog/constants.ts'
import type { Widened } from '../../../shared/catalog/schema.ts'
import { errorsBetween } from '../../../shared/kernel/edit-distance.ts'
import type { Candidate, Search } from './filters.ts'
import { ENOUGH_MATCHES, listMatching, listNumbered } from './match-queries.ts'
import {
  countTerms,
  findCandidates,
  listSimilar,
  readWithin,
  readWords,
  replaceBySynonyms,
  type Suggested,
  suggestFor,
  type Term,
} from './word-queries.ts'

const MAX_WORDS = 8
const MAX_CORRECTIONS = 3
/** From this length on, words may have two errors. */
const LONG_WORD = 8
const MAX_SYNONYMS_TRIED = 3
/** The lengths of words that are corrected: `search_words` has no others. */
const [SHORTEST_CORRECTED, LONGEST_CORRECTED] = [3, 40]
/** The timeout of a statement. All read a bounded number of rows, so only a busy database exceeds it. */
const STATEMENT_LIMIT_MS = 1_000
/** Shorter for suggestions, as the next key is pressed soon. */
const SUGGESTION_LIMIT_MS = 500

interface ByWords extends Pick<Widened, 'step' | 'text'> {
  candidates: Candidate[]
  isExact: boolean
}

/**
 * Returns the products that match a text's words, after those whose names contain the text; `exact` is the number of the
 * latter, which are read here unless the caller passes them. If there are none, the product with the number is enough.
 * Undefined when enough names match, when words find no more, and after a timeout.
 */
export async function widen(
  db: Db,
  { text, number: wanted }: Pick<Search, 'text' | 'number'>,
  known?: readonly Candidate[],
): Promise<{ candidates: Candidate[]; isExact: boolean; widened?: Widened } | undefined> {
  const [contained = []] = known ? [known] : await listMatching(db, text, [{ categories: 'all' }])
  if (contained.length >= ENOUGH_MATCHES) return undefined
  const numbered = contained.length || wanted === undefined ? [] : await listNumbered(db, wanted)
  if (numbered.length) return { candidates: numbered, isExact: true }
  const found = await readWithin(db, STATEMENT_LIMIT_MS, (tx) => findInSteps(tx, text))
  const isContained = new Set(contained.map(({ number }) => number))
  const others = found?.candidates.filter(({ number }) => !isContained.has(number)) ?? []
  if (!found || !others.length) return undefined
  const { isExact, step, text: shown } = found
  return { candidates: [...contained, ...others], isExact, widened: { step, text: shown, exact: contained.length } }
}

/**
 * Returns the result of the first step that finds enough products, or else of the one that finds most: all words of the text
 * in any order, corrected words, synonyms, any of the words. Undefined when no step finds any.
 */
async function findInSteps(db: Tx, text: string): Promise<ByWords | undefined> {
  const words = await readWords(db, text, MAX_WORDS)
  if (!words.length) return undefined
  let best: ByWords | undefined
  /** Runs a step; returns whether it found enough. */
  const take = async (step: Widened['step'], terms: readonly Term[], shown: string) => {
    const { candidates, isCut } = await findCandidates(db, { terms, isAny: step === 'any' })
    if (candidates.length > (best?.candidates.length ?? 0)) best = { candidates, isExact: !isCut, step, text: shown }
    return (best?.candidates.length ?? 0) >= ENOUGH_MATCHES
  }
  if (await take('words', termsOf(words), text)) return best
  const { terms, counts, shown } = await correct(db, words)
  if (shown !== undefined && counts.every(Boolean) && (await take('corrected', terms, shown))) return best
  for (const other of await replaceBySynonyms(db, text, MAX_SYNONYMS_TRIED)) {
    if (await take('synonyms', termsOf(await readWords(db, other, MAX_WORDS)), other)) return best
  }
  const some = terms.map((term, at) => ({ term, count: counts[at] ?? 0 })).filter(({ count }) => count)
  // Products with the rarest words are read first.
  const rarestFirst = some.sort((a, b) => a.count - b.count).map(({ term }) => term)
  if (words.length > 1 && some.length) await take('any', rarestFirst, shown ?? text)
  return best
}

/** Returns the forms of each word to find: singular and plural, and words that begin with the last one. */
function termsOf(words: readonly string[]): Term[] {
  return words.map((word, at) => {
    const forms = [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]
    const shorter = [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
    const whole = [...new Set([...forms, ...shorter])].filter(Boolean)
    return { whole, ...(at === words.length - 1 && { start: word }) }
  })
}

/** Replaces words that no product has by similar ones; `shown` is undefined when there are none. */
async function correct(db: Tx, words: readonly string[]) {
  const terms = termsOf(words)
  const counts = await countTerms(db, terms)
  const shown = [...words]
  for (const [at, word] of words.entries()) {
    if (counts[at] || word.length < SHORTEST_CORRECTED || word.length > LONGEST_CORRECTED) continue
    const found = nearest(word, await listSimilar(db, word))
    if (!found.length) continue
    terms[at] = { whole: found.map((near) => near.word) }
    counts[at] = found.reduce((sum, { products }) => sum + products, 0)
    shown[at] = found[0]?.word ?? word
  }
  const isCorrected = shown.some((word, at) => word !== words[at])
  return { terms, counts, shown: isCorrected ? shown.join(' ') : undefined }
}

/** Returns words similar to `word`, by the number of errors, then by the number of their products. */
function nearest<Found extends { word: string; products: number }>(word: string, found: readonly Found[]): Found[] {
  const allowed = [...word].length >= LONG_WORD ? 2 : 1
  return found
    .map((one) => ({ one, errors: errorsBetween(word, one.word) }))
    .filter(({ errors }) => errors <= allowed)
    .sort((a, b) => a.errors - b.errors || b.one.products - a.one.products)
    .slice(0, MAX_CORRECTIONS)
    .map(({ one }) => one)
}

/** Returns matches for a text that is being typed, with its last word completed or its words corrected. */
export async function suggest(db: Db, text: string, limit: number): Promise<Suggested> {
  const completed = await readWithin(db, SUGGESTION_LIMIT_MS, (tx) => complete(tx, text, limit))
  return completed ?? { texts: [], numbers: [] }
}

async function complete(db: Tx, text: string, limit: number): Promise<Suggested | undefined> {
  const words = await readWords(db, text, MAX_WORDS)
  const last = words.at(-1)
  if (!last) return undefined
  const { numbers, texts } = await suggestFor(db, termsOf(words), limit)
  if (!numbers.length) {
    const { terms, shown } = await correct(db, words)
    return shown === undefined ? undefined : { ...(await suggestFor(db, terms, limit)), texts: [shown] }
  }
  // The typed end may have accents or signs that words do not have, or repeat an earlier word.
  if (!text.toLowerCase().endsWith(last)) return { texts: [], numbers }
  const start = text.slice(0, text.length - last.length).toLowerCase()
  return { texts: texts.slice(0, MAX_SUGGESTED_TEXTS).map((word) => start + word), numbers }
}
