import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResult } from '../../../shared/catalog/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createMarketDatabase } from '../../../tests/support/test-database.ts'
import { countWords } from './count-words-queries.ts'

const SEED = 18
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

let market: TestApp
beforeAll(async () => {
  market = await createTestApp({ database: await createMarketDatabase() })
  await countWords(market.db, { isDue: true })
})
afterAll(() => market.close())

/** The same numbers from 0 to below 1 in every run (a linear congruential generator, Numerical Recipes 7.1). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(1_664_525, state) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = randomNumbers(SEED)
const below = (limit: number) => Math.floor(random() * limit)

const errors: ((word: string) => string)[] = [
  (word) => replaced(word, below(word.length), 1, anyLetter()),
  (word) => replaced(word, below(word.length), 1, ''),
  (word) => replaced(word, below(word.length + 1), 0, anyLetter()),
  (word) => {
    const at = below(word.length - 1)
    return replaced(word, at, 2, `${word[at + 1]}${word[at]}`)
  },
]
const anyLetter = () => LETTERS[below(LETTERS.length)] ?? ''
const replaced = (word: string, at: number, length: number, by: string) =>
  word.slice(0, at) + by + word.slice(at + length)

const readNames = async () =>
  (await market.db.selectFrom('products').select('product_name').orderBy('product_number').execute()).map(
    ({ product_name }) => product_name.toLowerCase(),
  )

test('where five names or more contain a text, the response is the same as without words', async () => {
  const names = await readNames()
  const parts = names.flatMap((name) => [
    name.split(' ').at(-1) ?? '',
    name.slice(0, 2),
    ...[1, 3, 5].flatMap((at) => [name.slice(at, at + 3), name.slice(at, at + 2)]),
  ])
  const isFrequent = (text: string) => names.filter((name) => name.includes(text)).length >= 5
  const texts = [...new Set(parts)].filter((text) => text === text.trim() && isFrequent(text)).slice(0, 200)
  expect(texts).toHaveLength(200)
  for (const text of texts) {
    const [own, exact] = await Promise.all(
      ['', '&exact=1'].map((more) => market.app.inject(`/api/search?q=${encodeURIComponent(text)}${more}`)),
    )
    expect([text, own?.body]).toEqual([text, exact?.body])
  }
})

test('a typing error in a word of a name leads to products with the word', async () => {
  const names = await readNames()
  const words = [...new Set(names.flatMap((name) => name.match(/[a-z]{5,}/g) ?? []))]
  expect(words.length).toBeGreaterThan(200)
  const missed: string[] = []
  const tried = words.flatMap((word, at) =>
    errors.filter((_, kind) => kind % 2 === at % 2).map((error) => ({ word, typed: error(word) })),
  )
  for (const { word, typed } of tried) {
    const { body } = await call<SearchResult>(market, 'GET', `/api/search?q=${typed}`)
    if (!body.products.some(({ product_name }) => product_name.toLowerCase().includes(word)))
      missed.push(`${typed} for ${word}`)
  }
  expect(missed.length / tried.length, missed.join(', ')).toBeLessThanOrEqual(0.01)
})
