import type { Db, Tx } from '../../../../db/tables.ts'
import {
  MAX_SUGGESTED_CATEGORIES,
  MAX_SUGGESTED_TEXTS,
  MAX_SUGGESTIONS,
  MAX_UNPAGED_ROWS,
} from '../../../../shared/catalog/constants.ts'
import type { Suggestions } from '../../../../shared/catalog/search-schema.ts'
import { countByCategory } from '../products/queries.ts'
import { findSellersNamed } from '../products/seller-page-queries.ts'
import { correct, hasWords, MAX_WORDS, rarestFirst, termOf } from './find-by-words.ts'
import { countWordsOf, type FoundWord, findCandidates, findWords, listCards, readWithin } from './word-queries.ts'

/** Of each statement for suggestions: the next key is pressed soon. */
const STATEMENT_LIMIT_MS = 500
const MAX_TRIED = 50

/** Returns what a search box suggests for a text: sellers of that name, completed texts, categories, and products that sold most. */
export async function suggest(db: Db, text: string): Promise<Suggestions> {
  const [completed, categories, sellers] = await Promise.all([
    readWithin(db, STATEMENT_LIMIT_MS, (tx) => complete(tx, text)),
    suggestCategories(db, text),
    findSellersNamed(db, text),
  ])
  const { texts = [], numbers = [] } = completed ?? {}
  const room = MAX_SUGGESTIONS - texts.length - categories.length - sellers.length
  const cards = numbers.length ? await listCards(db, numbers.slice(0, room)) : []
  const products = cards.map(({ product_id, product_name, product_price, featured_image }) => {
    return { product_id, product_name, product_price, featured_image }
  })
  return { ...(sellers.length && { sellers }), texts, categories, products }
}

async function suggestCategories(db: Db, text: string): Promise<string[]> {
  const wanted = text.toLowerCase()
  const all = await countByCategory(db)
  return all
    .filter(({ category }) => category.toLowerCase().includes(wanted))
    .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
    .slice(0, MAX_SUGGESTED_CATEGORIES)
    .map(({ category }) => category)
}

async function complete(db: Tx, text: string): Promise<{ texts: string[]; numbers: number[] } | undefined> {
  const words = await findWords(db, text, MAX_WORDS)
  const last = words.at(-1)
  if (!last) return undefined
  const known = words.map(termOf)
  const isKnown = known.every(hasWords)
  const { terms, shown } = isKnown ? { terms: known, shown: text } : await correct(db, words, known)
  if (!terms.every(hasWords)) return undefined
  const wanted = { terms: rarestFirst(terms), isAny: false, sort: 'sales' as const, limit: MAX_UNPAGED_ROWS }
  const { candidates } = await findCandidates(db, wanted)
  const numbers = candidates.map(({ number }) => number)
  if (!numbers.length) return undefined
  if (!isKnown) return { texts: [shown], numbers }
  // What was typed of the last word may have accents or signs that words are without, or be an earlier word once more.
  if (!text.toLowerCase().endsWith(last.word)) return { texts: [], numbers }
  const start = text.length - last.word.length
  const completing = words.length > 1 ? await goingWith(db, numbers, last.longer.slice(0, MAX_TRIED)) : last.longer
  const texts = completing.slice(0, MAX_SUGGESTED_TEXTS).map(({ word }) => text.slice(0, start).toLowerCase() + word)
  return { texts, numbers }
}

async function goingWith(db: Tx, numbers: readonly number[], words: readonly FoundWord[]): Promise<FoundWord[]> {
  const tried = words.map(({ word_number }) => word_number)
  const counts = await countWordsOf(db, numbers, tried)
  const countOf = ({ word_number }: FoundWord) => counts.get(word_number) ?? 0
  return words.filter(countOf).sort((a, b) => countOf(b) - countOf(a))
}
